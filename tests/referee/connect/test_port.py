"""Connections of the Connect port: limited in number and in time, encrypted if asked for, and quiet in the log."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import h11
import pytest
import pytest_asyncio
import structlog

from bench.ports import free_port
from gunbai.referee.v1 import lobby_pb2
from lab.connect_client import Web, web
from lab.patience import PATIENCE
from lab.service_process import running
from referee.connect import port
from referee.connect.call import peer_named
from referee.connect.origins import Origins
from referee.server import Tls
from tests.certificates import certified

LIST = b"POST /gunbai.referee.v1.Lobby/ListTitles HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
NOWHERE = b"POST /nowhere HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Web]:
    async with web(tmp_path) as (_, web_client):
        yield web_client


class Raw:
    """A connection on which a test writes bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, address: str, tls: ssl.SSLContext | None = None) -> Raw:
        host, _, number = address.rpartition(":")
        return cls(*await asyncio.open_connection(host, int(number), ssl=tls))

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def all(self) -> bytes:
        """Return everything until the service hangs up."""
        received = b""
        with suppress(ConnectionError):
            while piece := await asyncio.wait_for(self.reader.read(1 << 16), PATIENCE):
                received += piece
        await self.close()
        return received

    async def close(self) -> None:
        """Hang up."""
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()


async def send_for_ever(raw: Raw, data: bytes) -> None:
    while True:
        await raw.send(data)
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    "begun",
    [b"", LIST[:30], LIST, LIST + b"content-length: 100\r\n\r\n{", LIST + b"transfer-encoding: chunked\r\n\r\n5\r\n"],
    ids=["silent", "a line", "headers", "a body", "chunks"],
)
async def test_a_request_that_does_not_come_in_time_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(port, "REQUEST_SECONDS", 0.1)
    async with web(tmp_path) as (_, client):
        raw = await Raw.open(client.address)
        await raw.send(begun)
        assert await raw.all() == b""


async def test_a_second_request_that_does_not_come_in_time_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port, "REQUEST_SECONDS", 0.5)
    async with web(tmp_path) as (_, client):
        raw = await Raw.open(client.address)
        await raw.send(LIST + b"content-length: 2\r\n\r\n{}")
        first = await asyncio.wait_for(raw.reader.readuntil(b"\r\n0\r\n\r\n"), PATIENCE)
        await raw.send(LIST)
        assert first.startswith(b"HTTP/1.1 200")
        assert await raw.all() == b""


async def test_an_idle_connection_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port, "IDLE_SECONDS", 0.1)
    async with web(tmp_path) as (_, client):
        raw = await Raw.open(client.address)
        await raw.send(LIST + b"content-length: 2\r\n\r\n{}")
        assert (await raw.all()).endswith(b"0\r\n\r\n")


async def test_a_body_that_nobody_reads_to_its_end_does_not_hold_its_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port, "REQUEST_SECONDS", 0.5)
    async with web(tmp_path) as (_, client):
        raw = await Raw.open(client.address)
        await raw.send(LIST + b"content-length: 1000000000\r\n\r\n")
        assert b"REQUEST_TOO_LARGE" in await raw.all()


async def test_a_peer_that_reads_nothing_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port, "BLOCKED_SECONDS", 0.2)
    async with web(tmp_path) as (_, client):
        raw = await Raw.open(client.address)
        raw.writer.transport.pause_reading()  # type: ignore[attr-defined]  # as every transport of a stream
        with pytest.raises(ConnectionError):
            await send_for_ever(raw, LIST + b"content-length: 2\r\n\r\n{}")
        await raw.close()


class Transport:
    """A transport that is read from, or not."""

    reads = True

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True


def test_nothing_more_is_read_while_a_request_waits_behind_another() -> None:
    transport: Any = Transport()
    parser = h11.Connection(h11.SERVER)
    flow = port.Flow(transport, parser)
    whole = LIST + b"content-length: 2\r\n\r\n{}"
    parser.receive_data(whole)
    flow.pause_reading()
    assert [type(parser.next_event()) for _ in range(3)] == [h11.Request, h11.Data, h11.EndOfMessage]
    flow.resume_reading()
    assert transport.reads
    flow.pause_reading()
    parser.receive_data(LIST)
    flow.resume_reading()
    assert not transport.reads
    for event in (h11.Response(status_code=200, headers=[(b"content-length", b"0")]), h11.EndOfMessage()):
        parser.send(event)
    parser.start_next_cycle()
    flow.resume_reading()
    assert transport.reads


