"""`gunbai game abandon`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.positions import GameId
from clients.cli.screen.input_lines import Yes, confirm
from clients.cli.session import session_of

HEADING = "Find and start"


def abandon(
    context: typer.Context,
    game: GameId,
    *,
    reason: Annotated[str, typer.Option("--reason", help="The reason, for the record.")] = "",
    yes: Yes = False,
) -> None:
    """End a game that is not over. Only the host may.

    At a terminal you are asked whether you mean it; a script is not.
    """
    session = session_of(context)
    confirm(session.output, f"End {game} without a result", yes=yes)
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        abandoned = gunbai.abandon(game, reason)
    session.output.answer(abandoned, "The game has ended without a result; its record is now open to everybody.")
