"""A finished game as an animated GIF: few positions, small, and one film at a time, since drawing takes seconds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.render.raster import gif
from clients.web.frame.address import read_address
from clients.web.frame.paths import GAME
from clients.web.frame.text import read_languages
from clients.web.frame.visitor import Visitor
from clients.web.parts.latest import Latest, names_in
from clients.web.room import Room
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.errors import NotNow
from gunbai_client.statuses import OVER

MOST_FRAMES = 48
"""How many positions a film shows; of longer games, positions at equal distances."""
WIDTH = 480
"""How wide a film is, in pixels."""
MOST_KEPT = 8
"""How many films are kept in memory."""
MOST_WAITING, FOR_ONE = 4, 1
"""How many films may be drawn or wait, in all and per visitor."""


class Films:
    """Draws finished games as GIF, one at a time, and keeps the latest films."""

    def __init__(self) -> None:
        self._kept = Latest[tuple[bytes, str, str, tuple[str, ...]], bytes](MOST_KEPT)
        self._room = Room("FILMS", MOST_WAITING, FOR_ONE)
        self._limiter: CapacityLimiter | None = None

    async def draw(self, request: Request, visitor: Visitor, info: GameInfo) -> bytes:
        """Return the film of a game. Raises CannotDraw, or Exhausted if too many wait."""
        # A seat sees what others do not, and some games that are over still hide it from them.
        key = info.head_digest, read_languages(request), visitor.tokens.reading, names_in(info)
        if drawn := self._kept.get(key):
            return drawn
        with self._room.held(read_address(request)):
            return self._kept.keep(key, await self._draw(visitor, info))

    async def _draw(self, visitor: Visitor, info: GameInfo) -> bytes:
        self._limiter = self._limiter or CapacityLimiter(1)
        shown = (visitor.reader.picture(info.game, version) for version in choose_versions(info.head))
        # A player whose name the font cannot write must not keep the others from their film.
        pictures = [await picture for picture in shown]
        return await to_thread.run_sync(partial(gif, replacing=True), pictures, WIDTH, limiter=self._limiter)


def choose_versions(head: int) -> Sequence[int]:
    """Return the versions that a film shows: all, or as many as it may have, at equal distances."""
    if head <= MOST_FRAMES:
        return range(1, head + 1)
    return [1 + round(frame * (head - 1) / (MOST_FRAMES - 1)) for frame in range(MOST_FRAMES)]


async def save_film(request: Request) -> Response:
    """Return a finished game as a GIF."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    if info.status not in OVER:
        raise NotNow("only a game that is over can be saved as a GIF", "GAME_NOT_OVER")
    films: Films = request.app.state.films
    drawn = await films.draw(request, visitor, info)
    disposition = {"content-disposition": f'attachment; filename="{info.game}.gif"'}
    return Response(drawn, media_type="image/gif", headers=disposition)


ROUTES = (Route(f"{GAME}/gif", save_film, name="film"),)
