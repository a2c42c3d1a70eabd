"""`gunbai seat veto`."""

from __future__ import annotations

import typer

from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.seating.seats import only_seat
from clients.cli.session import session_of


def veto(
    context: typer.Context,
    game: GameId,
    *,
    seat: OwnSeat = 0,
) -> None:
    """Keep your seat: veto the new token that the host has announced."""
    session = session_of(context)
    with session.connect() as gunbai:
        mine = only_seat(session, gunbai, game, seat)
        vetoed = mine.veto_reissue()
    session.output.answer(vetoed, f"You keep seat {mine.number}.")
