"""What bots ask."""
