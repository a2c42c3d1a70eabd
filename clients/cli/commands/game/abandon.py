"""`gunbai game abandon`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.positions import GameId
from clients.cli.session import session_of

HEADING = "Find and start"


def abandon(
    context: typer.Context,
    game: GameId,
    reason: Annotated[str, typer.Option("--reason", help="The reason, for the record.")] = "",
) -> None:
    """End a game that is not over. Only the host may."""
    session = session_of(context)
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        abandoned = gunbai.abandon(game, reason)
    session.output.answer(abandoned, "The game has ended without a result; its record is now open to everybody.")
