"""`gunbai start`."""

from __future__ import annotations

import typer

from clients.cli.positions import GameId
from clients.cli.session import session_of
from clients.cli.tokens import HOST

HEADING = "Find and join games"


def start(context: typer.Context, game: GameId) -> None:
    """Start a game whose seats are all taken. Only the host may."""
    session = session_of(context)
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        started = gunbai.start(game)
    session.output.answer(started, f"The game has started. [dim]Play:[/] gunbai play {game}")
