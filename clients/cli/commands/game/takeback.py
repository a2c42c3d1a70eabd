"""`gunbai game takeback`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options.positions import GameAtVersion
from clients.cli.seating.takebacks import branch_lines, consented, proposed
from clients.cli.session import session_of

HEADING = "Play"


def takeback(
    context: typer.Context,
    *,
    position: GameAtVersion,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Your seat; 0 for all of yours.")] = 0,
    consent: Annotated[
        str, typer.Option("--consent", help="The branch of a takeback that was proposed: consent to it.")
    ] = "",
) -> None:
    """Propose to take back what came after a version, or consent to it; it takes the word of every seat.

    With the last word the game goes on in a branch, with the same players, who have new tokens there.
    """
    session, (game, version) = session_of(context), position
    with session.connect() as gunbai:
        branch = consent or proposed(session, gunbai, game, version)
        info = consented(session, gunbai, game, seat, branch)
    session.output.answer({"game": game, "branch": branch, "info": info}, *branch_lines(game, info))
