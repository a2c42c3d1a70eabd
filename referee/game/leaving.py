"""Seats that their players or the host free before the start: what a player gave goes with them.

A freed seat has a new invitation and, once it is taken again, a new token.
"""

from __future__ import annotations

from functools import partial

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from referee.errors import GameNotOpen, InvalidField, SeatNotTaken
from referee.game.entries import BY_HOST, Added, Deed, packed, seat, write
from referee.game.game import Game, Sitting
from referee.game.orders import later


def free_seat(game: Game, number: int, command_id: str, at: int) -> Added:
    """Free a seat for the host. Raises GameNotOpen, SeatNotTaken or InvalidField."""
    return _freed(game, number, Deed(BY_HOST, at, packed(life.FreeSeat(seat=number)), command_id))


def leave_seat(game: Game, number: int, command_id: str, at: int) -> Added:
    """Free a seat that its player leaves. Raises GameNotOpen, SeatNotTaken or InvalidField."""
    left = life.LeaveSeat(seat=number, since=game.sitting(number).since)
    return _freed(game, number, Deed(seat(number), at, packed(left), command_id))


def seat_freed(game: Game, entry: record.Entry) -> Game:
    """Return the game after a seat was freed. Its commitment, if it had one, is never used again."""
    freed = life.SeatFreed.FromString(entry.events[0].open.value)
    return game.noted(entry, sittings=game.resat({freed.seat: Sitting(freed_at=entry.version)}))


def _freed(game: Game, number: int, deed: Deed) -> Added:
    if game.status != "open":
        raise GameNotOpen(game.id, f"it is {game.status}")
    if not deed.command_id:
        raise InvalidField("request_id", "a request that frees a seat needs an id")
    if not game.sitting(number).taken:
        raise SeatNotTaken(game.id, f"seat {number} is free")
    return write(game, later(game, deed), [life.SeatFreed(seat=number)], partial(seat_freed, game))
