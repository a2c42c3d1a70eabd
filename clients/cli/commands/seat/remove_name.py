"""`gunbai seat remove-name`."""

from __future__ import annotations

import typer

from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.screen.input_lines import Yes, confirm
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of


def remove_name(
    context: typer.Context,
    game: GameId,
    *,
    seat: OwnSeat = 0,
    yes: Yes = False,
) -> None:
    """Remove your name from the record of a game, forever. The record still verifies.

    The service removes the name. Copies that others already have still contain the name.
    """
    session = session_of(context)
    with session.connect() as gunbai:
        mine = only_seat(session, gunbai, game, seat)
        confirm(session.output, f"Remove the name of seat {mine.number} of {game} forever", yes=yes)
        removed = mine.remove_name()
    session.output.answer(removed, f"Removed the name of seat {mine.number}.")
