"""Absent seats: another seat announces the absence, and after the time in the game's terms the others can continue.

Only a seat whose decision the rules wait for can be announced. The announcement has no effect if the seat sends
anything, or the table changes, before the referee notes that the time to come back is over. From then on, agreements do
not need its consent, so the others can agree on a result, or that the game continues without the seat, or that somebody
else gets the seat.
"""

from __future__ import annotations

from functools import partial

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as pb
from gunbai_record.limits import LEAST_ABSENCE, LONGEST_TIME
from referee.errors import InvalidField
from referee.game.decided_results import left
from referee.game.entries import BY_HOST, Added, Deed, packed, write
from referee.game.game import Game
from referee.game.orders import check_undecided, check_version, later, seats_order
from referee.game.time_control import MICROS
from referee.game.token_reissue import HASH_BYTES

USUAL_ABSENCE = 24 * 60 * 60
"""How many seconds a seat has to come back if the request for a game has 0."""


def absence_seconds(seconds: int) -> int:
    """Return how long an absent seat has to come back; 0 if the others never decide. Raises InvalidField."""
    if seconds and not LEAST_ABSENCE <= seconds <= LONGEST_TIME:
        raise InvalidField(
            "absence_seconds", f"expected 0, or {LEAST_ABSENCE} to {LONGEST_TIME} seconds, not {seconds}"
        )
    return seconds


def announce_absence(game: Game, deed: Deed) -> Added:
    """Announce that a seat is away. Raises InvalidField, VersionConflict or as `seats_order` does."""
    announced = seats_order(game, deed, pb.AnnounceAbsence)
    check_version(game, deed.expected_version, game.moved_at)
    seconds, seat = game.charter.absence_seconds, announced.absent_seat
    if not seconds or game.clock is not None:
        why = (
            "the game has clocks, which decide what happens to late seats"
            if seconds
            else "the game's terms give no time to come back"
        )
        raise InvalidField("absent_seat", why)
    if seat == deed.actor.seat or seat not in game.asked_seats:
        raise InvalidField("absent_seat", "name a seat other than yours that the game is waiting for")
    if seat in game.away or seat in game.absences:
        raise InvalidField("absent_seat", f"seat {seat} has already been reported away")
    deed = later(game, deed)
    event = pb.AbsenceAnnounced(absent_seat=seat, until_micros=deed.at + seconds * MICROS)
    return write(game, deed, [event], partial(absence_announced, game))


def absence_announced(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat was announced as away: the announcing seat is not away."""
    announced = pb.AbsenceAnnounced.FromString(entry.events[0].open.value)
    giver = game.sitting(entry.actor.seat)
    given = game.resat({entry.actor.seat: msgspec.structs.replace(giver, words=giver.words + 1)})
    noted = game.noted(entry, asides=game.asides + 1, sittings=given)
    absences = {**noted.absences, announced.absent_seat: announced.until_micros}
    return msgspec.structs.replace(noted, absences=absences)


def call_absence(game: Game, at: int) -> Added:
    """Note which seats did not come back in time. Raises GameNotStarted, GameOver, or InvalidField if all have time."""
    check_undecided(game)
    at = game.later(at)
    seats = absent_too_long(game, at)
    if not seats:
        raise InvalidField("at_micros", "no absent seat has run out of time")
    deed = Deed(BY_HOST, at, packed(pb.CallAbsence()))
    return write(game, deed, [pb.AbsenceCalled(absent_seats=seats)], partial(absence_called, game))


def absence_called(game: Game, entry: record.Entry) -> Game:
    """Return the game after seats did not come back in time."""
    seats = pb.AbsenceCalled.FromString(entry.events[0].open.value).absent_seats
    absences = {seat: until for seat, until in game.absences.items() if seat not in seats}
    away = tuple(sorted({*game.away, *seats}))
    return msgspec.structs.replace(game.noted(entry, asides=game.asides + 1), absences=absences, away=away)


def absent_too_long(game: Game, at: int) -> tuple[int, ...]:
    """Return the seats that did not come back in time, in order."""
    return tuple(sorted(seat for seat, until in game.notices_of_absence.items() if until < at))


def check_absence(game: Game, seat: int, agreed: pb.AgreedAbsence) -> None:
    """Check what a seat agrees to for an absent one. Raises InvalidField."""
    absent = agreed.absent_seat
    if absent == seat or absent not in game.away:
        raise InvalidField("absence", f"seat {absent} is not away: report it as away, and wait until its time is up")
    if len(agreed.token_hash) not in {0, HASH_BYTES}:
        raise InvalidField("absence", f"a token's SHA-256 has {HASH_BYTES} bytes, not {len(agreed.token_hash)}")
    if agreed.token_hash and game.charter.chance_source == life.CHANCE_SOURCE_SHARED:
        raise InvalidField("absence", f"seat {absent} cannot be handed over: only its player has the shares of chance")


def absence_settled(game: Game, entry: record.Entry, agreed: pb.AgreedAbsence) -> Game:
    """Return the game after an agreement about an absent seat."""
    absent = agreed.absent_seat
    game = msgspec.structs.replace(game, away=tuple(seat for seat in game.away if seat != absent))
    if not agreed.token_hash:
        return left(game, [absent], pb.RESULT_BASIS_TIME)
    taken = msgspec.structs.replace(
        # Nothing of the absent player counts for the new one: neither the name nor the key.
        game.sitting(absent), player="", public_key=b"", notice=None, since=entry.version, taken_at=entry.version,
        reissues=0, notices=0, signed=False,
    )  # fmt: skip
    return msgspec.structs.replace(game, sittings=game.resat({absent: taken}))


def handed_over(entry: record.Entry) -> pb.AgreedAbsence | None:
    """Return the agreement that an entry carried out for a seat, or None for any other entry."""
    if len(entry.events) < 3 or not entry.events[2].open.Is(pb.AbsenceSettled.DESCRIPTOR):
        return None
    agreed = pb.Agree.FromString(entry.command.open.value).absence
    return agreed if agreed.token_hash else None
