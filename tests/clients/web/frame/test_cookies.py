"""The server keeps the tokens of a browser under the secret in its one cookie."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace

import pytest
from starlette.datastructures import MutableHeaders
from starlette.requests import Request

from clients.web.frame.cookies import (
    COOKIE,
    Tokens,
    add_seed,
    drop_token,
    keep_token,
    know_browser,
    read_tokens,
    write_cookies,
)
from clients.web.storage.browser_keys import BrowserKeys
from gunbai_record.tokens import new_token, token_bytes


@pytest.fixture
def keys() -> Iterator[BrowserKeys]:
    """Return what browsers hold, in memory."""
    with closing(BrowserKeys(None)) as browser_keys:
        yield browser_keys


def request(keys: BrowserKeys, cookie: str = "", scheme: str = "https", prefix: str = "") -> Request:
    """Return a request with a cookie."""
    headers = [(b"host", b"here.example"), (b"cookie", cookie.encode())]
    app = SimpleNamespace(state=SimpleNamespace(keys=keys))
    scope = {"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "headers": headers, "app": app}
    return Request({**scope, "root_path": prefix})


def cookies_of(sent: Request) -> list[str]:
    """Return the cookies that the answer to a request sets."""
    headers = MutableHeaders()
    write_cookies(sent.scope, headers)
    return headers.getlist("set-cookie")


def test_only_the_tokens_of_the_game_count(keys: BrowserKeys) -> None:
    request_ = request(keys)
    for game, role, token in (("one", "2", "two"), ("one", "host", "own"), ("other", "1", "x")):
        keep_token(request_, game, role, token)
    (cookie,) = cookies_of(request_)
    again = request(keys, cookie.partition(";")[0])
    assert read_tokens(again, "one").held == {"2": "two", "host": "own"}
    assert read_tokens(again, "one").seats == (2,)
    assert read_tokens(request(keys, f"{COOKIE}={new_token()}"), "one").held == {}
    drop_token(again, "one", "host")
    assert read_tokens(again, "one").held == {"2": "two"}


@pytest.mark.parametrize("cookie", ["", COOKIE, f"{COOKIE}=", f"{COOKIE}=x", f"{COOKIE}={'é' * 43}", "=;;="])
def test_a_browser_without_a_secret_holds_nothing_and_gets_one(keys: BrowserKeys, cookie: str) -> None:
    request_ = request(keys, cookie)
    assert read_tokens(request_, "one").held == {}
    assert know_browser(request_) == know_browser(request_)
    assert len(cookies_of(request_)) == 1


def test_the_cookies_do_not_grow_with_the_games(keys: BrowserKeys) -> None:
    first = request(keys)
    know_browser(first)
    (cookie,) = cookies_of(first)
    for number in range(200):
        request_ = request(keys, cookie.partition(";")[0])
        keep_token(request_, f"game {number}", "1", new_token())
        assert cookies_of(request_) == [cookie]
    assert len(read_tokens(first, "game 0").held) == 1


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
    tokens = Tokens("one", {"1": "a", "host": "h"}, view)
    assert (tokens.reading, tokens.opened_seat) == (token, seat)


def test_a_seed_of_shares_is_kept_with_its_token() -> None:
    tokens = Tokens("one", {"1": add_seed("token", b"\x01\xff"), "2": add_seed("other", b""), "3": "third.zz"})
    assert (tokens.of("1"), tokens.seed_of(1)) == ("token", b"\x01\xff")
    assert (tokens.of("2"), tokens.seed_of(2), tokens.seed_of(3), tokens.seed_of(4)) == ("other", b"", b"", b"")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_no_script_reads_the_secret_and_it_travels_encrypted_where_the_page_does(
    keys: BrowserKeys, scheme: str
) -> None:
    request_ = request(keys, scheme=scheme, prefix="/gunbai")
    secret = know_browser(request_)
    (cookie,) = cookies_of(request_)
    value, *rules = cookie.split("; ")
    assert token_bytes(value.removeprefix(f"{COOKIE}=")) == secret
    assert {"httponly", "samesite=lax", "path=/gunbai/"} <= {rule.lower() for rule in rules}
    assert ("Secure" in rules) == (scheme == "https")
