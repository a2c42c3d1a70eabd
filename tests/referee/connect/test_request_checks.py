"""Answers of the checks of a request: each names its length, and none waits for more of a request than it needs."""

from __future__ import annotations

from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any

import pytest
from connectrpc.code import Code
from connectrpc.errors import ConnectError

from referee.connect.http_answers import send_whole
from referee.connect.request_checks import Body, head_size, no_such_call, turned_away
from referee.connect.routes import Route
from referee.errors import QuotaExceeded, RefereeError


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
    with pytest.raises(ConnectError, match="has 15"):
        await body()
    with pytest.raises(ConnectError, match="has 11"):
        await Body(receive, Route("GetGame", application, (), 10, refused), 11, lambda: None)()


async def test_a_peer_whose_quota_is_used_up_is_refused_before_its_body_is_read() -> None:
    def refused(error: RefereeError) -> ConnectError:
        return ConnectError(Code.RESOURCE_EXHAUSTED, str(error))

    async def receive() -> MutableMapping[str, Any]:
        raise AssertionError("the body is read")

    def check() -> None:
        raise QuotaExceeded("two a second", 2)

    application: Any = None
    with pytest.raises(ConnectError, match="two a second"):
        await Body(receive, Route("GetGame", application, (), 10, refused), 10, check)()


def test_the_head_of_a_request_is_its_target_and_its_headers_with_what_parts_them() -> None:
    """`NAME: VALUE` and the end of the line are four bytes more than both."""
    scope = {"raw_path": b"/path", "query_string": b"a=b", "headers": []}
    assert head_size(scope) == 8
    assert head_size(scope | {"headers": [(b"te", b"trailers"), (b"x", b"")]}) == 8 + 14 + 5


@pytest.mark.parametrize(
    ("method", "headers", "status", "problem"),
    [
        ("POST", [(b"content-type", b"application/json")], None, ""),
        ("POST", [(b"content-type", b" Application/JSON ; charset=utf-8")], None, ""),
        ("GET", [(b"content-type", b"application/json")], HTTPStatus.METHOD_NOT_ALLOWED, "use POST for calls"),
        ("POST", [(b"x", b"\xff")], HTTPStatus.BAD_REQUEST, "headers must be ASCII"),
        ("POST", [(b"\xff", b"x")], HTTPStatus.BAD_REQUEST, "headers must be ASCII"),
        ("POST", [], HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "content of the types application/json, not ''"),
        (
            "POST",
            [(b"content-type", b"x" * 101)],
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            f"GetGame takes content of the types application/json, not {'x' * 100!r}",
        ),
    ],
)
def test_a_call_is_a_post_of_content_that_it_takes(
    method: str, headers: list[tuple[bytes, bytes]], status: HTTPStatus | None, problem: str
) -> None:
    application: Any = None
    turned = turned_away(Route("GetGame", application, ("application/json",), 10, lambda _: None), method, headers)  # type: ignore[arg-type, return-value]  # nothing is refused by a quota
    assert (turned and turned.status, turned is None or problem in turned.message) == (status, True)
    if turned is not None:
        allowed = [(b"allow", b"POST")] if method == "GET" else []
        codes = {HTTPStatus.METHOD_NOT_ALLOWED: Code.UNIMPLEMENTED}
        assert (turned.headers, turned.code) == (allowed, codes.get(turned.status, Code.INVALID_ARGUMENT))
