"""The seats' tokens in a record: the entry from which each is valid, and the open notices of new tokens."""

from __future__ import annotations

from typing import NamedTuple

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.verify.actors import own_message, own_name
from gunbai_record.verify.entry_checks import puts_off
from gunbai_record.verify.message_checks import BadEntry
from gunbai_record.verify.seat_checks import Seats

_HASH_BYTES = 32
_MICROS = 1_000_000


class _Notice(NamedTuple):
    """The entry of a notice, and until when its seat may veto it."""

    version: int
    until: int


class Tokens:
    """The seats' tokens in a game or a branch, from its first entry on."""

    def __init__(self) -> None:
        self._since: dict[int, int] = {}
        self._notices: dict[int, _Notice] = {}

    def follow(self, founding: life.CreateGame | life.ForkGame, seats: Seats, entry: record.Entry, name: str) -> None:
        """Check what one more entry says about tokens. Raises BadEntry."""
        match name:
            case "TakeSeat":
                self._since[entry.actor.seat] = entry.version
            case "FreeSeat" | "LeaveSeat":
                self._free(own_message(entry.command))
            case "CallTime":
                self._put_off(entry)
            case "ReissueToken":
                self._reissue(seats, entry)
            case "AnnounceReissue":
                self._announce(founding, seats, entry)
            case "VetoReissue" | "CompleteReissue":
                self._settle(entry, veto=name == "VetoReissue")
            case "Agree":
                self._agree(own_message(entry.command).absence, entry)

    def _free(self, freed: life.FreeSeat | life.LeaveSeat) -> None:
        since = self._since.pop(freed.seat, 0)
        self._notices.pop(freed.seat, None)
        if isinstance(freed, life.LeaveSeat) and freed.since != since:
            raise BadEntry(f"seat {freed.seat} has had its token since entry {since}, not {freed.since}")

    def _put_off(self, entry: record.Entry) -> None:
        for seat in own_message(entry.events[0]).seats if puts_off(entry) else ():
            self._since.pop(seat, None)
            self._notices.pop(seat, None)

    def _reissue(self, seats: Seats, entry: record.Entry) -> None:
        number = entry.actor.seat
        _check_hash(own_message(entry.command).token_hash)
        if number not in seats.taken or not seats.taken[number].key:
            raise BadEntry(f"seat {number} is free, or has no key to sign for a new token")
        # The expected version ties the request to the token before it, so an old request cannot be used again.
        if entry.expected_version < self._since[number]:
            raise BadEntry(
                f"seat {number} has had its token since entry {self._since[number]}, after the expected version"
            )
        self._since[number] = entry.version
        self._notices.pop(number, None)

    def _announce(self, founding: life.CreateGame | life.ForkGame, seats: Seats, entry: record.Entry) -> None:
        reissue, seconds = own_message(entry.command), founding.reissue_seconds
        _check_hash(reissue.token_hash)
        if not seconds:
            raise BadEntry("in this game, a seat without a key cannot get a new token")
        if reissue.seat not in seats.taken or seats.taken[reissue.seat].key:
            raise BadEntry(f"seat {reissue.seat} is free, or has a key")
        until = entry.at_micros + seconds * _MICROS
        if own_message(entry.events[0]).until_micros != until:
            raise BadEntry("the time for a veto does not match the game's terms")
        self._notices[reissue.seat] = _Notice(entry.version, until)

    def _agree(self, agreed: results.AgreedAbsence, entry: record.Entry) -> None:
        """Check an absent seat's new token, and note it once the last seat agrees."""
        if not agreed.token_hash:
            return
        _check_hash(agreed.token_hash)
        if own_name(entry.events[-1]) == "AbsenceSettled":
            self._since[agreed.absent_seat] = entry.version
            self._notices.pop(agreed.absent_seat, None)

    def _settle(self, entry: record.Entry, *, veto: bool) -> None:
        """Check a veto, or that an unvetoed notice takes effect."""
        seat = own_message(entry.command).seat
        notice = self._notices.pop(seat, None)
        if notice is None:
            raise BadEntry(f"no new token was announced for seat {seat}")
        if not veto and entry.at_micros <= notice.until:
            raise BadEntry("it gives the token before the time for a veto is over")
        if not veto:
            # The service stored the token with the notice, so it is valid since then.
            self._since[seat] = notice.version


def _check_hash(value: bytes) -> None:
    if len(value) != _HASH_BYTES:
        raise BadEntry(f"a token's SHA-256 has {len(value)} bytes, not {_HASH_BYTES}")
