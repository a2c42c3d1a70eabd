"""The guard around every answer: security headers, posts only from this site's pages, and limits per visitor."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clients.web.frame.address import read_address
from clients.web.frame.base_url import NOWHERE, BaseUrl
from clients.web.frame.cookies import write_cookies
from clients.web.frame.paths import FRAMES, read_path
from clients.web.room import Room
from gunbai_client.errors import Exhausted

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""The Content Security Policy (W3C, level 3): everything comes from this site, and nothing is written into a page."""
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of the pages that any site may frame: they are below `FRAMES` and never look at cookies."""
HEADERS = {
    # Pages are private to their visitor, and reloading one asks the server again.
    "cache-control": "private, no-cache",
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
SAFE = {"GET", "HEAD"}
MOST_BODY = 64 * 1024
"""The largest body of a request in bytes: a set-up position is the largest thing that a form sends."""
BODY_SECONDS = 20.0
"""How long a body may take to arrive."""
STATIC = "/static/"
LONG = re.compile(r"/(?:analysis|changes|found|gif|luck|record|saved|seal|tables|trust|verification)\Z")
"""The endings of paths whose answers are made from a whole game."""
LASTING = re.compile(r"(?:/embed)?/heads")
"""The paths of streams of games, which last as long as a browser likes."""
REQUESTS, LONGER, STREAMS = (512, 64), (32, 6), (2000, 64)
"""How many requests of each kind are answered at once, in all and per visitor. Others are told to retry."""

Refuse = Callable[[Request, Exception], Awaitable[Response]]
"""Tells a visitor why they are refused."""


class Guard:
    """Adds the headers above, and rejects a request that another site's page sent, or that costs too much."""

    def __init__(self, app: ASGIApp, refuse: Refuse, base: BaseUrl = NOWHERE) -> None:
        self._app, self._refuse, self._base = app, refuse, base
        self._requests, self._long, self._streams = (Room("REQUESTS", *most) for most in (REQUESTS, LONGER, STREAMS))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope = self._base.rewritten(scope)
        path = read_path(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if path.startswith(FRAMES):
                    # First, because `setdefault` keeps what is there.
                    headers.setdefault("content-security-policy", FRAMED)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                write_cookies(scope, headers)
            await send(message)

        answer = self._find_problem(scope) or self._let_in
        await answer(scope, receive, guarded)

    def _find_problem(self, scope: Scope) -> Response | None:
        """Return the answer to a request that is not let in; None if it is."""
        if not scope["path"].startswith(f"{self._base.prefix}/"):
            away = f"{self._base.prefix}/" if scope["path"] in {"/", self._base.prefix} else ""
            return RedirectResponse(away, 307) if away else PlainTextResponse(f"The pages are at {self._base}.\n", 404)
        if scope["method"] in SAFE:
            return None
        headers = Headers(scope=scope)
        # A browser says in `Origin` (RFC 6454) which page sent a request; one without it does not come from a page.
        here, origin = headers.get("host", ""), headers.get("origin", "")
        # Without the scheme: behind a proxy that ends TLS, the request itself came over plain HTTP.
        if origin.partition("://")[2] != here:
            hint = f"The request came from {origin}, but this site is {here} (`gunbai web --base-url`).\n"
            return PlainTextResponse(f"Only a page of this site can send this request.\n{hint if origin else ''}", 403)
        return None

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request once there is room for it and its body has arrived."""
        room, request = self._find_room(read_path(scope)), Request(scope)
        try:
            # Before the body is read, which takes time and memory too.
            places = room.take(read_address(request)) if room is not None else []
        except Exhausted as error:
            answer = await self._refuse(request, error)
            answer.headers["retry-after"] = "1"
            await answer(scope, receive, send)
            return
        try:
            if scope["method"] not in SAFE:
                receive = await _read_body(receive)
            await self._app(scope, receive, send)
        except _BadBody as error:
            await PlainTextResponse(f"{error}\n", error.status)(scope, receive, send)
        finally:
            for place in places:
                place.leave()

    def _find_room(self, path: str) -> Room | None:
        """Return the room in which a request takes a place; this site's files need none."""
        if path.startswith(STATIC):
            return None
        if LASTING.fullmatch(path):
            return self._streams
        return self._long if LONG.search(path) else self._requests


class _BadBody(Exception):
    """A body that is not accepted."""

    def __init__(self, problem: str, status: int) -> None:
        super().__init__(problem)
        self.status = status


async def _read_body(receive: Receive) -> Receive:
    """Read a request's body, and return what passes it to the application. Raises _BadBody."""
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _BadBody("The request ended early.", 400)
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > MOST_BODY:
                    raise _BadBody("The request is too large.", 413)
    except TimeoutError:
        raise _BadBody("The request took too long to arrive.", 408) from None
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def read() -> Message:
        return whole.pop() if whole else await receive()

    return read
