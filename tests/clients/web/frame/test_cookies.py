"""Tokens are kept in cookies, one for each place at a game's table."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.responses import Response

from clients.web.frame.cookies import Tokens, add_seed, keep_token, read_tokens


def request(cookies: str = "", scheme: str = "https") -> Request:
    """Return a request with cookies."""
    headers = [(b"host", b"here.example"), (b"cookie", cookies.encode())]
    return Request({"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "headers": headers})


def test_only_the_tokens_of_the_game_count() -> None:
    found = read_tokens(
        request("gunbai.one.2=two; gunbai.one.host=own; gunbai.other.1=x; theme=dark; gunbai.one.king=y"), "one"
    )
    assert found.held == {"2": "two", "host": "own"}
    assert found.seats == (2,)


@pytest.mark.parametrize(
    ("held", "token"),
    [
        ({"host": "h", "3": "c", "1": "a"}, "a"),
        ({"spectator": "s", "dealer": "d", "host": "h"}, "d"),
        ({"spectator": "s"}, "s"),
        ({}, ""),
    ],
)
def test_a_visitor_reads_with_the_token_that_sees_the_most(held: dict[str, str], token: str) -> None:
    assert Tokens("one", held).reading == token


@pytest.mark.parametrize(
    ("view", "token", "seat"),
    [("1", "a", 0), ("2", "", 0), ("opened.2", "a", 2), ("opened.", "", 0), ("opened.x", "", 0), ("opened.100", "", 0)],
)
def test_a_visitor_sees_a_game_as_a_role_of_theirs_or_as_any_seat_once_it_is_open(
    view: str, token: str, seat: int
) -> None:
    found = Tokens("one", {"1": "a", "host": "h"}, view)
    assert (found.reading, found.opened_seat) == (token, seat)


def test_a_seed_of_shares_is_kept_with_its_token() -> None:
    found = Tokens("one", {"1": add_seed("token", b"\x01\xff"), "2": add_seed("other", b""), "3": "third.zz"})
    assert (found.of("1"), found.seed_of(1)) == ("token", b"\x01\xff")
    assert (found.of("2"), found.seed_of(2), found.seed_of(3), found.seed_of(4)) == ("other", b"", b"", b"")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_no_script_reads_a_token_and_it_travels_encrypted_where_the_page_does(scheme: str) -> None:
    response = Response()
    keep_token(request(scheme=scheme), response, "one", "2", "token")
    name, *rules = response.headers["set-cookie"].lower().split("; ")
    assert name == "gunbai.one.2=token"
    assert {"httponly", "samesite=lax"} <= set(rules)
    assert ("secure" in rules) == (scheme == "https")
