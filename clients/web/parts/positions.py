"""How running games stand, in two lines: "Round 3, turn of Ada" and "points: Ada 7, Ben 3", as their pictures say."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import NamedTuple

from starlette.requests import Request

from clients.web.frame.visitor import Visitor
from clients.web.parts.game_groups import GameGroup
from clients.web.parts.game_summary import GameSummary
from clients.web.parts.latest import Latest
from clients.web.parts.miniatures import Key, Miniatures, key_of
from clients.web.parts.results import list_points
from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING
from gunbai_client.picture import chief_figures
from gunbai_record.errors import GunbaiError

HEADER = re.compile(r'data-header="([^"]*)"')
MOST_KEPT = 1024
"""How many games' lines are kept in memory: those of a version never change."""
MOST_AT_ONCE = 6


class Lines(NamedTuple):
    """How a game stands."""

    position: str
    standing: str


class Positions:
    """Reads how games stand, and keeps the latest lines."""

    def __init__(self, miniatures: Miniatures) -> None:
        self._kept, self._miniatures = Latest[Key, Lines](MOST_KEPT), miniatures

    async def add(self, request: Request, summary: GameSummary) -> GameSummary:
        """Return the summary of a game with how it stands, if it is running."""
        info = summary.info
        if info.status != GAME_STATUS_RUNNING:
            return summary
        visitor = Visitor.of(request, info.game)
        key = key_of(request, visitor, info, info.head)
        lines = self._kept.get(key)
        if lines is None:
            try:
                picture = await visitor.reader.picture(info.game, info.head)
            except GunbaiError:
                return summary
            lines = self._kept.keep(key, read_lines(picture, summary.names))
            # The list shows the position too, which is drawn once for both.
            self._miniatures.keep(key, picture)
        return summary._replace(position=lines.position, standing=lines.standing)


def read_lines(picture: str, names: Mapping[int, str]) -> Lines:
    """Return how a game stands from its picture, with the names of its players."""
    found, figures = HEADER.search(picture), chief_figures(picture)
    position, words = unescape(found[1]) if found else "", {figure.words for figure in figures}
    # Seats that count different things cannot be compared in a line.
    if len(words) != 1:
        return Lines(position, "")
    values = {seat: [figure.value for figure in figures if figure.seat == seat] for seat in names}
    points = list_points((names[seat], " + ".join(map(str, own))) for seat, own in values.items() if own)
    return Lines(position, f"{words.pop()}: {points}")


async def add_positions(request: Request, groups: Iterable[GameGroup]) -> list[GameGroup]:
    """Return groups of games, each with how its games stand."""
    positions: Positions = request.app.state.positions
    places = asyncio.Semaphore(MOST_AT_ONCE)

    async def add(summary: GameSummary) -> GameSummary:
        async with places:
            return await positions.add(request, summary)

    async def add_all(group: GameGroup) -> GameGroup:
        first, *others = await asyncio.gather(*map(add, (group.first, *group.others)))
        return GameGroup(first, others)

    return await asyncio.gather(*map(add_all, groups))
