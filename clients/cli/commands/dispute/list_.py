"""`gunbai dispute list`."""

from __future__ import annotations

import typer

from clients.cli.disputes.shown import line_of
from clients.cli.options.positions import GameId
from clients.cli.screen.markup import escape
from clients.cli.session import session_of


def list_(context: typer.Context, game: GameId) -> None:
    """List the disputes of a game."""
    session = session_of(context)
    with session.connect(session.tokens.any(game)) as gunbai:
        for dispute in gunbai.disputes(game).all():
            session.output.answer(dispute, escape(line_of(dispute)))
