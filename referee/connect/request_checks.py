"""What each HTTP request passes before the library reads it: origin, path, content type, size, quota."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus

from connectrpc.code import Code
from connectrpc.errors import ConnectError

from referee.access.charges import charge_to
from referee.access.peers import host_of
from referee.access.quotas import Quotas
from referee.calls.reception import limit_of
from referee.connect.call import peer_named
from referee.connect.http_answers import (
    Headers,
    Message,
    Receive,
    Scope,
    Send,
    Turned,
    answer,
    send_whole,
    send_with,
)
from referee.connect.log_paths import LogPaths, asked_for
from referee.connect.origins import Origins
from referee.connect.port import HEADER_BYTES
from referee.connect.routes import Route
from referee.errors import QuotaExceeded, RequestTooLarge

LONG_HEADERS = Turned(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    Code.RESOURCE_EXHAUSTED,
    f"the headers of a request are limited to {HEADER_BYTES} bytes",
    [(b"connection", b"close")],
)
"""The answer to complete headers that are longer than the limit for requests in parts."""


class RequestChecks:
    """The port's ASGI application."""

    def __init__(self, routes: Mapping[str, Route], log: LogPaths, origins: Origins, quotas: Quotas) -> None:
        self._routes, self._log, self._origins, self._quotas = routes, log, origins, quotas

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        # The library's own limit holds only for headers that come in parts.
        if head_size(scope) > HEADER_BYTES:
            await answer(send, LONG_HEADERS)
        elif origin and not self._origins.allow(origin):
            await answer(
                send,
                Turned(HTTPStatus.FORBIDDEN, Code.PERMISSION_DENIED, f"pages of {origin} may not call this service"),
            )
        # A browser asks first whether a page may make the call (CORS).
        elif origin and scope["method"] == "OPTIONS":
            await send_whole(send, HTTPStatus.NO_CONTENT, self._origins.before(origin))
        else:
            allowed = self._origins.beside(origin) if origin else []
            await self._admit(scope, headers, receive, partial(send_with, send, allowed))

    async def _admit(self, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive, send: Send) -> None:
        route = self._routes.get(scope["path"])
        if resource := asked_for(scope["path"]):
            await self._log.answer(resource, scope, send)
        elif route is None:
            await answer(send, no_such_call(scope["path"]))
        elif turned := turned_away(route, scope["method"], scope["headers"]):
            await answer(send, turned)
        else:
            await self._call(route, scope, headers, receive, send)

    async def _call(
        self, route: Route, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive, send: Send
    ) -> None:
        peer = host_of(peer_named(*(scope["client"] or ("", 0))))
        charge_to(*self._quotas.accounts(peer))
        body = Body(receive, route, int(headers.get(b"content-length", 0)), partial(self._quotas.check, peer))
        await route.application(scope, body, send)


class Body:
    """A request's body: refused before it is read if the peer's quota is used up, or if it is too large."""

    def __init__(self, receive: Receive, route: Route, size: int, check: Callable[[], None]) -> None:
        self._receive, self._route, self._announced, self._check = receive, route, size, check
        self._size, self._begun = 0, False

    async def __call__(self) -> Message:
        """Return the next message. Raises ConnectError."""
        if not self._begun:
            self._begun = True
            self._check_first()
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > self._route.limit:
            raise self._too_large(self._size)
        return message

    def _check_first(self) -> None:
        if self._announced > self._route.limit:
            raise self._too_large(self._announced)
        try:
            self._check()
        except QuotaExceeded as exceeded:
            raise self._route.refused(exceeded) from None

    def _too_large(self, size: int) -> ConnectError:
        return self._route.refused(RequestTooLarge(self._route.call, size, limit_of(self._route.call)))


def head_size(scope: Scope) -> int:
    """Return how many bytes of HTTP/1.1 a request's first line and headers are, without its protocol."""
    target: bytes = scope["raw_path"] + scope["query_string"]
    return len(target) + sum(len(name) + len(value) + len(b": \r\n") for name, value in scope["headers"])


def turned_away(route: Route, method: str, headers: Headers) -> Turned | None:
    """Return why a request to a call is turned away, None if it is not."""
    if method != "POST":
        allow = [(b"allow", b"POST")]
        return Turned(HTTPStatus.METHOD_NOT_ALLOWED, Code.UNIMPLEMENTED, "use POST for calls", allow)
    if not all(name.isascii() and value.isascii() for name, value in headers):
        return Turned(HTTPStatus.BAD_REQUEST, Code.INVALID_ARGUMENT, "headers must be ASCII")
    given = b", ".join(value for name, value in headers if name == b"content-type").decode()
    kind = given.partition(";")[0].strip().lower()
    if kind not in route.types:
        expected = f"{route.call} takes content of the types {', '.join(route.types)}"
        return Turned(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, Code.INVALID_ARGUMENT, f"{expected}, not {kind[:100]!r}")
    return None


def no_such_call(path: str) -> Turned:
    """Return that a path is not a call's, or that its call needs gRPC."""
    problem = f"Connect has no call {path[:100]!r}; Play, ImportRecord, reflection and the health Watch need gRPC"
    return Turned(HTTPStatus.NOT_FOUND, Code.UNIMPLEMENTED, problem)
