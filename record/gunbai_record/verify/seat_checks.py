"""A game's seats: who has taken each, with which key, and what they signed and committed to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import command_payload, signed_by, type_name
from gunbai_record.verify.actors import ARBITER, SEAT, own_name
from gunbai_record.verify.entry_checks import is_sealed
from gunbai_record.verify.message_checks import BadEntry

_SIGNED = frozenset(
    {"", "Concede", "Agree", "AnnounceAbsence", "TakeBack", "RuleIrregularity", "DecideGame", "ReissueToken"}
)
"""What seats and the arbiter sign: the title's commands, whose name is "" in this set, and these of the record."""
_SEAL_BYTES = 32


@dataclass(slots=True)
class Seat:
    """A player's key or b"", their commitment to shares, and the share that they revealed."""

    key: bytes
    commitment: bytes
    share: bytes = b""


@dataclass(slots=True)
class Signatures:
    """How many signatures were checked, and the entries whose signatures are sealed with their commands."""

    seats: int = 0
    arbiter: int = 0
    sealed: list[int] = field(default_factory=list)


class Seats:
    """The seats of a game or a branch, from its first entry on."""

    def __init__(self, founding: life.CreateGame | life.ForkGame, count: int) -> None:
        self._founding = founding
        self.count = count
        self.taken: dict[int, Seat] = {}
        self.started = False

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the seats, in order."""
        return range(1, self.count + 1)

    @property
    def _continues(self) -> bool:
        return isinstance(self._founding, life.ForkGame) and self._founding.continues

    def take(self, taken: life.TakeSeat) -> None:
        """Let a player take a seat. Raises BadEntry."""
        if self.started:
            raise BadEntry("no seat can be taken after the start")
        if taken.seat not in self.numbers or taken.seat in self.taken:
            raise BadEntry(f"seat {taken.seat} is already taken, or is not one of the game's {self.count} seats")
        if taken.public_key and taken.public_key == self._founding.arbiter:
            raise BadEntry("the arbiter cannot take a seat")
        if self._continues and taken.public_key != self._held(taken.seat):
            raise BadEntry(f"seat {taken.seat} must be taken with the key that it is held for")
        self.taken[taken.seat] = Seat(taken.public_key, taken.commitment)

    def free(self, seat: int) -> None:
        """Free a seat. Raises BadEntry."""
        if self.started or self.taken.pop(seat, None) is None:
            raise BadEntry(f"nobody holds seat {seat}, or the game has started")

    def hand_over(self, agreed: results.AgreedAbsence) -> None:
        """Give an absent seat to somebody else, who has no key. Raises BadEntry."""
        if agreed.absent_seat not in self.taken:
            raise BadEntry(f"nobody holds seat {agreed.absent_seat}")
        if agreed.token_hash:
            self.taken[agreed.absent_seat].key = b""

    def check_held(self, fork: life.ForkGame, parent: str) -> None:
        """Check the keys of the seats that a branch holds for its players. Raises BadEntry."""
        if not fork.held_seats and not fork.continues:
            return
        if [held.seat for held in fork.held_seats] != [*self.numbers]:
            raise BadEntry("it must hold every seat, in order")
        if fork.parent != parent:
            if fork.continues:
                raise BadEntry("it must continue the previous game in the record")
            return
        if any(seat not in self.taken or self.taken[seat].key != self._key(fork, seat) for seat in self.numbers):
            raise BadEntry("it must hold each seat for the key that the seat has in the parent")

    def check_signature(self, entry: record.Entry, counts: Signatures) -> None:
        """Check that an entry is signed with its actor's key, or unsigned if there is none. Raises BadEntry."""
        key = self._signing_key(entry)
        if not key:
            if entry.signature:
                raise BadEntry("it has a signature, but nobody signs this command")
        # The seal of a signature hides it with its command: until the secret opens, only its length can be checked.
        elif is_sealed(entry.command):
            if len(entry.signature) != _SEAL_BYTES:
                raise BadEntry("its signature must be sealed with its command")
            counts.sealed.append(entry.version)
        else:
            _check_signed(entry, key)
            counts.seats += entry.actor.kind == SEAT
            counts.arbiter += entry.actor.kind == ARBITER

    def _signing_key(self, entry: record.Entry) -> bytes:
        """Return the key that must have signed an entry; b"" for none. Raises BadEntry if nobody is its actor."""
        name, kind, seat = own_name(entry.command), entry.actor.kind, entry.actor.seat
        if kind == ARBITER:
            if not self._founding.arbiter and self._founding.chance_source != life.CHANCE_SOURCE_DEALER:
                raise BadEntry("the game has no arbiter")
            return self._founding.arbiter
        if kind != SEAT:
            return b""
        if name == "TakeSeat":
            return self._held(seat) if self._continues else b""
        if seat not in self.taken:
            raise BadEntry(f"nobody holds seat {seat}")
        return self.taken[seat].key if name in _SIGNED else b""

    def _held(self, seat: int) -> bytes:
        return self._key(self._founding, seat) if isinstance(self._founding, life.ForkGame) else b""

    @staticmethod
    def _key(fork: life.ForkGame, seat: int) -> bytes:
        return next((held.public_key for held in fork.held_seats if held.seat == seat), b"")


def _check_signed(entry: record.Entry, key: bytes) -> None:
    command = entry.command.open
    payload = command_payload(
        entry.game, entry.expected_version, entry.command_id, type_name(command.type_url), command.value
    )
    if not signed_by(key, entry.signature, payload):
        raise BadEntry("its command is not signed with its actor's key")
