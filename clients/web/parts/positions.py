"""How running games stand, in a line: what their picture says above the board, such as "Round 3, turn of Ada"."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from html import unescape

from starlette.requests import Request

from clients.web.frame.text import read_languages
from clients.web.frame.visitor import Visitor
from clients.web.parts.game_groups import GameGroup
from clients.web.parts.game_summary import GameSummary
from clients.web.parts.latest import Latest, names_in
from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING
from gunbai_record.errors import GunbaiError

HEADER = re.compile(r'data-header="([^"]*)"')
MOST_KEPT = 1024
"""How many lines are kept in memory: that of a version never changes."""
MOST_AT_ONCE = 6


class Positions:
    """Reads how games stand, and keeps the latest lines."""

    def __init__(self) -> None:
        self._kept = Latest[tuple[str, int, str, tuple[str, ...]], str](MOST_KEPT)

    async def add(self, request: Request, summary: GameSummary) -> GameSummary:
        """Return the summary of a game with how it stands, if it is running."""
        info = summary.info
        if info.status != GAME_STATUS_RUNNING:
            return summary
        key = info.game, info.head, read_languages(request), names_in(info)
        line = self._kept.get(key)
        if line is None:
            try:
                line = self._kept.keep(key, await _read(request, info.game, info.head))
            except GunbaiError:
                return summary
        return summary._replace(position=line)


async def _read(request: Request, game: str, version: int) -> str:
    found = HEADER.search(await Visitor.of(request, game).reader.picture(game, version))
    return unescape(found[1]) if found else ""


async def add_positions(request: Request, groups: Iterable[GameGroup]) -> list[GameGroup]:
    """Return groups of games, each with how its first game stands."""
    positions: Positions = request.app.state.positions
    places = asyncio.Semaphore(MOST_AT_ONCE)

    async def add(group: GameGroup) -> GameGroup:
        async with places:
            return group._replace(first=await positions.add(request, group.first))

    return await asyncio.gather(*map(add, groups))
