"""What other sites show of a game: a link's preview, and a frame for spectators."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from urllib.parse import urljoin

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.render.raster import NEEDED, png
from clients.web.frame.address import read_address
from clients.web.frame.paths import ANY_GAME, POSITION
from clients.web.frame.responses import render
from clients.web.frame.text import find_catalogue
from clients.web.frame.visitor import Visitor
from clients.web.pages import game_data
from clients.web.parts.game_summary import GameSummary, load_summary
from clients.web.parts.latest import Latest
from clients.web.room import Room
from gunbai_client.statuses import OVER

WIDTH = 1000
"""How wide a preview is, in pixels."""
MOST_KEPT = 64
"""How many previews are kept in memory."""
MOST_WAITING = 16
"""How many previews may wait to be drawn; further requests are told to retry."""
FOR_ONE = 4
"""How many of them may wait for one visitor."""


class Previews:
    """Draws pictures as PNG, one at a time, and keeps the latest."""

    def __init__(self) -> None:
        self._pictures = Latest[bytes, bytes](MOST_KEPT)
        self._room = Room("PREVIEWS", MOST_WAITING, FOR_ONE)
        self._limiter: CapacityLimiter | None = None

    async def draw(self, svg: str, visitor: str) -> bytes:
        """Return a picture as PNG. Raises CannotDraw, or Exhausted if too many wait."""
        key = sha256(svg.encode()).digest()
        return self._pictures.get(key) or self._pictures.keep(key, await self._draw(svg, visitor))

    async def _draw(self, svg: str, visitor: str) -> bytes:
        self._limiter = self._limiter or CapacityLimiter(1)
        with self._room.held(visitor):
            return await to_thread.run_sync(partial(png, replacing=True), svg, WIDTH, limiter=self._limiter)


def can_draw() -> bool:
    """Return whether pictures can be drawn as PNG here."""
    return all(find_spec(name) is not None for name in NEEDED)


async def draw_preview(request: Request) -> Response:
    """Return a position's picture as PNG."""
    visitor = Visitor.of(request)
    svg = await visitor.reader.picture(visitor.game, request.path_params["version"])
    drawn = await request.app.state.previews.draw(svg, read_address(request))
    return Response(drawn, media_type="image/png", headers=game_data.FIXED)


def build_meta(request: Request, summary: GameSummary, version: int) -> Mapping[str, str]:
    """Return the Open Graph properties of the preview of a link to a position (ogp.me)."""
    address = f"games/{summary.info.game}@{version}"
    properties = {
        "og:type": "website",
        "og:site_name": "gunbai",
        "og:title": summary.info.label or summary.title,
        "og:description": f"{summary.title}: {summary.players}. {summary.text}",
        "og:url": urljoin(str(request.base_url), address),
    }
    if can_draw():
        properties["og:image"] = urljoin(str(request.base_url), f"{address}.png")
        properties["og:image:alt"] = find_catalogue(request)("board_at", version=version)
    return properties


def build_frame_address(request: Request, game: str) -> str:
    """Return the address at which other sites frame a game."""
    return urljoin(str(request.base_url), f"embed/{game}")


async def show_frame(request: Request) -> Response:
    """Show a game to spectators within another site's page: it sends no cookie and looks at none."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    version = min(request.path_params.get("version") or info.head, info.head)
    return render(
        request,
        "embed.html",
        summary=await load_summary(request, visitor, info),
        version=version,
        over=info.status in OVER,
        fixed="version" in request.path_params,
    )


ROUTES = (
    Route(f"{POSITION}.png", draw_preview),
    Route(f"/embed/{ANY_GAME}", show_frame, name="embed"),
    Route(f"/embed/{ANY_GAME}@{{version:version}}", show_frame),
    Route(f"/embed/{ANY_GAME}@{{version:version}}.svg", game_data.draw),
    Route(f"/embed/{ANY_GAME}/positions", game_data.list_positions),
)
