"""The small picture of a position, in lists of games."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.paths import POSITION
from clients.web.frame.visitor import Visitor
from clients.web.pages.game_data import FIXED
from clients.web.parts.miniatures import Miniatures, key_of

MOST_AT_ONCE = 2
"""How many positions are drawn at once for all lists; the other pictures of a list wait."""


class Drawing:
    """Draws small pictures, a few at a time."""

    def __init__(self) -> None:
        self.miniatures, self._places = Miniatures(), asyncio.Semaphore(MOST_AT_ONCE)

    async def draw(self, request: Request, visitor: Visitor, version: int) -> str:
        """Return the small picture of a position as a visitor may see it. Raises GunbaiError."""
        info = await visitor.reader.game(visitor.game)
        key = key_of(request, visitor, info, version)
        async with self._places:
            kept = self.miniatures.get(key)
            return kept or self.miniatures.keep(key, await visitor.reader.picture(visitor.game, version))


async def draw_miniature(request: Request) -> Response:
    """Return the small picture of a position, as the visitor may see it."""
    visitor = Visitor.of(request)
    drawing: Drawing = request.app.state.drawing
    svg = await drawing.draw(request, visitor, request.path_params["version"])
    return Response(svg, media_type="image/svg+xml", headers=FIXED)


ROUTES = (Route(f"{POSITION}.small.svg", draw_miniature, name="miniature"),)
