"""The choice of a language, which the browser keeps."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from clients.web.frame.cookies import set_cookie
from clients.web.frame.request_data import read_form
from clients.web.frame.text import COOKIE
from clients.web.languages import CATALOGUES
from gunbai_client.errors import InvalidRequest


async def choose_language(request: Request) -> Response:
    """Keep the language that a visitor chose, and show the page on which they did."""
    chosen = (await read_form(request)).get("language", "")
    if chosen not in CATALOGUES:
        raise InvalidRequest("language: there is no such language", fields={"language": "there is no such language"})
    came_from = urlsplit(request.headers.get("referer", ""))
    here = came_from.netloc == request.url.netloc
    back = came_from._replace(scheme="", netloc="").geturl() if here else ""
    # A path that begins with two slashes would lead to another site.
    answer = RedirectResponse(f"/{back.lstrip('/')}", 303)
    set_cookie(request, answer, COOKIE, chosen)
    return answer


ROUTES = (Route("/language", choose_language, methods=["POST"], name="language"),)
