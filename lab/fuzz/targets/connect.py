"""Connections of the Connect port: whatever bytes come, they are answered, or the connection is closed: no defect.

An input is a byte for the way, and what goes that way. The last way is bytes as they are: requests, parts of them,
several in a row. The others carry a byte for the call, one for the token, lines of headers, a zero byte and a body,
which gets its length, and the frame or the compression of the way. The id of the game stands in both as GAME, as in
`requests`.

The connection is that of the service, on a transport without a socket, so that the fuzzer sees all that it reaches.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import h11
from google.protobuf.json_format import MessageToJson
from structlog.testing import capture_logs

from lab.connect_client import GRPC_WEB, GRPC_WEB_JSON, JSON, JSON_STREAM, PROTO, PROTO_STREAM, frame
from lab.fuzz.targets.requests import METHODS, Defect, Hall, byte_of, naming, token_of
from lab.patience import PATIENCE
from lab.requests import examples
from lab.toy_service import Match
from referee.connect.port import Connection
from referee.server import Web

GZIP = "content-encoding: gzip\r\n"
STREAM_GZIP = "connect-content-encoding: gzip\r\n"
WEB_GZIP = "grpc-encoding: gzip\r\n"
PEER = ("192.0.2.1", 4242)
"""An address of documentation (RFC 5737)."""
IDLE_TURNS = 3
"""How many turns of the loop a stream gets after its first bytes before its reader hangs up."""
DEFECTS = re.compile(
    rb"""^HTTP/1\.1[ ](500|502|503)[ ]
       | "code":\s*"(internal|unknown|data_loss|unavailable)"
       | ^grpc-status:[ ](2|13|14|15)\r""",
    re.MULTILINE | re.VERBOSE,
)
"""What is an error of ours: statuses of HTTP and of gRPC, and the codes of Connect."""


class Way(NamedTuple):
    """A way in which a body goes: its type, further headers, and what is done to it."""

    kind: str
    headers: str
    wrapped: Callable[[bytes], bytes]


def _framed_gzip(body: bytes) -> bytes:
    return frame(_gzip(body), 1)


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, 1, mtime=0)


WAYS = (
    Way(JSON, "", bytes),
    Way(PROTO, "", bytes),
    Way(JSON, GZIP, _gzip),
    Way(JSON, GZIP, bytes),
    Way(JSON_STREAM, "", frame),
    Way(PROTO_STREAM, "", frame),
    Way(JSON_STREAM, STREAM_GZIP, _framed_gzip),
    Way(PROTO_STREAM, STREAM_GZIP, bytes),
    Way(GRPC_WEB, "", frame),
    Way(GRPC_WEB_JSON, "", frame),
    Way(GRPC_WEB, WEB_GZIP, _framed_gzip),
    Way(GRPC_WEB, "", bytes),
)
AS_THEY_ARE = len(WAYS)
"""The way of bytes that are the connection's."""


class Wire(asyncio.Transport):
    """A transport without a socket, which keeps what is written."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__({"peername": PEER, "sockname": PEER})
        self._loop = loop
        self.written = bytearray()
        self.reading = True
        self.answered: asyncio.Future[None] = loop.create_future()

    def begin(self, connection: Connection) -> None:
        """Hand the transport to a connection."""
        self._connection: Connection | None = connection
        connection.connection_made(self)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep what the connection sends."""
        if self._connection is not None:
            self.written += data
            if not self.answered.done():
                self.answered.set_result(None)

    def close(self) -> None:
        """Tell the connection that it is lost, once."""
        if self._connection is not None:
            self._loop.call_soon(self._connection.connection_lost, None)
            self._connection = None

    abort = close

    def is_closing(self) -> bool:
        """Return whether the transport was closed."""
        return self._connection is None

    def pause_reading(self) -> None:
        """Note that no more is to come."""
        self.reading = False

    def resume_reading(self) -> None:
        """Note that more may come."""
        self.reading = True


@cache
def hall() -> Hall:
    """Return the service that all inputs are sent to, which takes Connect too."""
    return Hall(Web())


def seeds() -> Iterator[bytes]:
    """Yield a request to each call that names the game and little else, every way, and some of them as they are."""
    for number, (path, method) in enumerate(METHODS):
        request = examples()[method.name]
        for way, (kind, _, _) in enumerate(WAYS):
            body = (
                MessageToJson(request, indent=None).encode() if kind.endswith("json") else request.SerializeToString()
            )
            yield bytes([way, number, number % 4]) + b"\0" + body
        line = f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {JSON}\r\n".encode()
        yield bytes([AS_THEY_ARE]) + 2 * (line + b"content-length: 2\r\n\r\n{}")
        yield bytes([AS_THEY_ARE]) + line + b"transfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"


def check(data: bytes) -> None:
    """Send an input on a connection of its own. Raises Defect, or whatever the connection raises."""
    served = hall()
    with capture_logs() as logs:
        written = served.runner.run(_sent(served, data))
    if errors := [line for line in logs if line["log_level"] in {"error", "critical"}]:
        raise Defect(f"the log has {errors[0]}")
    if defect := DEFECTS.search(written):
        raise Defect(f"answered with {defect[0]!r}")


async def _sent(served: Hall, data: bytes) -> bytes:
    """Return what is written to the connection of an input."""
    match = await served.renewed()
    port: Any = served.service._port
    wire, connection = Wire(asyncio.get_running_loop()), port._made()
    wire.begin(connection)
    # A peer that sends nothing is not noticed; to the library no bytes mean the end.
    if sent := _bytes_of(data, match):
        connection.data_received(sent)
    while await _goes_on(wire, connection):
        pass
    wire.close()
    await asyncio.wait_for(asyncio.gather(*connection.tasks, return_exceptions=True), PATIENCE)
    return bytes(wire.written)


async def _goes_on(wire: Wire, connection: Connection) -> bool:
    """Wait for an answer that is due, and return whether more of it comes soon."""
    if not connection.tasks or connection.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
        return False
    before = len(wire.written)
    due = (*connection.tasks, wire.answered)
    done, _ = await asyncio.wait(due, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    if not done:
        raise Defect("no answer comes")
    wire.answered = asyncio.get_running_loop().create_future()
    begun = len(wire.written)
    for _ in range(IDLE_TURNS):
        await asyncio.sleep(0)
    return before == begun or len(wire.written) > begun


def _bytes_of(data: bytes, match: Match) -> bytes:
    """Return the bytes of the connection of an input."""
    way = byte_of(data, 0) % (AS_THEY_ARE + 1)
    if way == AS_THEY_ARE:
        return naming(data[1:], match)
    kind, headers, wrapped = WAYS[way]
    path, _ = METHODS[byte_of(data, 1) % len(METHODS)]
    token = token_of(byte_of(data, 2), match)
    more, _, body = naming(data[3:], match).partition(b"\0")
    body = wrapped(body)
    shown = f"authorization: Bearer {token}\r\n" if token else ""
    head = f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\n{headers}{shown}"
    return head.encode() + more + b"content-length: %d\r\n\r\n" % len(body) + body
