"""`gunbai game abandon`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.positions import GameId
from clients.cli.screen.input_lines import Yes, confirm
from clients.cli.session import session_of, token_in

OPERATORS = "`gunbai serve` creates it next to its database"
HEADING = "Find and start"


def abandon(
    context: typer.Context,
    game: GameId,
    *,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Reason, kept in the record.")] = "",
    operator: Annotated[
        Path | None, typer.Option("--operator", metavar="FILE", help="Act as the operator, with this token file.")
    ] = None,
    yes: Yes = False,
) -> None:
    """End a game without a result. Only the game's host or the service's operator can do this.

    At a terminal gunbai asks you to confirm.
    """
    session = session_of(context)
    if operator is not None and not reason:
        raise typer.BadParameter("the operator must give a reason", param_hint="--reason")
    confirm(session.output, f"End {game} without a result", yes=yes)
    token = session.tokens.find(game, HOST) if operator is None else token_in(operator, "--operator", OPERATORS)
    with session.connect(token) as gunbai:
        abandoned = gunbai.abandon(game, reason)
    session.output.answer(abandoned, "The game ended without a result. Everyone can now read its record.")
