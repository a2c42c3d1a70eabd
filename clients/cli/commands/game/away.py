"""`gunbai game away`."""

from __future__ import annotations

from typing import Annotated

import typer

from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.screen.sentences import entry_lines
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of

HEADING = "Play"


def away(
    context: typer.Context,
    game: GameId,
    absent: Annotated[int, typer.Argument(help="The absent seat.", metavar="SEAT")],
    *,
    seat: OwnSeat = 0,
) -> None:
    """Report that the game is waiting for a player who has left.

    They can come back within the game's --absence-seconds. After that the others decide without them: see `gunbai game
    agree`.
    """
    session = session_of(context)
    with session.connect() as gunbai:
        ruling = only_seat(session, gunbai, game, seat).announce_absence(absent)
    session.output.answer(ruling, *(line for sentences in ruling.accepted.sentences for line in entry_lines(sentences)))
