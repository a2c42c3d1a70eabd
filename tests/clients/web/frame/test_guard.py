"""Who may post to the pages, by which name they are reached, and what a request may cost."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from clients.web.frame import guard
from clients.web.frame.guard import HEADERS, MOST_BODY, Guard
from clients.web.frame.static_files import KEPT, PATH
from clients.web.room import Room
from clients.web.server import serving
from clients.web.site import HERE, make_site
from gunbai_client import aio
from gunbai_client.errors import Exhausted
from tests.clients.web.http_requests import NOWHERE, answer, posted


def test_every_answer_forbids_what_does_not_come_from_this_site(pages: str) -> None:
    for path in ("/", "/nowhere", f"/games/{NOWHERE}", f"{PATH}/game.js"):
        _, headers, _ = answer(pages + path)
        lasting = {"cache-control": KEPT["cache-control"]} if path.startswith(PATH) else {}
        assert {name: headers[name] for name in HEADERS} == HEADERS | lasting


@pytest.mark.parametrize("origin", ["", "null", "https://elsewhere.example", "http://127.0.0.1:1", "http://[", "é"])
def test_only_a_page_of_this_site_may_post(pages: str, origin: str) -> None:
    headers = {"origin": origin} if origin else {}
    status, _, text = answer(f"{pages}/games/{NOWHERE}/start", b"", headers)
    assert (status, text.splitlines()[0]) == (403, "Only a page of this site can send this request.")
    assert ("--base-url" in text) == bool(origin)


def test_a_large_body_is_not_read(pages: str) -> None:
    status, _, text = answer(f"{pages}/games/{NOWHERE}/commands", b"x" * (MOST_BODY + 1), {"origin": pages})
    assert (status, text) == (413, "The request is too large.\n")


def test_a_large_body_in_chunks_is_not_read(pages: str) -> None:
    with socket.create_connection((urlsplit(pages).hostname, urlsplit(pages).port)) as connection:
        begin = f"POST /games/{NOWHERE}/commands HTTP/1.1\r\nHost: {urlsplit(pages).netloc}\r\nOrigin: {pages}\r\n"
        connection.sendall(f"{begin}Transfer-Encoding: chunked\r\n\r\n".encode())
        for _ in range(MOST_BODY // 4096 + 1):
            connection.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        assert connection.recv(1024).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("host", ["rebound.example", "rebound.example:80", "192.0.2.1", "127.0.0.1.example", "x y", ""])
def test_a_name_that_leads_here_from_elsewhere_is_not_answered(pages: str, host: str) -> None:
    for body, headers in ((None, {}), (b"player=Eve", {"origin": f"http://{host}"})):
        assert answer(f"{pages}/new/liars_dice", body, {"host": host, **headers})[0] == 400


def test_the_names_of_this_machine_are_answered(pages: str) -> None:
    port = urlsplit(pages).port
    for host in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST"):
        assert answer(pages, headers={"host": f"{host}:{port}"})[0] == 200


@pytest.fixture(scope="module")
def behind(address: str) -> Iterator[str]:
    """Serve pages that visitors know by another address, below a prefix, and return where they are served."""
    site = make_site(lambda: aio.connect(address), base_url="https://games.example/club", hosts=["other.example"])
    with serving(site) as site_address:
        yield site_address


BASE = {"origin": "https://games.example"}


def test_pages_behind_a_proxy_have_the_address_that_visitors_know(behind: str) -> None:
    status, headers, text = answer(f"{behind}/club/new/liars_dice")
    assert status == 200
    cookie = headers["set-cookie"].lower()
    assert ("; path=/club/" in cookie, "; secure" in cookie) == (True, True)
    assert f'href="/club{PATH}/frame.css"' in text
    for attribute in ('href="/', 'src="/', 'action="/'):
        assert text.count(attribute) == text.count(f"{attribute}club/")
    for host in ("games.example", "other.example"):
        assert answer(f"{behind}/club/", headers={"host": host})[0] == 200
    assert answer(f"{behind}/club/", headers={"host": "elsewhere.example"})[0] == 400


def test_no_template_names_an_address_without_the_prefix_or_asks_nothing_before_its_script_is_there() -> None:
    for template in (HERE / "templates").glob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"""(?:href|src|action)=["']/""", text), template.name
        for form in re.findall(r"<form[^>]*data-confirm.*?</form>", text, re.DOTALL):
            assert "<button disabled" in form, template.name


