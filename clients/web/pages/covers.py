"""The covers of titles: their pictures in lists."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.visitor import Visitor
from gunbai_client.errors import NotFound

HEADERS = {"cache-control": "public, max-age=3600"}
LETTER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><rect width="320" height="200" fill="#9c2f26"/>'
    '<text x="160" y="142" fill="#fff" font-family="serif" font-size="120" font-weight="bold" text-anchor="middle">'
    "{}</text></svg>"
)
"""The cover of a title that has none: its first letter."""


async def draw_cover(request: Request) -> Response:
    """Return the cover of a title, also of one that is not served here."""
    name = request.path_params["title"]
    try:
        details = await Visitor.of(request).gunbai.title(name)
        cover, label = details.cover_svg, details.title.label
    except NotFound:
        cover, label = "", name.upper()
    return Response(cover or LETTER.format(escape(label[:1])), media_type="image/svg+xml", headers=HEADERS)


ROUTES = (Route("/titles/{title}/cover.svg", draw_cover, name="cover"),)
