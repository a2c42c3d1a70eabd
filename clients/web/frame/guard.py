"""What surrounds every answer: who may load what, and that only this site's pages may post to it."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""The Content Security Policy (W3C, level 3): everything comes from this site, and nothing is written into a page."""
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""That of the pages which any site may frame: they are below `FRAMES`, and no cookie is looked at there."""
FRAMES = "/embed/"
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
SAFE = {"GET", "HEAD"}
MOST_BODY = 64 * 1024
"""The largest body of a request in bytes: a set-up position is the largest thing that a form sends."""


class Guard:
    """Adds the headers above, and answers a request that another site's page sent, or that is too large."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if scope["path"].startswith(FRAMES):
                    headers.setdefault("content-security-policy", FRAMED)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        problem = "" if scope["method"] in SAFE else _find_problem(Headers(scope=scope))
        answer = PlainTextResponse(problem, 403) if problem else self._app
        await answer(scope, receive, guarded)


def _find_problem(headers: Headers) -> str:
    """Return why a request that changes something is not let in, or "".

    A browser says in `Origin` (RFC 6454) which page sent a request; one without it comes from no page.
    """
    origin = headers.get("origin", "")
    if urlsplit(origin).netloc != headers.get("host", ""):
        return "Only a page of this site may send this.\n"
    if int(headers.get("content-length") or MOST_BODY + 1) > MOST_BODY:
        return "The request is too large.\n"
    return ""
