"""The site: pages for watching, replaying, branching and playing games, as a client of a gunbai service."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount
from starlette.templating import Jinja2Templates

from clients.web import pages
from clients.web.bots.analysis_jobs import SEARCHING, Analyses
from clients.web.bots.bot_players import PAUSE, Bots
from clients.web.bots.bot_processes import IN_ALL
from clients.web.frame.base_url import NOWHERE, BaseUrl
from clients.web.frame.cookies import forget_reading_token
from clients.web.frame.guard import Guard
from clients.web.frame.request_data import read_sent
from clients.web.frame.responses import LINES
from clients.web.frame.static_files import FOLDER, PATH, VERIFIER, VERIFIER_PATH, LastingFiles
from clients.web.frame.text import build_context, find_catalogue, say_problem
from clients.web.pages import embed, films, miniatures, trust
from clients.web.parts.positions import Positions
from clients.web.parts.remedies import find_remedy
from clients.web.samples.service import serving_samples
from clients.web.storage.browser_keys import BrowserKeys
from clients.web.storage.private_files import CannotStore, check_folder
from clients.web.storage.study_files import StudyFiles
from clients.web.storage.table_talk import TableTalk
from clients.web.streams.connections import Connections
from clients.web.streams.followed_games import FollowedGames
from gunbai_client import errors
from gunbai_client.aio import Gunbai
from gunbai_record.errors import GunbaiError

_log = logging.getLogger(__name__)
HERE = Path(__file__).parent
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
"""The names of this machine for itself. Any other unconfigured name could lead a foreign page here (DNS rebinding)."""
STATUSES: dict[type[GunbaiError], int] = {
    errors.InvalidRequest: 400,
    errors.NotAllowed: 403,
    errors.NotFound: 404,
    errors.StaleVersion: 409,
    errors.NotNow: 409,
    errors.AlreadyThere: 409,
    errors.Exhausted: 429,
    errors.Unreachable: 503,
    CannotStore: 507,
    GunbaiError: 502,
}
"""The HTTP status (RFC 9110) of the page for each failure of the service."""
WITHOUT_USE = {"TOKEN_UNKNOWN", "TOKEN_REVOKED", "FOREIGN_TOKEN"}
"""The reasons for which a browser's token is no longer of any use."""
TYPED = {
    "player": "your_name",
    "author": "your_name",
    "name": "study_name",
    "chapter_name": "chapter_name",
    "label": "game_name",
    "claim": "what_wrong",
    "text": "what_you_say",
    "reason": "reason",
}
"""The catalogue keys of the labels of text fields."""
FILES = {"file", "table_file"}
COMPRESSION = 6
"""The level of gzip. 20 positions of Shogun, 767 KB, take 71 KB and 14 ms; at level 9, 69 KB and 24 ms."""
NOT_COMPRESSED = (*DEFAULT_EXCLUDED_CONTENT_TYPES, LINES)
"""The content types that are sent uncompressed: event streams, and compressed formats."""
PAGES = [import_module(f"{pages.__name__}.{page.name}") for page in iter_modules(pages.__path__)]
"""The modules whose routes make up the site, by name."""
ROUTES = (
    *(route for page in PAGES for route in page.ROUTES),
    Mount(PATH, LastingFiles(directory=FOLDER), name="static"),
    Mount(VERIFIER_PATH, LastingFiles(directory=VERIFIER), name="verifier"),
)


