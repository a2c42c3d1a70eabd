"""The site: pages on which people look at games, replay them, branch them and play, as a client of a gunbai service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates

from clients.web.bots.analysis_jobs import SEARCHING, Analyses
from clients.web.bots.bot_players import IN_ALL, PAUSE, Bots
from clients.web.frame.guard import Guard
from clients.web.frame.text import build_context, find_catalogue, say_problem
from clients.web.pages import (
    analysis,
    dealer,
    disputes,
    embed,
    game,
    game_data,
    game_list,
    language,
    new_game,
    player_actions,
    record_questions,
    saved_game,
    seats,
    studies,
    what_if,
)
from clients.web.storage.study_files import StudyFiles
from gunbai_client import errors
from gunbai_client.aio import Gunbai
from gunbai_record.errors import GunbaiError

HERE = Path(__file__).parent
STATUSES: dict[type[GunbaiError], int] = {
    errors.InvalidRequest: 400,
    errors.NotAllowed: 403,
    errors.NotFound: 404,
    errors.StaleVersion: 409,
    errors.NotNow: 409,
    errors.AlreadyThere: 409,
    errors.Exhausted: 429,
    errors.Unreachable: 503,
    GunbaiError: 502,
}
"""The status (RFC 9110) with which a page tells a failure of the service."""


CATALOGUES = (
    analysis,
    dealer,
    disputes,
    embed,
    game,
    game_data,
    game_list,
    language,
    new_game,
    player_actions,
    record_questions,
    saved_game,
    seats,
    studies,
    what_if,
)
"""The modules whose routes make up the site."""
ROUTES = (
    *(route for page in CATALOGUES for route in page.ROUTES),
    Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
)


def make_site(
    service: Callable[[], AbstractAsyncContextManager[Gunbai]],
    *,
    folder: Path | None = None,
    studies_folder: Path | None = None,
    bots: int = IN_ALL,
    pause: float = PAUSE,
    forwarder: str = "",
    searching: float = SEARCHING,
) -> Starlette:
    """Return the site of a service: an ASGI application, whose client of the service lives as long as it does.

    At most so many bots play at its tables at a time, with a pause in seconds before each decision; what they need to
    go on later is kept in a folder, if one is given, and studies are kept in theirs. The analysis of a game searches
    for so many seconds. With the credential of a forwarder, the calls for a visitor, those of their bots included, use
    the visitor's quotas.
    """
    templates = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )

    @asynccontextmanager
    async def connected(app: Starlette) -> AsyncIterator[None]:
        async with service() as gunbai:
            app.state.gunbai, app.state.analyses = gunbai, Analyses(searching)
            async with Bots(gunbai, folder=folder, in_all=bots, pause=pause, forwarder=forwarder) as app.state.bots:
                try:
                    yield
                finally:
                    await app.state.analyses.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Guard)],
        exception_handlers={GunbaiError: _answer_failure, HTTPException: _answer_http_error},
        lifespan=connected,
    )
    app.state.studies = StudyFiles(studies_folder)
    app.state.forwarder = forwarder
    app.state.previews = embed.Previews()
    app.state.templates = Jinja2Templates(env=templates, context_processors=[build_context])
    return app


async def _answer_failure(request: Request, error: Exception) -> Response:
    """Tell a failure of the service: in words on a page, as an object to a script."""
    status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    message, detail = say_problem(find_catalogue(request), status, error)
    return _answer(request, status, message, getattr(error, "reason", ""), detail)


async def _answer_http_error(request: Request, error: Exception) -> Response:
    """Tell that there is no such page."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    message = find_catalogue(request)("no_page") if status == 404 else str(error)
    return _answer(request, status, message, "")


def _answer(request: Request, status: int, message: str, reason: str, detail: str = "") -> Response:
    if "text/html" in request.headers.get("accept", ""):
        facts = {"status": status, "message": message, "detail": detail, "reason": reason}
        answer: Response = request.app.state.templates.TemplateResponse(
            request, "error.html", facts, status_code=status
        )
        return answer
    return JSONResponse({"message": f"{message} {detail}".rstrip(), "reason": reason}, status)
