"""A solved title: the best move at any table, from values that are computed on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gunbai_record.plain import Plain


class Keeper(Protocol):
    """Where values that took long to compute are stored, so that the next solution finds them."""

    def read(self, name: str) -> bytes:
        """Return the value cached under a name, if any."""

    def write(self, name: str, values: bytes) -> None:
        """Store values under a name."""


class Solution(Protocol):
    """The solution of a title without hidden information."""

    def prepare(self, table: Any, progress: Callable[[int, int], None]) -> None:
        """Compute and cache the values of a table and of all later ones, and report the progress.

        Results are cached on the way, so an interrupted computation resumes.
        """

    def worth(self, table: Any, seat: int) -> float:
        """Return a seat's share of the victory at a table if everyone plays best."""

    def best(self, table: Any, seat: int) -> Plain:
        """Return a legal move, for a seat to act, that keeps the table's value."""