def test_a_form_behind_a_proxy_leads_below_the_prefix_with_any_host_that_the_proxy_names(behind: str) -> None:
    status, text = posted(
        behind, "/club/language", {**BASE, "referer": "https://games.example/club/new"}, language="cs"
    )
    assert (status, 'lang="' in text) == (200, True)
    assert posted(behind, "/club/language", {"origin": behind}, language="cs")[0] == 403


def test_outside_the_prefix_there_is_nothing_but_the_way_in(behind: str) -> None:
    assert answer(f"{behind}/games/{NOWHERE}")[0] == 404
    assert answer(f"{behind}/clubs/")[0] == 404
    for path in ("/", "/club"):
        assert answer(behind + path)[0] == 200


async def refuse(request: Request, error: Exception) -> Response:
    """Tell why a request is refused."""
    return JSONResponse({"reason": getattr(error, "reason", ""), "path": request.url.path}, 429)


@asynccontextmanager
async def open_stream(guarded: Guard, path: str, visitor: str, sent: list[int]) -> AsyncIterator[None]:
    """Ask for a path as a visitor, note the status of the answer, and give up at the end of the block."""
    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": (visitor, 1),
        "state": {},
    }

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            sent.append(message["status"])

    task = asyncio.create_task(guarded(scope, receive, send))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def receive() -> Message:
    """Return nothing that a client sends."""
    return {"type": "http.request", "body": b"", "more_body": False}


@pytest.mark.parametrize(
    ("path", "limit"),
    [("/games/a/record", guard.LONGER[1]), ("/heads", guard.STREAMS[1]), ("/embed/heads", guard.STREAMS[1]), ("/", 64)],
)
async def test_a_visitor_has_so_many_requests_at_once_and_leaves_room_for_others(path: str, limit: int) -> None:
    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.Event().wait()

    guarded, sent = Guard(slow, refuse), list[int]()
    held = [open_stream(guarded, path, "192.0.2.1", sent) for _ in range(limit)]
    for stream in held:
        await stream.__aenter__()
    assert sent == []
    async with open_stream(guarded, path, "192.0.2.1", sent):
        assert sent == [429]
    async with (
        open_stream(guarded, path, "192.0.2.2", sent),
        open_stream(guarded, f"{PATH}/game.js", "192.0.2.1", sent),
    ):
        assert sent == [429]
    await held.pop().__aexit__(None, None, None)
    async with open_stream(guarded, path, "192.0.2.1", sent):
        assert sent == [429]
    for stream in held:
        await stream.__aexit__(None, None, None)


async def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.01)
    sent = list[Message]()

    async def silent() -> Message:
        await asyncio.Event().wait()
        return {}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "headers": [(b"host", b"localhost"), (b"origin", b"http://localhost")],
        "client": ("192.0.2.1", 1),
        "state": {},
    }
    await Guard(PlainTextResponse("never"), refuse)(scope, silent, send)
    assert sent[0]["status"] == 408


def test_who_asks_too_much_is_told_so_in_their_language(pages: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "take", _take_nothing)
    status, headers, text = answer(f"{pages}/", headers={"accept-language": "cs"})
    assert (status, headers["retry-after"]) == (429, "1")
    assert json.loads(text)["reason"] == "REQUESTS_OF_ONE"
    assert "příliš mnoho požadavků" in json.loads(text)["message"]


def _take_nothing(*_: object) -> None:
    raise Exhausted("no more", "REQUESTS_OF_ONE")