def make_site(
    service: Callable[[], AbstractAsyncContextManager[Gunbai]],
    *,
    folder: Path | None = None,
    bots: int = IN_ALL,
    pause: float = PAUSE,
    forwarder: str = "",
    searching: float = SEARCHING,
    base_url: str = "",
    hosts: Sequence[str] = (),
    talk: bool = True,
) -> Starlette:
    """Return a service's site: an ASGI application, whose connections to the service live as long as it does.

    `service` returns a client on a connection of its own. At most `bots` bots play at the site's tables at a time, with
    a `pause` in seconds before each decision. What browsers hold, studies, and what bots need to go on later are stored
    in a folder, if one is given. A game's analysis searches for `searching` seconds. With a forwarder's credential, the
    calls for a visitor, including those of their bots, use the visitor's quotas. Players `talk` at their tables if so.

    It answers requests to this machine, to its `base_url`, under which visitors know it, and to some other `hosts`.
    Raises ValueError for an address that pages cannot have, and CannotStore for a folder that cannot be written.
    """
    base = BaseUrl.parse(base_url) if base_url else NOWHERE
    if folder is not None:
        check_folder(folder)

    @asynccontextmanager
    async def connected(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as open_samples, Connections(service) as connections:
            app.state.gunbai, app.state.analyses = connections.gunbai, Analyses(searching)
            app.state.followed = FollowedGames(connections)
            app.state.samples = await open_samples.enter_async_context(serving_samples())
            bots_folder = folder and folder / "bots"
            async with Bots(
                connections, folder=bots_folder, in_all=bots, pause=pause, forwarder=forwarder
            ) as app.state.bots:
                try:
                    yield
                finally:
                    await app.state.analyses.close()
                    app.state.keys.close()

    allowed = [host for host in (*THIS_MACHINE, base.host, *hosts) if host]
    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=allowed, www_redirect=False),
            Middleware(GZipMiddleware, compresslevel=COMPRESSION, exclude_content_types=NOT_COMPRESSED),
            Middleware(Guard, refuse=_answer_failure, base=base),
        ],
        exception_handlers={GunbaiError: _answer_failure, HTTPException: _answer_http_error},
        lifespan=connected,
    )
    app.state.keys = BrowserKeys(folder and folder / "browsers.sqlite")
    app.state.studies, app.state.talk = StudyFiles(folder and folder / "studies"), TableTalk() if talk else None
    app.state.forwarder, app.state.drawing = forwarder, miniatures.Drawing()
    app.state.previews, app.state.seals = embed.Previews(), trust.Seals()
    app.state.positions, app.state.films = Positions(app.state.drawing.miniatures), films.Films()
    app.state.templates = _load_templates()
    return app


def _load_templates() -> Jinja2Templates:
    folder = FileSystemLoader(HERE / "templates")
    environment = Environment(loader=folder, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return Jinja2Templates(env=environment, context_processors=[build_context])


async def _answer_failure(request: Request, error: Exception) -> Response:
    """Report a failure of the service: in words on a page, as an object to a script."""
    if isinstance(error, CannotStore):
        _log.error("something that a visitor sent could not be stored: %s", error)
    if request.method == "GET" and getattr(error, "reason", "") in WITHOUT_USE and forget_reading_token(request):
        # A visitor who has lost a seat sees the public view.
        return RedirectResponse(str(request.url), 307)
    status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    message, detail = say_problem(find_catalogue(request), status, error)
    return await _answer(request, status, message, getattr(error, "reason", ""), detail)


async def _answer_http_error(request: Request, error: Exception) -> Response:
    """Answer that the page does not exist."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    message = find_catalogue(request)("no_page") if status == 404 else str(error)
    return await _answer(request, status, message, "")


async def _answer(request: Request, status: int, message: str, reason: str, detail: str = "") -> Response:
    if "text/html" in request.headers.get("accept", ""):
        facts = {"status": status, "message": message, "detail": detail, "reason": reason}
        facts |= _describe_form(request) | await find_remedy(request, reason)
        answer: Response = request.app.state.templates.TemplateResponse(
            request, "error.html", facts, status_code=status
        )
        return answer
    return JSONResponse({"message": f"{message} {detail}".rstrip(), "reason": reason}, status)


def _describe_form(request: Request) -> dict[str, Any]:
    """Return a refused form's fields for its page, so that it can be sent again."""
    sent = {name: text for name, text in read_sent(request).items() if name not in FILES}
    return {
        "typed": {name: (TYPED[name], text) for name, text in sent.items() if name in TYPED},
        "others": {name: text for name, text in sent.items() if name not in TYPED},
        "action": request.url.path,
        "game": request.path_params.get("game", ""),
    }
