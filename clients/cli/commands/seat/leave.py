"""`gunbai seat leave`."""

from __future__ import annotations

import typer

from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of


def leave(
    context: typer.Context,
    game: GameId,
    *,
    seat: OwnSeat = 0,
) -> None:
    """Leave a game that has not started. Your seat is free again."""
    session = session_of(context)
    with session.connect() as gunbai:
        mine = only_seat(session, gunbai, game, seat)
        left = mine.leave()
    session.tokens.forget(game, mine.number)
    session.output.answer(left, f"You have left seat {mine.number}.")
