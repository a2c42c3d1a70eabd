"""What Titan Race says in other languages, a module for each."""
