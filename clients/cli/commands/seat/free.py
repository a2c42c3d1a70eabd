"""`gunbai seat free`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.positions import GameId
from clients.cli.session import session_of


def free(
    context: typer.Context,
    game: GameId,
    seat: Annotated[int, typer.Argument(help="Seat to free.", metavar="SEAT")],
) -> None:
    """Free a seat before the game starts. Only the host can do this. The old token of the seat stops working."""
    session = session_of(context)
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        freed = gunbai.free(game, seat)
    session.tokens.forget(game, seat)
    session.output.answer(
        freed, f"Seat {seat} is free and has a new invitation. [dim]Print it:[/] gunbai seat invite {game}"
    )
