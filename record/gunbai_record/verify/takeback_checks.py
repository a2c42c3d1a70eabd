"""The moves that seats take back in their own turns, as far as no rules are needed.

Only the rules know whom they asked, and what an event opened: they may forbid more than this.
"""

from __future__ import annotations

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record.chain import items_of
from gunbai_record.limits import MOST_TAKEN_BACK
from gunbai_record.verify.actors import HOST, SEAT, own_message
from gunbai_record.verify.entry_checks import is_sealed
from gunbai_record.verify.message_checks import BadEntry


class Takebacks:
    """The versions that a seat may go back to in a game or a branch, and what it took back."""

    def __init__(self) -> None:
        self._seat = 0
        self._versions: list[int] = []
        """The versions before its moves, the oldest first."""
        self._taken = 0
        """How many moves it took back, with nothing between that could have ended the count."""
        self._since = 0
        """The version at which it last went back."""

    def follow(self, entry: record.Entry, name: str) -> None:
        """Check one more entry; `name` is that of a command of the record. Raises BadEntry."""
        kind, seat = entry.actor.kind, entry.actor.seat
        if name == "TakeBack":
            self._take_back(entry)
        elif name:
            if kind != HOST and (kind, seat) != (SEAT, self._seat):
                self._turn(0)
        elif kind != SEAT or any(is_sealed(item) or item.salt for item in items_of(entry)):
            self._turn(0)
        else:
            if seat != self._seat:
                self._turn(seat)
            self._versions.append(entry.version - 1)

    def _turn(self, seat: int) -> None:
        """Begin the turn of a seat, or of nobody who can take back."""
        self._seat, self._versions = seat, []

    def _take_back(self, entry: record.Entry) -> None:
        seat, version = entry.actor.seat, own_message(entry.command).version
        if seat != self._seat or version not in self._versions:
            raise BadEntry(f"seat {seat} cannot go back to version {version} without consent")
        at = self._versions.index(version)
        moves, said = len(self._versions) - at, own_message(entry.events[0]).moves
        if said != moves:
            raise BadEntry(f"it takes back {moves} moves, not {said}")
        # Nothing ended the count since a version that the seat can still go back to.
        self._taken = moves + (self._taken if version <= self._since else 0)
        if self._taken > MOST_TAKEN_BACK:
            raise BadEntry(f"seat {seat} takes back more than {MOST_TAKEN_BACK} moves of one turn")
        del self._versions[at:]
        self._since = entry.version
