"""What cards do, one module for each family of powers."""
