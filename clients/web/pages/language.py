"""The choice of a language, which the browser keeps."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.cookies import set_cookie
from clients.web.frame.request_data import read_form
from clients.web.frame.responses import redirect
from clients.web.frame.text import COOKIE
from clients.web.languages import CATALOGUES
from gunbai_client.errors import InvalidRequest


async def choose_language(request: Request) -> Response:
    """Remember the language that a visitor chose, and show the page they chose it on."""
    chosen = (await read_form(request)).get("language", "")
    if chosen not in CATALOGUES:
        raise InvalidRequest("language: unknown language", fields={"language": "unknown language"})
    here, came_from = (
        address.partition("://")[2] for address in (str(request.base_url), request.headers.get("referer", ""))
    )
    back = came_from.removeprefix(here) if came_from.startswith(here) else ""
    # A path that begins with two slashes would lead to another site.
    answer = redirect(request, f"/{back.lstrip('/')}")
    set_cookie(request, COOKIE, chosen)
    return answer


ROUTES = (Route("/language", choose_language, methods=["POST"], name="language"),)
