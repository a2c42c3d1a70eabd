"""The words and signs of the text board of INFLUDANCE Duel, with their meanings."""

from __future__ import annotations

LEGEND = {
    "red": ("R", "The red cowboy"),
    "blue": ("B", "The blue cowboy"),
    "bare": (".", "A field without a cowboy"),
    "none": ("-", "No bullet: the cowboy of this colour stays (IN-5.2)"),
    "n": ("N", "To the north, the way red faces (IN-1.4)"),
    "ne": ("NE", "To the north-east"),
    "e": ("E", "To the east"),
    "se": ("SE", "To the south-east"),
    "s": ("S", "To the south, the way blue faces (IN-1.4)"),
    "sw": ("SW", "To the south-west"),
    "w": ("W", "To the west"),
    "nw": ("NW", "To the north-west"),
}
"""What each word or sign of the text board means, without the components, by an id that the languages share."""
