"""`gunbai game start`."""

from __future__ import annotations

import typer

from clients.cli.account.tokens import HOST
from clients.cli.options.positions import GameId
from clients.cli.seating.seats import next_step, reveal_all
from clients.cli.session import session_of
from gunbai.referee.v1.game_pb2 import GAME_STATUS_REVEALING, GAME_STATUS_RUNNING

HEADING = "Find and start"


def start(context: typer.Context, game: GameId) -> None:
    """Start a game whose seats are all taken. Only the host can do this."""
    session = session_of(context)
    with session.connect(session.tokens.find(game, HOST)) as gunbai:
        started = gunbai.start(game)
        if started.status == GAME_STATUS_REVEALING:
            reveal_all(session, gunbai, game)
            started = gunbai.game(game)
    begun = started.status == GAME_STATUS_RUNNING
    state = "has started" if begun else "starts once all players have revealed their shares"
    session.output.answer(started, f"The game {state}.", next_step(session, game))
