"""A seat's own turn: the positions to which it can go back without asking anybody.

These are the positions before its last moves, if the rules asked only this seat before and after each move, only the
seat and the host acted, and no entry showed anything random or hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from gunbai_record.limits import MOST_TAKEN_BACK

Barrier = Literal["", "chance", "another", "hidden", "turn"]
"""Why nothing before an entry can be taken back: it is not the seat's, showed something hidden, or asked others."""


class Before(msgspec.Struct, frozen=True, gc=False):
    """A position that a seat can go back to."""

    version: int
    table: Any
    """The table, or its canonical JSON in a snapshot."""
    time: int = 0
    """The time that the seat had left and all that it had used, in microseconds; 0 without clocks."""


class OwnTurn(msgspec.Struct, frozen=True, gc=False):
    """What a seat can take back by itself; nothing for no seat."""

    seat: int = 0
    positions: tuple[Before, ...] = ()
    """The positions, the oldest first."""
    taken_back: int = 0
    """How many moves it has taken back."""
    barrier: Barrier = ""
    barred_at: int = 0
    """The version of the entry before which nothing can be taken back; 0 if there was none."""

    def moved(self, seat: int, before: Before) -> OwnTurn:
        """Return the turn after a move of a seat that showed nothing."""
        own = self if self.seat == seat else msgspec.structs.replace(self, seat=seat, positions=(), taken_back=0)
        kept = (*own.positions, before)[-MOST_TAKEN_BACK:]
        return msgspec.structs.replace(own, positions=kept)

    def moves_since(self, version: int) -> int:
        """Return how many moves are taken back with a return to a version; 0 if the seat cannot go back there."""
        versions = [position.version for position in self.positions]
        return len(versions) - versions.index(version) if version in versions else 0

    def back_at(self, version: int) -> OwnTurn:
        """Return the turn after the seat went back to a version."""
        moves = self.moves_since(version)
        kept = self.positions[: len(self.positions) - moves]
        return msgspec.structs.replace(self, positions=kept, taken_back=self.taken_back + moves)

    def with_tables(self, change: Callable[[Any], Any]) -> OwnTurn:
        """Return the same turn with its tables in another form."""
        changed = tuple(msgspec.structs.replace(position, table=change(position.table)) for position in self.positions)
        return msgspec.structs.replace(self, positions=changed)


def barred(barrier: Barrier, version: int) -> OwnTurn:
    """Return the turn after an entry before which nothing can be taken back."""
    return OwnTurn(barrier=barrier, barred_at=version)
