"""`gunbai game takeback`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options.positions import GameAtVersion
from clients.cli.seating.takebacks import branch_lines, consented, proposed, undone, undone_lines
from clients.cli.session import session_of

HEADING = "Play"


def takeback(
    context: typer.Context,
    *,
    position: GameAtVersion,
    seat: Annotated[int, typer.Option("--seat", min=0, metavar="SEAT", help="Your seat (0: all your seats).")] = 0,
    consent: Annotated[
        str,
        typer.Option("--consent", metavar="GAME", help="Consent to the takeback that would continue in this branch."),
    ] = "",
) -> None:
    """Go back to a version, at once or by proposal.

    On your own turn you can go back at once, as long as nobody else has acted and nothing random or hidden has been
    revealed. Otherwise every seat must agree, and the game continues in a branch with the same players, who get new
    tokens.
    """
    session, (game, version) = session_of(context), position
    with session.connect() as gunbai:
        ruling = undone(session, gunbai, game, seat, version) if not consent else None
        if ruling is not None:
            session.output.answer({"game": game, "ruling": ruling}, *undone_lines(ruling))
            return
        branch = consent or proposed(session, gunbai, game, version)
        info = consented(session, gunbai, game, seat, branch)
    session.output.answer({"game": game, "branch": branch, "info": info}, *branch_lines(game, info))
