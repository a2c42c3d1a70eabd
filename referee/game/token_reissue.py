"""Reissued tokens: only the record says which token holds a seat.

A seat with a key gets a new token for a request that its key signed. The request is a command like any other: it is
bound to the game, the version and the new token's digest, and its id is used once.

A seat without a key can get one if the game was created with that term: the host announces its digest, and the seat has
some time to veto the token. Then the referee gives the seat to the new token, which holds it from the version of the
announcement.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from referee.errors import GameOver, InvalidField, NoticeNotRunning, ReissueNotAllowed, SeatNotTaken
from referee.game.entries import BY_HOST, Added, Deed, packed, write
from referee.game.entries import seat as by_seat
from referee.game.game import NOTICES_RUN, Game, Notice, Sitting
from referee.game.languages.values import utc
from referee.game.orders import check_signature, check_version, later
from referee.game.time_control import MICROS

HASH_BYTES = 32
"""The size of a token's SHA-256."""
Absent: TypeAlias = Callable[[int, int], int]
"""Returns how long the service was away between two moments, in microseconds."""
_Named: TypeAlias = life.TokenReissued | life.ReissueAnnounced | life.ReissueVetoed
"""The events that each name their seat."""


def always_there(since: int, until: int) -> int:
    """Return 0: the service was never away."""
    return 0


def reissue_token(game: Game, deed: Deed) -> Added:
    """Give a seat to the holder of a new token.

    Raises InvalidField, GameOver, SeatNotTaken, SignatureMissing, SignatureInvalid or VersionConflict.
    """
    command, number = life.ReissueToken.FromString(deed.command.value), deed.actor.seat
    sitting = _find_sitting(game, deed.command_id, command.seat, command.token_hash)
    if deed.actor.kind != record.ACTOR_KIND_SEAT or number != command.seat:
        raise InvalidField("actor", "a seat can ask for a new token only for itself")
    if not sitting.public_key:
        raise InvalidField("seat", f"seat {number} joined without a public key: nobody can sign for it")
    check_signature(game, deed, sitting.public_key)
    if game.over:
        raise GameOver(game.id, f"it is {game.status}")
    # A request from before the present token could undo a newer one.
    check_version(game, deed.expected_version, sitting.since)
    return write(game, later(game, deed), [life.TokenReissued(seat=number)], partial(token_reissued, game))


