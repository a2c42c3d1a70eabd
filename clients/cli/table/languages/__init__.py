"""What is understood of typed lines, in a module for each language: all have the same keys."""
