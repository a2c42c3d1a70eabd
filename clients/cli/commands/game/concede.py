"""`gunbai game concede`."""

from __future__ import annotations

import typer

from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.screen.input_lines import Yes, confirm
from clients.cli.screen.sentences import entry_lines
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of

HEADING = "Play"


def concede(
    context: typer.Context,
    game: GameId,
    *,
    seat: OwnSeat = 0,
    yes: Yes = False,
) -> None:
    """Concede: your seat stops playing. The last side left wins.

    At a terminal gunbai asks you to confirm.
    """
    session = session_of(context)
    with session.connect() as gunbai:
        held = only_seat(session, gunbai, game, seat)
        confirm(session.output, f"Concede {game} with seat {held.number}", yes=yes)
        ruling = held.concede()
    session.output.answer(ruling, *(line for sentences in ruling.accepted.sentences for line in entry_lines(sentences)))
