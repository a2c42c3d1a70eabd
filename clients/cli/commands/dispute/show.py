"""`gunbai dispute show`."""

from __future__ import annotations

import typer

from clients.cli.disputes.shown import Number, lines_of, saved_token
from clients.cli.options.positions import GameId, OwnSeat
from clients.cli.session import session_of


def show(context: typer.Context, game: GameId, number: Number, *, seat: OwnSeat = 0) -> None:
    """Show a dispute: statements, evidence from the record, verdict."""
    session = session_of(context)
    with session.connect(saved_token(session, game, seat)) as gunbai:
        answer = gunbai.disputes(game).get(number)
    session.output.answer(answer, *lines_of(answer))
