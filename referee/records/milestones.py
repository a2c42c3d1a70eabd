"""Milestones: the digests of some versions of a record, which any reading of it is checked against.

Each digest covers everything before it. So a reading up to the next milestone, or to the head, shows that its entries
are the written ones, and not only that they fit one another.

With each digest goes a sum over the game's commands up to there, which the index of commands is checked against: a
command that the index has lost would be accepted a second time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Self
from zlib import crc32

from gunbai.record.v1 import entry_pb2 as record

EVERY = 64
"""The versions between milestones: a check reads at most this many entries."""
FEW = 64
"""Up to this many of a game's commands are kept in a list, which takes a fifth of a set's space."""
_DIGEST = 32
_SUM = 8
_EACH = _DIGEST + _SUM


class Milestones:
    """The digests of every 64th version from some version on, in one string of bytes, and a sum of the commands."""

    __slots__ = ("_digests", "_first", "_game", "commands")

    def __init__(self) -> None:
        self._first = 0
        self._digests = b""
        self._game = ""
        self.commands = 0
        """The sum over the command ids of the last entry's game, as `sum_of` gives it."""

    def note(self, entry: record.Entry) -> None:
        """Note an entry, which follows the one noted before."""
        if (game := entry.game) != self._game:
            # Entries before a branch's own are its parent's.
            self._game, self.commands = game, 0
        if command_id := entry.command_id:
            # A sum, because the index gives the commands in any order.
            self.commands += crc32(command_id.encode())
        if (version := entry.version) % EVERY == 0:
            self._first = self._first or version
            self._digests += entry.digest + self.commands.to_bytes(_SUM)

    @classmethod
    def of(cls, digests: bytes, game: str) -> Self:
        """Return the milestones from the first entry on, from the bytes of `upto` at a game's version."""
        milestones = cls()
        milestones._first, milestones._digests = EVERY if digests else 0, digests
        milestones._game, milestones.commands = game, int.from_bytes(digests[-_SUM:])
        return milestones

    def upto(self, version: int) -> bytes:
        """Return the digests and sums up to a version, as bytes; none if the first versions' digests are unknown."""
        return self._digests[: version // EVERY * _EACH] if self._first == EVERY else b""

    def at_or_after(self, version: int) -> tuple[int, bytes] | None:
        """Return the first milestone at or after a version, with its digest; None if it is unknown."""
        # The first division is rounded up.
        place = max(-(-version // EVERY) - self._first // EVERY, 0)
        digest = self._digests[place * _EACH : place * _EACH + _DIGEST]
        return (self._first + place * EVERY, digest) if digest else None


class Commands:
    """The commands that a game's entries answer, by a hash of their ids: what a store finds is compared with them."""

    __slots__ = ("_hashes",)

    def __init__(self, command_ids: Iterable[str] = ()) -> None:
        # Two ids with one hash do no harm: a hit only says to look.
        self._hashes: array[int] | set[int] = array("q", map(hash, command_ids))
        self._widen()

    def note(self, entry: record.Entry) -> None:
        """Note an entry's command, if it answers one."""
        command_id = entry.command_id
        if not command_id:
            return
        if isinstance(self._hashes, set):
            self._hashes.add(hash(command_id))
        else:
            self._hashes.append(hash(command_id))
            self._widen()

    def _widen(self) -> None:
        """Change to a set, for more hashes than can be searched quickly."""
        if len(self._hashes) > FEW:
            self._hashes = set(self._hashes)

    def __contains__(self, command_id: str) -> bool:
        return hash(command_id) in self._hashes


def sum_of(command_ids: Iterable[str]) -> int:
    """Return the sum of command ids' CRC-32: it differs if one is missing, or has a flipped bit."""
    return sum(crc32(command_id.encode()) for command_id in command_ids)
