"""HTTP answers that the port gives itself, and the ASGI types that they are made of."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any, NamedTuple, TypeAlias

from connectrpc.code import Code

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Headers: TypeAlias = list[tuple[bytes, bytes]]
"""ASGI headers; their names are in lower case."""


class Turned(NamedTuple):
    """Why a request is turned away: the HTTP status, and the code and message in its JSON."""

    status: HTTPStatus
    code: Code
    message: str
    headers: Headers = []  # noqa: RUF012  # nobody writes to it


async def answer(send: Send, turned: Turned) -> None:
    """Answer a request that is turned away, in Connect's error format."""
    body = json.dumps({"code": turned.code.value, "message": turned.message}).encode()
    await send_whole(send, turned.status, [(b"content-type", b"application/json"), *turned.headers], body)


async def send_whole(send: Send, status: HTTPStatus, headers: Headers, body: bytes = b"") -> None:
    """Send a response with its length."""
    sized = headers if status is HTTPStatus.NO_CONTENT else [*headers, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": int(status), "headers": sized})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def send_with(send: Send, added: Headers, message: Message) -> None:
    """Send a response's message, adding headers."""
    if message["type"] == "http.response.start":
        message = {**message, "headers": [*message["headers"], *added]}
    await send(message)
