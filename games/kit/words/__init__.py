"""The words of a title."""
