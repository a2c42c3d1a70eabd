"""Taking back: a seat undoes its last moves on its own turn, without anybody's consent.

It is an order of the seat, and an entry like any other: what it takes back stays in the record. The seat gets no time
back, and no increment for a decision that it takes back.
"""

from __future__ import annotations

from functools import partial

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.limits import MOST_TAKEN_BACK
from referee.errors import NotTakenBack, TimeUp
from referee.game.clocks import check_in_time
from referee.game.entries import Added, Deed, write
from referee.game.game import Game
from referee.game.orders import check_version, later, seats_order
from referee.game.own_turn import Before
from referee.game.time_control import Clock

_BARRIERS = {
    "": "it is not the version before a move of this turn",
    "chance": "entry {version} is an outcome of chance",
    "another": "entry {version} is somebody else's",
    "hidden": "entry {version} revealed something hidden",
    "turn": "at entry {version} it was not only this seat's turn",
}


def take_back(game: Game, deed: Deed) -> Added:
    """Take back moves of a seat. Raises VersionConflict, TimeUp, NotTakenBack or as `seats_order` does."""
    asked = seats_order(game, deed, life.TakeBack)
    check_version(game, deed.expected_version, game.moved_at)
    deed, seat = later(game, deed), deed.actor.seat
    if game.clock is not None:
        check_in_time(game, seat, deed.at)
    before = _checked(game, seat, asked.version)
    clock = _clock_after(game, before, seat, deed.at)
    if clock is not None and clock.left[seat - 1] < 0:
        raise TimeUp(game.id, seat)
    event = life.MovesTakenBack(seat=seat, moves=game.own_turn.moves_since(asked.version))
    return write(game, deed, [event], partial(moves_taken_back, game))


def moves_taken_back(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat took back moves."""
    seat, version = entry.actor.seat, life.TakeBack.FromString(entry.command.open.value).version
    if not game.charter.rulebook.served:
        return game.noted(entry, moved_at=entry.version, words=())
    before, acted = _checked(game, seat, version), game.acted
    return msgspec.structs.replace(
        game.noted(entry),
        table=before.table,
        step=game.charter.rulebook.waits(before.table),
        asked_since=entry.version,
        acted=(*acted[:seat], entry.version, *acted[seat + 1 :]),
        moved_at=entry.version,
        recalled=tuple(event for event in game.recalled if event[0] <= version),
        words=(),
        absences={},
        away=(),
        clock=_clock_after(game, before, seat, entry.at_micros),
        own_turn=game.own_turn.back_at(version),
    )


def reach(game: Game, seat: int) -> int:
    """Return the version before the last move that a seat can take back by itself; 0 if there is none."""
    own = game.own_turn
    if own.seat != seat or not own.positions or own.taken_back >= MOST_TAKEN_BACK or game.asked_seats != {seat}:
        return 0
    return own.positions[-1].version if game.result is None else 0


def _checked(game: Game, seat: int, version: int) -> Before:
    """Return the position that a seat goes back to. Raises NotTakenBack."""
    own = game.own_turn
    moves = own.moves_since(version) if own.seat == seat else 0
    if not moves or game.asked_seats != {seat}:
        barrier = own.barrier if version < own.barred_at else ""
        raise NotTakenBack(game.id, seat, version, _BARRIERS[barrier].format(version=own.barred_at))
    if own.taken_back + moves > MOST_TAKEN_BACK:
        why = f"that would take back more than {MOST_TAKEN_BACK} moves of one turn"
        raise NotTakenBack(game.id, seat, version, why)
    return own.positions[-moves]


def _clock_after(game: Game, before: Before, seat: int, at: int) -> Clock | None:
    """Return the clock after a seat went back: its decision goes on, and all time since then counts for it."""
    if game.clock is None:
        return None
    spent = game.clock.spent({seat}, game.changed_at, at)
    return spent.given({seat: before.time - spent.used[seat - 1]})