async def test_requests_that_come_at_once_are_answered_in_order(client: Web) -> None:
    raw = await Raw.open(client.address)
    bodies = [b"{}", b'{"pageSize": 1}', b" " * 100_000, b"{}"] * 5
    await raw.send(b"".join(LIST + b"content-length: %d\r\n\r\n" % len(body) + body for body in bodies))
    await raw.send(NOWHERE.replace(b"host: x", b"host: x\r\nconnection: close") + b"0\r\n\r\n")
    answers = (await raw.all()).split(b"HTTP/1.1 ")[1:]
    assert [answer[:3] for answer in answers] == [b"200", b"200", b"429", b"200"] * 5 + [b"404"]


async def test_connections_above_the_limit_are_closed(tmp_path: Path) -> None:
    async with web(tmp_path, connections=2) as (_, client):
        held = [await Raw.open(client.address) for _ in range(2)]
        for raw in held:
            await raw.send(LIST + b"content-length: 2\r\n\r\n{}")
            await asyncio.wait_for(raw.reader.readuntil(b"\r\n0\r\n\r\n"), PATIENCE)
        assert await (await Raw.open(client.address)).all() == b""
        await held[0].close()
        answered = False
        while not answered:
            with suppress(ConnectionError):
                answered = (await client.post("Lobby/ListTitles", {})).status == 200
        await held[1].close()


async def test_long_headers_are_refused(client: Web) -> None:
    for length in (port.HEADER_BYTES, 10 * port.HEADER_BYTES):
        raw = await Raw.open(client.address)
        await raw.send(LIST + b"x-long: " + b"x" * length + b"\r\n\r\n")
        assert not (await raw.all()).startswith(b"HTTP/1.1 2")
    answer = await client.post("Lobby/ListTitles", {}, x_long="x" * port.HEADER_BYTES)
    assert (answer.status, answer.headers["connection"]) == (431, "close")
    answer = await client.post("Lobby/ListTitles", {}, x_odd="é")
    assert answer.status == 400


@pytest.mark.parametrize(
    "noise", [b"\x16\x03\x01\x02\x00", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\0" * 100, b"\r\n\r\n\r\n"]
)
async def test_noise_is_answered_with_an_error_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, noise: bytes
) -> None:
    monkeypatch.setattr(port, "REQUEST_SECONDS", 0.2)
    with structlog.testing.capture_logs() as logged:
        async with web(tmp_path) as (_, client):
            raw = await Raw.open(client.address)
            await raw.send(noise)
            assert (await raw.all())[:10] in {b"", b"HTTP/1.1 4"}
            assert (await client.post("Lobby/ListTitles", {})).status == 200
    assert [line for line in logged if line["log_level"] not in {"info", "debug"}] == []
    assert caplog.records == []


