"""`gunbai concede`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.positions import GameId
from clients.cli.seats import only_seat
from clients.cli.sentences import entry_lines
from clients.cli.session import session_of

HEADING = "Play"


def concede(
    context: typer.Context,
    game: GameId,
    *,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Your seat; 0 for your only one.")] = 0,
) -> None:
    """Concede: your seat plays no longer. Once one side is left, it wins."""
    session = session_of(context)
    with session.connect() as gunbai:
        ruling = only_seat(session, gunbai, game, seat).concede()
    session.output.answer(ruling, *(line for said in ruling.accepted.sentences for line in entry_lines(said)))
