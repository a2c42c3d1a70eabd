"""Whole numbers as programs write them: in the ten ASCII digits.

`str.isdigit` and a pattern's digit class accept the digits of every script; `int` reads most of them, but not all.
"""

from __future__ import annotations

LONGEST = 18
"""The maximum number of digits: a number has 64 bits, and more digits would be slow to read."""


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number of at most 18 digits, without a sign."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST
