"""The transparency log's paths (https://c2sp.org/tlog-tiles): what witnesses, monitors and mirrors fetch with GET.

Each path is a call of the service TransparencyLog, with its quotas, errors and log lines; only the transport differs. A
tile never changes, so caches may keep it forever; a missing tile may still come.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from typing import Any, NamedTuple

from connectrpc.code import Code
from google.rpc.error_details_pb2 import RetryInfo
from google.rpc.status_pb2 import Status

from gunbai.referee.v1 import log_pb2
from referee.calls.reception import Call
from referee.connect.call import CODES, peer_named
from referee.connect.http_answers import Headers, Scope, Send, Turned, answer, send_whole

SERVICE = "gunbai.referee.v1.TransparencyLog"
METHODS = ("GET", "HEAD")
_TILE = re.compile(
    r"/tile/(?P<level>entries|0|[1-9][0-9]?)/(?P<index>(?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
)
_FOR_EVER = b"public, max-age=31536000, immutable"
_STATUSES = {
    Code.INVALID_ARGUMENT: HTTPStatus.NOT_FOUND,
    Code.RESOURCE_EXHAUSTED: HTTPStatus.TOO_MANY_REQUESTS,
    Code.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""The HTTP statuses for calls' statuses; a tile that the log lacks is not found."""


class Resource(NamedTuple):
    """A path's call, and how its answer is sent."""

    call: str
    request: log_pb2.GetCheckpointRequest | log_pb2.ReadTileRequest
    body: Callable[[Any], bytes]
    kind: bytes
    caching: bytes


class Fetch:
    """A call by a path, as the services and the reception see it: it keeps the status that it ends with."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.status: Status | None = None

    def invocation_metadata(self) -> Iterable[tuple[str, str]]:
        """Return the request's headers, with names in lower case."""
        return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._scope["headers"]]

    def peer(self) -> str:
        """Return the peer's address and port in grpc's form."""
        return peer_named(*(self._scope["client"] or ("", 0)))


class LogPaths:
    """Answers the log's paths by its calls."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self._calls: dict[str, Callable[[Any, Fetch], Awaitable[Any]]] = {
            call.name: call.handler.unary_unary for call in calls if call.service == SERVICE
        }

    async def answer(self, resource: Resource, scope: Scope, send: Send) -> None:
        """Answer a request for one of the log's paths."""
        if scope["method"] not in METHODS:
            problem = "read the log with GET"
            allow = [(b"allow", ", ".join(METHODS).encode())]
            await answer(send, Turned(HTTPStatus.METHOD_NOT_ALLOWED, Code.UNIMPLEMENTED, problem, allow))
            return
        fetch = Fetch(scope)
        response = await self._calls[resource.call](resource.request, fetch)
        if fetch.status is not None:
            await answer(send, failure_of(fetch.status))
            return
        headers: Headers = [
            (b"content-type", resource.kind),
            (b"cache-control", resource.caching),
            (b"vary", b"origin"),
        ]
        await send_whole(send, HTTPStatus.OK, headers, resource.body(response))


def asked_for(path: str) -> Resource | None:
    """Return a path's call, if it is one of the log's in the specification's form."""
    if path == "/checkpoint":
        request = log_pb2.GetCheckpointRequest()
        return Resource("GetCheckpoint", request, note_of, b"text/plain; charset=utf-8", b"no-cache")
    match = _TILE.fullmatch(path)
    # A leading group of zeros would be a second path to the same tile, which caches would keep twice.
    if match is None or match["index"].startswith("x000/"):
        return None
    entries, index = match["level"] == "entries", int(re.sub("[x/]", "", match["index"]))
    level, width = 0 if entries else int(match["level"]), int(match["width"] or 0)
    tile = log_pb2.ReadTileRequest(level=level, index=index, width=width, entries=entries)
    return Resource("ReadTile", tile, data_of, b"application/octet-stream", _FOR_EVER)


def note_of(response: log_pb2.GetCheckpointResponse) -> bytes:
    """Return a checkpoint's note."""
    return response.checkpoint.note.encode()


def data_of(response: log_pb2.ReadTileResponse) -> bytes:
    """Return a tile's bytes."""
    return response.data


def failure_of(status: Status) -> Turned:
    """Return how a request fails after its call ended with a status: nobody may cache that answer."""
    code = CODES[status.code]
    headers = [(b"cache-control", b"no-store")]
    for detail in status.details:
        retry = RetryInfo()
        if detail.Unpack(retry):
            # The header has whole seconds: a fraction of one must not become 0.
            headers.append((b"retry-after", b"%d" % max(1, retry.retry_delay.seconds)))
    http_status = _STATUSES.get(code, HTTPStatus.INTERNAL_SERVER_ERROR)
    return Turned(http_status, code, status.message, headers)
