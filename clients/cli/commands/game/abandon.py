"""`gunbai game abandon`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.positions import GameId
from clients.cli.screen.input_lines import Yes, confirm
from clients.cli.session import session_of, token_in

OPERATORS = "`gunbai serve` makes it next to its database"
HEADING = "Find and start"


def abandon(
    context: typer.Context,
    game: GameId,
    *,
    reason: Annotated[str, typer.Option("--reason", help="The reason, for the record.")] = "",
    operator: Annotated[
        Path | None, typer.Option("--operator", help="As the operator: the file with your token.")
    ] = None,
    yes: Yes = False,
) -> None:
    """End a game that is not over. Only its host may, or the operator of the service with a reason.

    At a terminal you are asked whether you mean it; a script is not.
    """
    session = session_of(context)
    if operator is not None and not reason:
        raise typer.BadParameter("the operator gives a reason", param_hint="--reason")
    confirm(session.output, f"End {game} without a result", yes=yes)
    token = session.tokens.find(game, HOST) if operator is None else token_in(operator, "--operator", OPERATORS)
    with session.connect(token) as gunbai:
        abandoned = gunbai.abandon(game, reason)
    session.output.answer(abandoned, "The game has ended without a result; its record is now open to everybody.")
