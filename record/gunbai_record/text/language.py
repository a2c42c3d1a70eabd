"""A language: what no template can say for itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its tag (RFC 5646), its words for a seat, the reader, a list and emptiness, and its plurals."""

    tag: str
    name: str
    """What the language calls itself."""
    seat: str
    you: str
    conjunction: str
    nothing: str
    none: str
    plural: Callable[[int], int]
    """Returns which of a noun's forms, counted from 0, goes with a number."""
