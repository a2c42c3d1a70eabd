"""`gunbai leave`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.positions import GameId
from clients.cli.seats import own_seats
from clients.cli.session import session_of

HEADING = "Find and join games"


def leave(
    context: typer.Context,
    game: GameId,
    *,
    seat: Annotated[int, typer.Option("--seat", help="Your seat; 0 for your only one.")] = 0,
) -> None:
    """Leave a game that has not started: your seat is free, and its token is forgotten."""
    session = session_of(context)
    with session.connect() as gunbai:
        mine = [each for each in own_seats(session, gunbai, game, seat) if each.number]
        if len(mine) != 1:
            raise typer.BadParameter(
                f"you have {len(mine)} seats in {game}: name the one to leave", param_hint="--seat"
            )
        left = mine[0].leave()
    session.tokens.forget(game, mine[0].number)
    session.output.answer(left, f"You have left seat {mine[0].number}.")
