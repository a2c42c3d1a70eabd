"""A visitor's games: those at which their browser holds a seat or another place, including private ones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from starlette.requests import Request

from clients.web.frame.cookies import list_games
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.parts.game_summary import GameSummary, load_labels, summarise
from clients.web.parts.positions import Positions
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_REVEALING, GAME_STATUS_RUNNING
from gunbai_client.statuses import OVER
from gunbai_record.errors import GunbaiError

MOST_SHOWN = 24
"""How many of the latest games are read for a page."""
MOST_AT_ONCE = 6
ASKED, OTHERS, OPEN, ENDED = range(4)
"""The order in which games are shown: a seat of the visitor is asked, others are, it has not begun, it is over."""


class OwnGame(NamedTuple):
    """A game of the visitor."""

    summary: GameSummary
    seats: Sequence[int]
    """The visitor's own seats; none for hosts and spectators who do not play."""
    state: int

    @property
    def asks(self) -> bool:
        """Whether it is the visitor's turn."""
        return self.state == ASKED


async def load_own_games(request: Request) -> list[OwnGame]:
    """Return the visitor's latest games, those where it is their turn first. Removed games are left out."""
    games = list_games(request)[:MOST_SHOWN]
    if not games:
        return []
    labels, places = await load_labels(Visitor.of(request)), asyncio.Semaphore(MOST_AT_ONCE)

    async def load(game: str) -> OwnGame | None:
        async with places:
            return await _load(request, game, labels)

    own_games = [game for game in await asyncio.gather(*map(load, games)) if game is not None]
    return sorted(own_games, key=lambda own_game: own_game.state)


async def _load(request: Request, game: str, labels: dict[str, str]) -> OwnGame | None:
    visitor = Visitor.of(request, game)
    try:
        info = await visitor.reader.game(game)
        state = OPEN if info.status == GAME_STATUS_OPEN else ENDED if info.status in OVER else OTHERS
        if info.status in {GAME_STATUS_RUNNING, GAME_STATUS_REVEALING} and visitor.tokens.seats:
            waiting = (await visitor.reader.view(game)).waiting
            state = ASKED if set(waiting.seats) & set(visitor.tokens.seats) else OTHERS
    except GunbaiError:
        return None
    positions: Positions = request.app.state.positions
    summary = await positions.add(request, summarise(info, labels, find_catalogue(request)))
    return OwnGame(summary, visitor.tokens.seats, state)
