"""Whole numbers as programs write them: in the ten digits of ASCII.

`str.isdigit` and the class of digits in a pattern take those of every script; `int` reads most of them, but not all.
"""

from __future__ import annotations

LONGEST = 18
"""The most digits of a number: it has 64 bits, and any more would be slow to read."""


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number of at most 18 digits, without a sign."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST
