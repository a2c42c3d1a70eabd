"""Starting games: the host's own commands start a game once its last seat is taken."""

from __future__ import annotations

from clients.cli.account.tokens import HOST
from clients.cli.seating.seats import reveal_all
from clients.cli.session import Session
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_REVEALING, GameInfo
from gunbai_client import Gunbai
from gunbai_client.errors import NotNow


def started_if_full(session: Session, gunbai: Gunbai, game: str) -> GameInfo:
    """Return a game, after starting it if the user hosts it and its last seat is taken.

    If the seats must reveal shares of chance first, the user's seats do.
    """
    host, info = session.tokens.find(game, HOST), gunbai.game(game)
    if host and info.status == GAME_STATUS_OPEN and all(seat.taken for seat in info.seats):
        info = _started(gunbai.holding(host), game)
    if info.status == GAME_STATUS_REVEALING:
        reveal_all(session, gunbai, game)
        info = gunbai.game(game)
    return info


def _started(host: Gunbai, game: str) -> GameInfo:
    try:
        return host.start(game)
    except NotNow:
        # Another of the host's commands has started it.
        return host.game(game)