async def test_a_body_that_is_no_http_is_answered_once_or_not_at_all(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with structlog.testing.capture_logs() as logged:
        async with web(tmp_path) as (_, client):
            at_once, late = await Raw.open(client.address), await Raw.open(client.address)
            await at_once.send(NOWHERE + b"no length\r\n")
            assert (await at_once.all()).startswith(b"HTTP/1.1 400 ")
            await late.send(NOWHERE + b"1\r\n{\r\n")
            answer = await late.reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 404 ")
            await late.send(b"no length\r\n")
            assert b"HTTP/1.1" not in await late.all()
            assert (await client.post("Lobby/ListTitles", {})).status == 200
    assert [line for line in logged if line["log_level"] not in {"info", "debug"}] == []
    assert caplog.records == []


async def test_requests_in_one_go_are_answered_in_their_order(client: Web) -> None:
    raw = await Raw.open(client.address)
    view = LIST.replace(b"Lobby/ListTitles", b"Record/GetView")
    last = LIST + b"connection: close\r\ncontent-length: 2\r\n\r\n{}"
    await raw.send(LIST + b"content-length: 2\r\n\r\n{}" + view + b"content-length: 2\r\n\r\n{}" + last)
    received = await raw.all()
    statuses = [line for line in received.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
    assert statuses == [b"HTTP/1.1 200 OK", b"HTTP/1.1 404 Not Found", b"HTTP/1.1 200 OK"]


async def test_the_lines_of_the_log_are_those_of_grpc(tmp_path: Path) -> None:
    structlog.reset_defaults()
    with structlog.testing.capture_logs() as logged:
        async with web(tmp_path) as (service, client):
            await client.post("Record/GetView", {"game": "none"})
            await client.post("Lobby/ListTitles", {})
            await client.post("Lobby/ListTitles", b" " * 100_000)
            await service.lobby.ListTitles(lobby_pb2.ListTitlesRequest())
    lines = [(line["event"], line["call"], line.get("reason")) for line in logged if "call" in line]
    answered = ("call_answered", "ListTitles", None)
    refused = ("call_failed", "ListTitles", "REQUEST_TOO_LARGE")
    assert lines == [("call_failed", "GetView", "GAME_NOT_FOUND"), answered, refused, answered]


async def test_both_ports_are_encrypted_and_ask_for_certificates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(port, "HANDSHAKE_SECONDS", 0.5)
    folder = certified(tmp_path)
    tls = Tls(folder / "pair.pem", folder / "pair.key", folder / "authority.pem")
    async with web(tmp_path, tls=tls) as (_, client):
        trusted, stranger = context(folder), context(folder)
        trusted.load_cert_chain(folder / "pair.pem", folder / "pair.key")
        raw = await Raw.open(client.address, trusted)
        await raw.send(LIST + b"connection: close\r\ncontent-length: 2\r\n\r\n{}")
        assert (await raw.all()).startswith(b"HTTP/1.1 200")
        with suppress(ssl.SSLError):
            refused = await Raw.open(client.address, stranger)
            await refused.send(LIST)
            assert await refused.all() == b""
        for begun in (b"", LIST + b"content-length: 2\r\n\r\n{}"):
            plain = await Raw.open(client.address)
            await plain.send(begun)
            assert not (await plain.all()).startswith(b"HTTP")
    assert caplog.records == []


async def test_a_service_in_a_process_of_its_own_is_encrypted_on_both_ports(tmp_path: Path) -> None:
    folder, web_port = certified(tmp_path), free_port()
    options = {"certificate": "pair.pem", "key": "pair.key"}
    words = [word for option, file in options.items() for word in (f"--tls-{option}", str(folder / file))]
    async with running(tmp_path, free_port(), "--connect", f"127.0.0.1:{web_port}", *words):
        raw = await Raw.open(f"127.0.0.1:{web_port}", context(folder))
        await raw.send(LIST + b"connection: close\r\ncontent-length: 2\r\n\r\n{}")
        assert (await raw.all()).startswith(b"HTTP/1.1 200")
        plain = await Raw.open(f"127.0.0.1:{web_port}")
        await plain.send(LIST + b"content-length: 2\r\n\r\n{}")
        assert not (await plain.all()).startswith(b"HTTP")


def context(folder: Path) -> ssl.SSLContext:
    """Return the terms of a client that knows the authority."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.load_verify_locations(folder / "authority.pem")
    return made


def test_peers_are_named_as_grpc_names_them() -> None:
    assert peer_named("192.0.2.1", 5) == "ipv4:192.0.2.1:5"
    assert peer_named("::ffff:192.0.2.1", 5) == "ipv4:192.0.2.1:5"
    assert peer_named("2001:db8::1", 5) == "ipv6:%5B2001:db8::1%5D:5"
    assert peer_named("", 0) == "unknown::0"


def test_an_address_in_use_and_an_unknown_one_are_reported() -> None:
    with closing(port.listening("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        for host, port_asked, advice in (
            ("127.0.0.1", number, "; choose a free port with --connect$"),
            ("no.such.host.invalid", 0, "[^;]*$"),
        ):
            with pytest.raises(OSError, match=f"cannot listen on {host}:{port_asked}: .*{advice}"):
                port.listening(host, port_asked)


def test_every_address_of_this_machine_is_one_socket_where_ipv6_is_there() -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("needs a system with IPv6")
    with closing(port.listening("[::]", 0)) as both:
        address = ("127.0.0.1", both.getsockname()[1])
        socket.create_connection(address, PATIENCE).close()


async def test_a_page_calls_from_the_origins_that_are_allowed(tmp_path: Path) -> None:
    async with web(tmp_path, "https://play.example") as (_, client):
        allowed = await client.post("Lobby/ListTitles", {}, origin="https://play.example")
        assert allowed.status == 200
        assert allowed.headers["access-control-allow-origin"] == "https://play.example"
        assert "grpc-status" in allowed.headers["access-control-expose-headers"]
        assert (await client.post("Record/GetView", {}, origin="https://play.example")).reason == "GAME_NOT_FOUND"
        for other in ("https://evil.example", "http://play.example", "https://play.example:8443", "null"):
            refused = await client.post("Lobby/ListTitles", {}, origin=other)
            assert (refused.status, refused.value["code"]) == (403, "permission_denied")
            assert "access-control-allow-origin" not in refused.headers


async def test_no_page_calls_unless_its_origin_is_allowed(client: Web) -> None:
    for origin in ("null", f"http://{client.address}", "https://play.example"):
        assert (await client.post("Lobby/ListTitles", {}, origin=origin)).status == 403
    raw = await Raw.open(client.address)
    await raw.send(LIST.replace(b"POST", b"OPTIONS") + b"connection: close\r\norigin: https://a.example\r\n\r\n")
    assert (await raw.all()).startswith(b"HTTP/1.1 403")


async def test_a_browser_learns_what_a_page_may_send(tmp_path: Path) -> None:
    async with web(tmp_path, "*") as (_, client):
        raw = await Raw.open(client.address)
        headers = b"connection: close\r\norigin: https://a.example\r\naccess-control-request-method: POST\r\n\r\n"
        await raw.send(LIST.replace(b"POST", b"OPTIONS") + headers)
        answer = (await raw.all()).decode().lower()
        assert answer.startswith("http/1.1 204")
        for line in ("allow-origin: https://a.example", "allow-methods: get, post"):
            assert f"access-control-{line}\r\n" in answer
        sent = answer.partition("access-control-allow-headers: ")[2].partition("\r\n")[0].split(", ")
        assert {"authorization", "content-type", "connect-protocol-version", "connect-timeout-ms", "x-grpc-web"} < {
            *sent
        }


@pytest.mark.parametrize(
    "wrong", ["play.example", "https://play.example/", "ftp://play.example", "https://", "null", ""]
)
def test_what_is_no_origin_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="is neither an origin"):
        Origins([wrong])


def test_faults_of_the_library_are_lines_of_our_log_and_of_no_other(caplog: pytest.LogCaptureFixture) -> None:
    port.log_faults()
    structlog.reset_defaults()
    with structlog.testing.capture_logs() as logged:
        for error in (ValueError("odd"), asyncio.CancelledError()):
            logging.getLogger("uvicorn.error").error("it failed", exc_info=error)
    assert [(line["event"], line["problem"], line["exception"]) for line in logged] == [
        ("http_failed", "it failed", "ValueError('odd')")
    ]
    assert caplog.records == []


async def test_a_request_that_outlasts_the_stop_is_cancelled_and_ends_before_it() -> None:
    begun, ended = asyncio.Event(), []

    async def never(_scope: object, _receive: object, _send: object) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(True)

    opened_port = port.Port("127.0.0.1", 0, never, None, 2)
    opened_port.start()
    raw = await Raw.open(opened_port.address)
    await raw.send(LIST + b"content-length: 2\r\n\r\n{}")
    await asyncio.wait_for(begun.wait(), PATIENCE)
    await opened_port.stop(0)
    assert ended == [True]
    await raw.close()


async def test_a_request_that_came_in_time_has_all_the_time_for_its_answer_and_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port, "REQUEST_SECONDS", 0.2)
    async with web(tmp_path) as (_, client):
        raw = await Raw.open(client.address)
        for _ in range(2):
            await raw.send(LIST + b"content-length: 2\r\n\r\n{}")
            first = await asyncio.wait_for(raw.reader.readuntil(b"\r\n0\r\n\r\n"), PATIENCE)
            assert first.startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.4)
        await raw.close()
