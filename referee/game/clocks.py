"""Clocks in a game: whose time is up, what pauses them, and what does not count."""

from __future__ import annotations

from functools import partial

import msgspec

from gunbai.record.v1 import clocks_pb2 as pb
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.limits import LONGEST_TIME
from referee.errors import InvalidField, RoleNeeded, TimeUp
from referee.game.decided_results import left
from referee.game.entries import BY_HOST, Added, Deed, packed, write
from referee.game.game import Game
from referee.game.orders import check_undecided
from referee.game.time_control import MICROS, Clock

BOT_NEEDED = "the token of a seat or, once a player has run out of time and is still away, the bot's"
"""What the error asks of a bot without a seat."""


def bots_seat(game: Game) -> int:
    """Return the seat that a game's bot decides for now: the first of several; 0 if there is none."""
    return min(game.asked_seats & set(game.with_bot), default=min(game.with_bot, default=0))


def check_bot(game: Game, seat: int) -> None:
    """Check that a bot also decides for a seat. Raises RoleNeeded."""
    if not seat or seat not in game.with_bot:
        raise RoleNeeded(BOT_NEEDED)


def expired(game: Game, at: int) -> tuple[int, ...]:
    """Return the asked seats whose time is up at a moment, in order, without those already noted."""
    if game.clock is None:
        return ()
    counted = game.clock.counted(game.changed_at, at)
    return tuple(
        seat for seat in sorted(game.asked_seats) if seat not in game.late and game.clock.left[seat - 1] < counted
    )


def check_in_time(game: Game, seat: int, at: int) -> None:
    """Check that a deciding seat has time left. Raises TimeUp."""
    if seat in game.late or seat in expired(game, at):
        raise TimeUp(game.id, seat)


def call_clock(game: Game, at: int) -> Added:
    """Note whose time is up. Raises GameNotStarted, GameOver, or InvalidField if nobody's is."""
    check_undecided(game)
    at = game.later(at)
    seats = expired(game, at)
    if not seats:
        raise InvalidField("at_micros", "nobody has run out of time")
    deed = Deed(BY_HOST, at, packed(pb.CallClock()))
    return write(game, deed, [pb.ClockExpired(seats=seats)], partial(clock_expired, game))


def clock_expired(game: Game, entry: record.Entry) -> Game:
    """Return the game after seats' time was up."""
    seats = pb.ClockExpired.FromString(entry.events[0].open.value).seats
    terms = game.charter.clock
    if terms is not None and terms.expiry == pb.EXPIRY_RULE_LOSES:
        return left(game.noted(entry, words=()), seats, results.RESULT_BASIS_TIME)
    bots_time = terms.bot if terms is not None else 0
    # If the bot runs out of time too, the seat is late, and gets the default move.
    to_bot = {*seats} - {*game.with_bot} if bots_time else set[int]()
    late, with_bot = {*game.late, *seats} - to_bot, {*game.with_bot} | to_bot
    after = game.noted(entry, late=tuple(sorted(late)), with_bot=tuple(sorted(with_bot)))
    clock = after.clock.given(dict.fromkeys(to_bot, bots_time)) if after.clock is not None else None
    return msgspec.structs.replace(after, clock=clock)


def excuse_stop(game: Game, command: pb.ExcuseStop, at: int) -> Added:
    """Do not count the time when the service was away. Raises GameNotStarted, GameOver or InvalidField."""
    check_undecided(game)
    at = game.later(at)
    if game.clock is None and not game.notices_of_absence:
        raise InvalidField("since_micros", "the game has no clocks, and no absent seat has a deadline")
    if not game.changed_at <= command.since_micros <= at:
        raise InvalidField("since_micros", "expected a time between the previous entry and this one")
    deed = Deed(BY_HOST, at, packed(command))
    return write(game, deed, [pb.StopExcused()], partial(stop_excused, game))


def stop_excused(game: Game, entry: record.Entry) -> Game:
    """Return the game after a stop of the service was excused: only the time before the stop counts."""
    since = pb.ExcuseStop.FromString(entry.command.open.value).since_micros
    clock = game.clock.spent(game.asked_seats, game.changed_at, since) if game.clock is not None else None
    absences = {seat: until + entry.at_micros - since for seat, until in game.absences.items()}
    # With the new time first: `noted` would count the stop.
    return msgspec.structs.replace(game, clock=clock, absences=absences, changed_at=entry.at_micros).noted(entry)


def check_pause(game: Game, seconds: int) -> None:
    """Check a pause that a seat agrees to. Raises InvalidField."""
    if game.clock is None:
        raise InvalidField("pause", "the game has no clocks")
    if not 1 <= seconds <= LONGEST_TIME:
        raise InvalidField("pause", f"expected 1 to {LONGEST_TIME} seconds, not {seconds}")


def check_resumption(game: Game) -> None:
    """Check that there is a pause to end. Raises InvalidField."""
    if game.clock is None or not game.clock.paused_until:
        raise InvalidField("resumption", "the clocks are not paused")


def paused(game: Game, until: int) -> Game:
    """Return the game with its clocks paused until a time; 0 ends a pause."""
    clock = Clock(game.clock.left, until, game.clock.used) if game.clock is not None else None
    return msgspec.structs.replace(game, clock=clock)


def end_of(pause: pb.AgreedPause, at: int) -> int:
    """Return when a pause that begins at a time ends, in microseconds."""
    return at + pause.seconds * MICROS
