"""The titles that are installed: how they are found and loaded, and the laws that each is checked against."""
