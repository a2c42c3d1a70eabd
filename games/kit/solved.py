"""What a solved title knows: the best move at any table, from values that are worked out when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from google.protobuf.message import Message


class Keeper(Protocol):
    """Where values that took long to work out are kept, so that the next solution finds them."""

    def read(self, name: str) -> bytes:
        """Return what was kept under a name; nothing if there is none."""

    def write(self, name: str, values: bytes) -> None:
        """Keep values under a name."""


class Solution(Protocol):
    """The solution of a title in which nobody knows more than another."""

    def knows(self, table: Any) -> bool:
        """Return whether it knows what a table is worth."""

    def prepare(self, table: Any, told: Callable[[int, int], None]) -> bool:
        """Work out and keep what a table takes, and say how much is done, of what; return whether it is known then.

        What was worked out is kept on the way, so that whoever is stopped goes on from there.
        """

    def worth(self, table: Any, seat: int) -> float:
        """Return the share of the victory that a seat has at a table that is known, if all play best."""

    def best(self, table: Any, seat: int) -> Message | None:
        """Return a legal move of a seat that loses nothing of what the table is worth; None where that is not known."""
