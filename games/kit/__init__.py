"""The kit: the contract of a title, and what titles share. Nothing here knows a title."""
