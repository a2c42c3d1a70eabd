"""Whatever a request says, it is answered with a status that says whose fault it is, and never with that of a bug."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email.message import Message
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from starlette.routing import Route

from clients.web.frame.cookies import COOKIE
from clients.web.site import ROUTES
from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import cookies

BIG = "0" * 18 + "1" + "9" * 30
NUMBERS = ["0", "-1", "1" * 15, "1" * 16, BIG, "9" * 5000, "1e9", "\u0661", "\u00b2", "0x1", "1.5", "", " 1", "NaN"]
TEXTS = [
    "",
    "\0",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "\u202e",
    "x" * 60_000,
    "%s{}'\"<>&\r\n",
]
JSON = [
    b"",
    b"null",
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b'{"seat": 1, "expected": 1, "version": 1, "words": "\\ud800", "name": "\\ud800", "id": "\\ud800"}',
    b'{"seat": 1e999, "expected": 1, "version": NaN}',
    b'{"seat": ' + b"9" * 5000 + b', "expected": 1, "version": 1}',
    b'{"seat": [1], "expected": {}, "version": true, "fields": []}',
    b'{"version": 1, "seat": 1, "name": "gunbai.infludance_duel.v1.Step", "fields": {"x": '
    + b"[" * 500
    + b"]" * 500
    + b"}}",
    b"\xff\xfe{\x00",
]
FORMS = [
    (b"player=%ED%A0%80&version=%FF&seat=%00", "application/x-www-form-urlencoded"),
    (b"&".join(b"a%d=1" % number for number in range(5000)), "application/x-www-form-urlencoded"),
    (b"--x\r\nnothing", "multipart/form-data; boundary=x"),
    (b"--x", "multipart/form-data"),
    (b"--x--", "multipart/form-data; boundary="),
    (b"\xff" * 100, "multipart/form-data; boundary=\xff"),
    (b"--x\r\ncontent-disposition: form-data\r\n\r\na\r\n--x--\r\n", "multipart/form-data; boundary=x"),
    *(
        (
            b'--x\r\ncontent-disposition: form-data; name="player"\r\n\r\n\\ud800 \xe9\x00\r\n--x--\r\n',
            f"multipart/form-data; boundary=x; charset={charset}",
        )
        for charset in ("unicode_escape", "utf-16", "idna", "punycode", "rot13", "hex", "nonsense", "utf-8")
    ),
    (
        b'--x\r\ncontent-disposition: form-data; name="file"; filename="\xff"\r\n\r\n{"a":\r\n--x--\r\n',
        "multipart/form-data; boundary=x",
    ),
    (b"text", "text/plain; charset=\xff"),
]
HEADERS = [
    {"accept-language": "\u00e9" * 300},
    {"accept-language": "x" * 7000},
    {"cookie": f"{COOKIE}=\u00e9; gunbai-language=\u00e9"},
    {"cookie": "=; ;;a" * 200},
    {"x-forwarded-for": "somebody, \u00e9"},
    {"x-forwarded-for": "fe80::1%eth0"},
    {"x-forwarded-proto": "gopher"},
    {"referer": "http://[", "accept": "text/html"},
    {"content-length": "-1"},
]


def status_of(pages: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> int:
    """Return the status of the answer to a request."""
    try:
        with urlopen(Request(pages + path, body, {"origin": pages, **(headers or {})})) as response:
            return int(response.status)
    except HTTPError as error:
        with error:
            return error.code


def paths(game: str) -> Iterator[tuple[str, bool]]:
    """Yield a path of each route of the site, and whether it takes what is posted; but for streams."""
    values = {"game": game, "study": game, "title": "infludance_duel", "version": "1", "number": "1", "seat": "1"}
    for route in ROUTES:
        if isinstance(route, Route) and not route.path.endswith("heads"):
            path = route.path
            for name, value in values.items():
                for kind in ("", ":game", ":number", ":version"):
                    path = path.replace(f"{{{name}{kind}}}", value)
            assert "{" not in path
            yield path, "POST" in (route.methods or ())


@pytest.fixture
def own(seats: list[Seat]) -> dict[str, str]:
    """Return the headers of a player of a game."""
    return cookies(seats[0].game, *seats)


QUERY = (
    "version",
    "from",
    "to",
    "seat",
    "rules",
    "page",
    "state",
    "expression",
    "path",
    "other",
    "as",
    "study",
    "chapter",
    "position",
)


@pytest.mark.parametrize("value", [*NUMBERS, *TEXTS])
def test_any_value_in_an_address_is_an_answer(pages: str, seats: list[Seat], own: dict[str, str], value: str) -> None:
    game, shown = seats[0].game, quote(value.encode("utf-8", "surrogatepass"))
    query = "&".join(f"{name}={shown}" for name in QUERY)
    wanted = [f"{path}?{query}" for path, posts in paths(game) if not posts and "saved" not in path]
    number = shown or "x"
    wanted += [f"/games/{game}@{number}{kind}" for kind in ("", ".svg", ".png", ".toml")]
    wanted += [
        f"/embed/{game}@{number}.svg",
        f"/games/{game}/disputes/{number}",
        f"/join/{game}/{number}",
        f"/heads?game={game}@{number}",
    ]
    bad = {path[:80]: status for path in wanted if (status := status_of(pages, path, headers=own)) >= 500}
    assert bad == {}


@pytest.mark.parametrize("number", range(len(JSON) + len(FORMS)))
def test_any_bytes_that_are_posted_are_an_answer(
    pages: str, seats: list[Seat], own: dict[str, str], number: int
) -> None:
    body, kind = [*((text, "application/json") for text in JSON), *FORMS][number]
    wanted = [path for path, posts in paths(seats[0].game) if posts and not path.endswith("analysis")]
    headers = {**own, "content-type": kind}
    bad = {path: status for path in wanted if (status := status_of(pages, path, body, headers)) >= 500}
    assert bad == {}


@pytest.mark.parametrize("value", NUMBERS)
def test_any_number_in_a_form_or_a_script_is_an_answer(
    pages: str, gunbai: Gunbai, seats: list[Seat], own: dict[str, str], value: str
) -> None:
    names = ("seat", "version", "level", "bots", "people", "expected", "corrects", "what_if_seat", "correction_version")
    form = "&".join(f"{name}={quote(value)}" for name in (*names, "player", "text", "claim", "branch", "language"))
    values: dict[str, Any] = dict.fromkeys(names, value)
    for path, posts in paths(seats[0].game):
        if posts and not path.endswith("analysis"):
            assert status_of(pages, path, form.encode(), own) < 500
            assert (
                status_of(pages, path, json.dumps(values).encode(), {**own, "content-type": "application/json"}) < 500
            )


@pytest.mark.parametrize("headers", HEADERS)
def test_any_header_is_an_answer(pages: str, seats: list[Seat], headers: dict[str, str]) -> None:
    for path in ("/", f"/games/{seats[0].game}", f"/games/{seats[0].game}/entries?from=1&to=2"):
        assert status_of(pages, path, headers=headers) < 500
    assert status_of(pages, "/language", b"language=cs", {**headers, "origin": pages}) < 500


def test_a_name_in_a_frame_for_another_site_stays_a_name_there(pages: str, gunbai: Gunbai) -> None:
    label = '"><script>alert(1)</script>'
    game = gunbai.create("infludance_duel", seats=2, chance="referee", label=label).info.game
    with urlopen(f"{pages}/games/{game}") as response:
        text = response.read().decode()
    # It is escaped once for this page, and once more for that on which somebody pastes it.
    assert 'title="&amp;#34;&amp;gt;&amp;lt;script&amp;gt;' in text
    assert isinstance(response.headers, Message)
