"""The server of the pages, and connections that cost it something without asking for much."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from threading import Event
from urllib.parse import urlsplit

import pytest
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from clients.web import server
from clients.web.frame.guard import STREAMS
from clients.web.frame.static_files import PATH
from clients.web.server import run, serving
from clients.web.site import make_site
from gunbai_client import Gunbai, Seat, aio
from lab.patience import PATIENCE
from tests.clients.web.http_requests import answer

VISITORS = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
"""Other addresses of this machine: other visitors."""


def test_a_port_that_is_taken_is_an_error_before_anything_is_served() -> None:
    lines: list[str] = []
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        pytest.raises(OSError, match=r"the port is in use; try --port \d+, or `make serve WEB="),
    ):
        run(make_site(lambda: aio.connect("localhost:1")), "127.0.0.1", other.getsockname()[1], lines.append)
    assert lines == []


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_pages_are_served_at_an_address_of_ipv6(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uvicorn.Server.run", lambda *_: None)
    lines: list[str] = []
    run(make_site(lambda: aio.connect("localhost:1")), host, 0, lines.append)
    assert lines[0].startswith("http://[::1]:")


def connected(pages: str, visitor: str = "127.0.0.1") -> socket.socket:
    """Return a connection of a visitor to the pages."""
    place = urlsplit(pages)
    return socket.create_connection((place.hostname, place.port), PATIENCE, source_address=(visitor, 0))


def open_stream(pages: str, path: str, visitor: str) -> tuple[socket.socket, bytes]:
    """Ask for a path, and return the connection with the first line of the answer."""
    connection = connected(pages, visitor)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {urlsplit(pages).netloc}\r\n\r\n".encode())
    return connection, connection.recv(1 << 16).partition(b"\r\n")[0]


def test_open_pages_of_a_game_hold_up_nobody_and_one_visitor_has_some_of_them(pages: str, seats: list[Seat]) -> None:
    path = f"/heads?game={seats[0].game}@1"
    with ExitStack() as held:
        for visitor in VISITORS:
            streams = [open_stream(pages, path, visitor) for _ in range(STREAMS[1] + 1)]
            for connection, _ in streams:
                held.enter_context(connection)
            statuses = [line.split()[1] for _, line in streams]
            assert statuses == [b"200"] * STREAMS[1] + [b"429"]
        began = time.monotonic()
        for other in ("/", f"/games/{seats[0].game}", f"{PATH}/game.js"):
            assert answer(pages + other)[0] == 200
        assert time.monotonic() - began < PATIENCE / 3
    # Their places are free again.
    end = time.monotonic() + PATIENCE
    for visitor in VISITORS:
        while (pair := open_stream(pages, path, visitor))[1].split()[1] != b"200":
            pair[0].close()
            assert time.monotonic() < end
        pair[0].close()


def test_readers_who_take_nothing_of_a_record_hold_up_nobody(pages: str, gunbai: Gunbai, seats: list[Seat]) -> None:
    with ExitStack() as held:
        for visitor in VISITORS:
            for _ in range(20):
                connection = held.enter_context(connected(pages, visitor))
                request = f"GET /games/{seats[0].game}/record HTTP/1.1\r\nHost: {urlsplit(pages).netloc}\r\n\r\n"
                connection.sendall(request.encode() * 10)
        assert answer(f"{pages}/games/{seats[0].game}/record", binary=True)[0] in {200, 429}
        assert answer(f"{pages}/games/{seats[0].game}")[0] == 200
    assert gunbai.game(seats[0].game).head > 1


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, address: str) -> Iterator[str]:
    """Serve pages that wait briefly."""
    monkeypatch.setattr(server, "HEADER_SECONDS", 0.2)
    with serving(make_site(lambda: aio.connect(address))) as site_address:
        yield site_address


@pytest.mark.parametrize(
    "request_begun", [b"", b"GET / HTTP/1.1\r\nHost: local", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET"]
)
def test_a_connection_without_a_whole_header_is_closed(impatient: str, request_begun: bytes) -> None:
    with connected(impatient) as connection:
        connection.sendall(request_begun)
        while connection.recv(1 << 16):
            pass


def test_a_header_that_drips_in_is_not_waited_for(impatient: str) -> None:
    with connected(impatient) as connection, pytest.raises(OSError, match=r"."):
        drip(connection)


def drip(connection: socket.socket) -> None:
    """Send a header that does not end, slowly, for long."""
    connection.sendall(b"GET / HTTP/1.1\r\n")
    for number in range(10_000):
        connection.sendall(f"a{number}: b\r\n".encode())
        time.sleep(0.05)


def test_an_answer_that_nobody_reads_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "UNREAD_SECONDS", 0.5)
    ended = Event()

    async def endless() -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0)
            yield b"x" * (1 << 16)

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                await StreamingResponse(endless())(scope, receive, send)
            finally:
                ended.set()

    with serving(site) as pages, connected(pages) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert ended.wait(PATIENCE)
