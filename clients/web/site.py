"""The site: pages on which people look at games, replay them, branch them and play, as a client of a gunbai service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import chain
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates

from clients.web import (
    analysis,
    data,
    desk,
    disputes,
    pages,
    playing,
    questions,
    saving,
    seating,
    sharing,
    speech,
    studies,
    whatif,
)
from clients.web.addresses import GAME, POSITION
from clients.web.analysing import SEARCHING, Analyses
from clients.web.bots import IN_ALL, PAUSE, Bots
from clients.web.guard import Guard
from clients.web.shelf import Shelf
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


FEATURES: tuple[Sequence[Route], ...] = (
    analysis.ROUTES,
    desk.ROUTES,
    disputes.ROUTES,
    playing.ROUTES,
    questions.ROUTES,
    saving.ROUTES,
    seating.ROUTES,
    sharing.ROUTES,
    speech.ROUTES,
    studies.ROUTES,
    whatif.ROUTES,
)
"""The routes of each feature that is a module of its own."""
ROUTES = (
    Route("/", pages.games, name="games"),
    Route(GAME, pages.game, name="game"),
    Route(POSITION, pages.game, name="position"),
    Route(f"{POSITION}.svg", data.picture),
    Route(f"{POSITION}.toml", data.case),
    Route(f"{GAME}/branch", pages.branch, methods=["POST"]),
    Route(f"{GAME}/positions", data.positions),
    Route(f"{GAME}/entries", data.entries),
    Route(f"{GAME}/question", data.question),
    Route(f"{GAME}/choices", data.choices),
    Route(f"{GAME}/commands", data.submit, methods=["POST"]),
    Route(f"{GAME}/verification", data.verification),
    Route(f"{GAME}/heads", data.heads),
    Route(f"{GAME}/record", data.record),
    Route("/titles/{title}/clauses", data.clauses),
    *chain.from_iterable(FEATURES),
    Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
)


def site(
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
        exception_handlers={GunbaiError: _failed, HTTPException: _wrong},
        lifespan=connected,
    )
    app.state.shelf = Shelf(studies_folder)
    app.state.forwarder = forwarder
    app.state.previews = sharing.Previews()
    app.state.templates = Jinja2Templates(env=templates, context_processors=[speech.facts])
    return app


async def _failed(request: Request, error: Exception) -> Response:
    """Tell a failure of the service: in words on a page, as an object to a script."""
    status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    message, detail = speech.speech_of(request).problem(status, error)
    return _told(request, status, message, getattr(error, "reason", ""), detail)


async def _wrong(request: Request, error: Exception) -> Response:
    """Tell that there is no such page."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    message = speech.speech_of(request)("no_page") if status == 404 else str(error)
    return _told(request, status, message, "")


def _told(request: Request, status: int, message: str, reason: str, detail: str = "") -> Response:
    if "text/html" in request.headers.get("accept", ""):
        facts = {"status": status, "message": message, "detail": detail, "reason": reason}
        answer: Response = request.app.state.templates.TemplateResponse(
            request, "error.html", facts, status_code=status
        )
        return answer
    return JSONResponse({"message": f"{message} {detail}".rstrip(), "reason": reason}, status)
