"""The port: HTTP/1.1 connections, limited in number, time and memory, and their orderly end."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from contextlib import suppress
from typing import Any

import h11
import structlog
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from referee.access.addresses import address_of

HEADER_BYTES = 8 * 1024
"""The maximum number of header bytes of a request, its first line included."""
REQUEST_SECONDS = 10.0
"""How long a request may take from its first byte, or from the connection, to its last."""
IDLE_SECONDS = 60
"""How long a connection may wait for its next request."""
BLOCKED_SECONDS = 60.0
"""How long a peer can leave everything that waits for it unread."""
HANDSHAKE_SECONDS = 5.0
"""How long the TLS handshake may take."""
PAUSE_SECONDS = 0.1
"""How long to wait after a connection could not be accepted, for example when the process is out of files."""
BACKLOG = 1024
"""The maximum number of connections that wait to be accepted."""


class Flow(FlowControl):
    """A connection's reading, which rests while a request waits behind the one that is being answered.

    The library reads on to notice that a peer is gone, and keeps what comes: more and more, from a peer that sends
    requests without end.
    """

    def __init__(self, transport: asyncio.Transport, parser: h11.Connection) -> None:
        super().__init__(transport)
        self._parser = parser

    def resume_reading(self) -> None:
        """Read on, unless something waits already."""
        if self._parser.their_state is not h11.DONE or self._parser.next_event() is not h11.PAUSED:
            super().resume_reading()


class Connection(H11Protocol):
    """One connection: cut when a request takes too long to come, or when its peer reads nothing for too long."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the library
        """Expect the first request."""
        self._coming: asyncio.TimerHandle | None = None
        self._blocked: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        self.flow = Flow(transport, self.conn)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._came()
        self.resume_writing()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Handle the data that has come, and expect the rest of an incomplete request."""
        if self.conn.their_state is h11.IDLE:
            self.flow.resume_reading()
        super().handle_events()
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self._came()
        elif self.timeout_keep_alive_task is None:
            self._expect()

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP, unless an answer has begun, and close the connection; no other answer follows.

        The library would begin a second answer, or let the request go on to one: errors in our log that a peer causes.
        """
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        self.transport.close()

    def pause_writing(self) -> None:
        """Expect the peer to read."""
        super().pause_writing()
        self._blocked = self._blocked or self.loop.call_later(BLOCKED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that the peer has read."""
        super().resume_writing()
        if self._blocked is not None:
            self._blocked.cancel()
            self._blocked = None

    def _expect(self) -> None:
        # Not set again by each byte, or a request could take forever, a byte at a time.
        self._coming = self._coming or self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _came(self) -> None:
        if self._coming is not None:
            self._coming.cancel()
            self._coming = None


class Port:
    """A port that takes HTTP/1.1 requests for an application. Belongs to one event loop."""

    def __init__(self, host: str, port: int, application: Any, tls: ssl.SSLContext | None, connections: int) -> None:
        """Listen. Raises OSError if the address does not exist or is in use."""
        self._listening = listening(host, port)
        self._application, self._tls, self._connections = application, tls, connections
        self._state = ServerState()
        self._greeted: set[asyncio.Task[None]] = set()
        self.address = address_of(host, self._listening.getsockname()[1])

    def start(self) -> None:
        """Take requests."""
        log_faults()
        self._config = Config(
            self._application,
            http=Connection,
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            # Anyone could send them; a proxy names its visitors with the forwarder's credential instead.
            proxy_headers=False,
            server_header=False,
            workers=1,
            timeout_keep_alive=IDLE_SECONDS,
            h11_max_incomplete_event_size=HEADER_BYTES,
        )
        self._config.load()
        self._accepting = asyncio.create_task(self._accept())

    async def stop(self, seconds: float) -> None:
        """Stop accepting connections, let requests finish for some time, cancel the rest, and close all connections."""
        # First, so that no request begins while the others are waited for.
        await self._end(self._accepting, *self._greeted)
        self._listening.close()
        for connection in tuple(self._state.connections):
            connection.shutdown()
        if self._state.tasks:
            await asyncio.wait(tuple(self._state.tasks), timeout=seconds)
        await self._end(*self._state.tasks)
        for connection in tuple(self._state.connections):
            connection.transport.close()

    async def _end(self, *tasks: asyncio.Task[None]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self) -> None:
        """Accept connections; close those above the limit at once. Connections in a TLS handshake count too."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                taken, _ = await loop.sock_accept(self._listening)
            except OSError:
                # Accepting again at once would fail again, for example while there are too many open files.
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            # Before TLS begins: handshakes are what a flood of connections costs most.
            if len(self._greeted) + len(self._state.connections) >= self._connections:
                taken.close()
                continue
            greeted = asyncio.create_task(self._greet(taken))
            self._greeted.add(greeted)
            greeted.add_done_callback(self._greeted.discard)

    async def _greet(self, taken: socket.socket) -> None:
        """Hand a connection to the library; over TLS, once it is encrypted."""
        patience = HANDSHAKE_SECONDS if self._tls else None
        # A peer that leaves, or fails the handshake (an SSLError is an OSError), only loses its connection.
        with suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(
                self._made, taken, ssl=self._tls, ssl_handshake_timeout=patience
            )

    def _made(self) -> Connection:
        return Connection(self._config, self._state, {})


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a host's first address, preferably an IPv4 one. Raises OSError."""
    try:
        addresses = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, *_, address = min(addresses, key=lambda info: info[0] != socket.AF_INET)
        dual = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
        made = socket.create_server(address[:2], family=family, backlog=BACKLOG, dualstack_ipv6=dual)
    except OSError as error:
        advice = "; choose a free port with --connect" if error.errno == errno.EADDRINUSE else ""
        raise OSError(f"cannot listen on {address_of(host, port)}: {error.strerror}{advice}") from None
    # `sock_accept` of the event loop takes only sockets that do not block.
    made.settimeout(0)
    return made


class Faults(logging.Handler):
    """Writes the library's error reports to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a report, except for a cancelled request."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, asyncio.CancelledError):
            structlog.get_logger().error("http_failed", problem=record.getMessage().strip(), exception=repr(error))


def log_faults() -> None:
    """Send the library's errors only to our log, without those that a peer can cause."""
    reports = logging.getLogger("uvicorn.error")
    reports.handlers, reports.propagate = [Faults()], False
    reports.setLevel(logging.ERROR)
