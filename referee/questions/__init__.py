"""Questions to a record: expressions about positions, what changed a value, and why. Pure."""