def token_reissued(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat got a new token, valid since this entry."""
    reissues = game.sitting(entry.actor.seat).reissues + 1
    return _changed(game, entry, life.TokenReissued, since=entry.version, notice=None, reissues=reissues)


def announce_reissue(game: Game, command: life.AnnounceReissue, command_id: str, at: int) -> Added:
    """Announce a new token for a seat without a key, replacing an earlier announcement.

    Raises GameOver, InvalidField, SeatNotTaken or ReissueNotAllowed.
    """
    _check_goes_on(game)
    if _find_sitting(game, command_id, command.seat, command.token_hash).public_key:
        raise InvalidField("seat", f"seat {command.seat} has a key, and only that key can replace its token")
    if not game.charter.reissue_seconds:
        raise ReissueNotAllowed(game.id, "the game was created without a time for vetoes")
    deed = Deed(BY_HOST, game.later(at), packed(command), command_id)
    until = deed.at + game.charter.reissue_seconds * MICROS
    announced = life.ReissueAnnounced(seat=command.seat, until_micros=until)
    return write(game, deed, [announced], partial(reissue_announced, game))


def reissue_announced(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat's new token was announced."""
    announced = life.ReissueAnnounced.FromString(entry.events[0].open.value)
    notices = game.sitting(announced.seat).notices + 1
    notice = Notice(entry.version, announced.until_micros)
    return _changed(game, entry, life.ReissueAnnounced, notice=notice, notices=notices)


def veto_reissue(game: Game, number: int, command_id: str, at: int) -> Added:
    """Let a seat keep its token, as long as the announcement is not completed.

    Raises InvalidField, GameOver or NoticeNotRunning.
    """
    if not command_id:
        raise InvalidField("request_id", "a veto needs an id")
    _check_goes_on(game)
    at = game.later(at)
    _running(game, number)
    deed = Deed(by_seat(number), at, packed(life.VetoReissue(seat=number)), command_id)
    return write(game, deed, [life.ReissueVetoed(seat=number)], partial(reissue_vetoed, game))


def reissue_vetoed(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat kept its token."""
    return _changed(game, entry, life.ReissueVetoed, notice=None)


def complete_reissue(game: Game, number: int, at: int) -> Added:
    """Give a seat the announced token that it did not veto in time. Raises NoticeNotRunning."""
    at = game.later(at)
    notice = _running(game, number)
    if at <= notice.until:
        raise NoticeNotRunning(game.id, f"seat {number} can still veto, until {utc(notice.until)}")
    deed = Deed(BY_HOST, at, packed(life.CompleteReissue(seat=number)))
    return write(game, deed, [life.TokenReissued(seat=number)], partial(reissue_completed, game))


def reissue_completed(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat got its announced token."""
    number = life.CompleteReissue.FromString(entry.command.open.value).seat
    return _changed(game, entry, life.TokenReissued, since=_running(game, number).version, notice=None)


def complete_reissues(game: Game, at: int, absent: Absent = always_there) -> Added:
    """Give the seats whose time for a veto is over their announced tokens."""
    entries: tuple[record.Entry, ...] = ()
    for number in [number for number, notice in game.notices.items() if veto_until(game, notice, at, absent) < at]:
        game, more = complete_reissue(game, number, at)
        entries += more
    return Added(game, entries)


def veto_until(game: Game, notice: Notice, at: int, absent: Absent) -> int:
    """Return until when a seat may veto an announcement; as far as known, time when nobody could does not count."""
    announced = notice.until - game.charter.reissue_seconds * MICROS
    return notice.until + absent(announced, at)


def check_veto_in_time(game: Game, seat: int, at: int, absent: Absent) -> None:
    """Check that a seat has time left to veto its announced token. Raises NoticeNotRunning."""
    until = veto_until(game, game.notices[seat], at, absent)
    if at > until:
        raise NoticeNotRunning(game.id, f"it is too late for seat {seat} to veto: its time ended at {utc(until)}")


def _find_sitting(game: Game, command_id: str, number: int, token_hash: bytes) -> Sitting:
    """Return the sitting of the seat that needs a new token. Raises InvalidField or SeatNotTaken."""
    sitting = game.sitting(number)
    if not command_id:
        raise InvalidField("request_id", "a request for a new token needs an id")
    if len(token_hash) != HASH_BYTES:
        raise InvalidField("token_hash", f"expected {HASH_BYTES} bytes, not {len(token_hash)}")
    if not sitting.taken:
        raise SeatNotTaken(game.id, f"seat {number} is free")
    return sitting


def _check_goes_on(game: Game) -> None:
    """Check that tokens can be announced in a game. Raises GameOver."""
    if game.status not in NOTICES_RUN:
        raise GameOver(game.id, f"it is {game.status}")
    if game.result is not None:
        raise GameOver(game.id, "it is already decided")


def _running(game: Game, number: int) -> Notice:
    """Return a seat's announcement. Raises NoticeNotRunning."""
    notice = game.notices.get(number)
    if notice is None:
        raise NoticeNotRunning(game.id, f"no new token was announced for seat {number}")
    return notice


def _changed(game: Game, entry: record.Entry, event: type[_Named], **changes: Any) -> Game:
    """Return the game with changes to the seat that an entry's first event names."""
    number = event.FromString(entry.events[0].open.value).seat
    sitting = msgspec.structs.replace(game.sitting(number), **changes)
    return game.noted(entry, sittings=game.resat({number: sitting}), asides=game.asides + 1)
