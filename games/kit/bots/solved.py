"""What a solved title knows: the best move at any table, from values that are worked out when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gunbai_record.plain import Plain


class Keeper(Protocol):
    """Where values that took long to work out are kept, so that the next solution finds them."""

    def read(self, name: str) -> bytes:
        """Return what was kept under a name; nothing if there is none."""

    def write(self, name: str, values: bytes) -> None:
        """Keep values under a name."""


class Solution(Protocol):
    """The solution of a title in which nobody knows more than another."""

    def prepare(self, table: Any, told: Callable[[int, int], None]) -> None:
        """Work out and keep what a table and all that can follow it take, and say how much is done, of what.

        What was worked out is kept on the way, so that whoever is stopped goes on from there.
        """

    def worth(self, table: Any, seat: int) -> float:
        """Return the share of the victory that a seat has at a table if all play best."""

    def best(self, table: Any, seat: int) -> Plain:
        """Return a legal move of a seat that is asked, which loses nothing of what the table is worth."""
