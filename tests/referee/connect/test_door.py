"""What the door answers itself: with the length of what it says, and with no more of a request than is of use."""

from __future__ import annotations

from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any

import pytest
from connectrpc.code import Code
from connectrpc.errors import ConnectError

from referee.connect.answers import send_whole
from referee.connect.door import Body, no_such_call
from referee.connect.routes import Route
from referee.errors import RefereeError


def test_a_path_of_no_call_is_quoted_up_to_a_hundred_characters() -> None:
    path = "/" + "x" * 200
    assert repr(path[:100]) in no_such_call(path).message
    assert path[:101] not in no_such_call(path).message


@pytest.mark.parametrize(
    ("status", "body", "headers"),
    [
        (HTTPStatus.NOT_FOUND, b"what", [(b"allow", b"POST"), (b"content-length", b"4")]),
        (HTTPStatus.NO_CONTENT, b"", [(b"allow", b"POST")]),
    ],
)
async def test_an_answer_has_its_length_unless_it_has_no_content(
    status: HTTPStatus, body: bytes, headers: list[tuple[bytes, bytes]]
) -> None:
    """RFC 9110, section 8.6: a response with the status 204 has no content-length."""
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    await send_whole(send, status, [(b"allow", b"POST")], body)
    assert sent == [
        {"type": "http.response.start", "status": int(status), "headers": headers},
        {"type": "http.response.body", "body": body, "more_body": False},
    ]


async def test_a_body_is_as_large_as_its_call_allows_and_no_larger() -> None:
    def refused(error: RefereeError) -> ConnectError:
        return ConnectError(Code.RESOURCE_EXHAUSTED, str(error))

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": bytes(5), "more_body": True}

    application: Any = None
    body = Body(receive, Route("GetGame", application, (), 10, refused), 10, lambda: None)
    assert [await body(), await body()] == [await receive()] * 2
    with pytest.raises(ConnectError, match="not 15"):
        await body()
    with pytest.raises(ConnectError, match="not 11"):
        await Body(receive, Route("GetGame", application, (), 10, refused), 11, lambda: None)()
