"""Agreements: what needs the consent of every seat that plays and is not away.

The subject is a result, a pause of the clocks or its end, or what happens to an absent seat.

A consent is an entry. It counts until the table changes, and the last consent needed brings the agreement into effect.
"""

from __future__ import annotations

from functools import partial

import msgspec
from google.protobuf.message import Message

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import results_pb2 as pb
from referee.errors import InvalidField
from referee.game.absences import absence_settled, check_absence
from referee.game.clocks import check_pause, check_resumption, end_of, paused
from referee.game.decided_results import check_result, decided
from referee.game.entries import Added, Deed, write
from referee.game.game import Game
from referee.game.orders import check_version, later, seats_order


def agree(game: Game, deed: Deed) -> Added:
    """Give a seat's consent; the last one needed brings the agreement into effect.

    Raises InvalidField, VersionConflict or as `seats_order` does.
    """
    agreement = seats_order(game, deed, pb.Agree)
    check_version(game, deed.expected_version, game.moved_at)
    _check(game, deed.actor.seat, agreement)
    deed = later(game, deed)
    events: list[Message] = [pb.SeatAgreed(seat=deed.actor.seat)]
    if _reached(game, deed):
        events += [pb.AgreementReached(), *_effect(agreement, deed.at)]
    return write(game, deed, events, partial(seat_agreed, game))


def seat_agreed(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat gave its consent, and after the effect."""
    agreement, number = pb.Agree.FromString(entry.command.open.value), entry.actor.seat
    sitting = game.sitting(number)
    given = game.resat({number: msgspec.structs.replace(sitting, words=sitting.words + 1)})
    noted = game.noted(entry, sittings=given, asides=game.asides + 1)
    if len(entry.events) == 1:
        return msgspec.structs.replace(noted, words=_with_word(game, number, entry.command.open.value))
    agreed = msgspec.structs.replace(noted, words=())
    match agreement.WhichOneof("matter"):
        case "pause":
            return paused(agreed, end_of(agreement.pause, entry.at_micros))
        case "resumption":
            return paused(agreed, 0)
        case "absence":
            return absence_settled(agreed, entry, agreement.absence)
    return decided(agreed, pb.RESULT_BASIS_AGREEMENT, agreement.result.winners, agreement.result.scores)


def _check(game: Game, seat: int, agreement: pb.Agree) -> None:
    match agreement.WhichOneof("matter"):
        case "result":
            check_result(game, agreement.result.winners, agreement.result.scores)
        case "pause":
            check_pause(game, agreement.pause.seconds)
        case "resumption":
            check_resumption(game)
        case "absence":
            check_absence(game, seat, agreement.absence)
        case _:
            raise InvalidField("matter", "say what the seat agrees to")


def _effect(agreement: pb.Agree, at: int) -> list[Message]:
    """Return an agreement's events in its own entry; a result follows in the next."""
    match agreement.WhichOneof("matter"):
        case "pause":
            return [clocks.ClocksPaused(until_micros=end_of(agreement.pause, at))]
        case "resumption":
            return [clocks.ClocksResumed()]
        case "absence":
            return [pb.AbsenceSettled(absent_seat=agreement.absence.absent_seat)]
    return []


def _reached(game: Game, deed: Deed) -> bool:
    """Return whether, with this word, all seats that play and are not away have given the same one."""
    words = dict(_with_word(game, deed.actor.seat, deed.command.value))
    # A seat that sends something is no longer away.
    needed = set(game.playing) - set(game.away) | {deed.actor.seat}
    # Equal words have equal bytes: commands are stored in one encoding.
    return all(words.get(seat) == deed.command.value for seat in needed)


def _with_word(game: Game, seat: int, word: bytes) -> tuple[tuple[int, bytes], ...]:
    return tuple(sorted({**dict(game.words), seat: word}.items()))
