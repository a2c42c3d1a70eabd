"""Run the site: an HTTP server until it is interrupted, or in a thread, for tests."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

BACKLOG = 128
GRACE = 5
"""How many seconds answers have to finish once the server is asked to stop; streams to browsers end then too."""
HEADER_SECONDS = 20.0
"""How long a connection may take for a request's header."""
UNREAD_SECONDS = 60.0
"""How long a browser may read nothing of an answer before its connection is closed."""


def run(site: ASGIApp, host: str, port: int, announce: Callable[[str], object]) -> None:
    """Serve a site until the process is interrupted; `announce` gets its address. Raises OSError."""
    _raise_limit_of_files()
    with _listening(host, port) as listener:
        name, number = listener.getsockname()[:2]
        announce(f"http://{f'[{name}]' if ':' in name else name}:{number}")
        _make_server(site, "warning", GRACE).run([listener])


@contextmanager
def serving(site: ASGIApp) -> Iterator[str]:
    """Serve the process's own site on a free port of this machine from a thread, and yield its address."""
    with _listening("127.0.0.1", 0) as listener:
        server = _make_server(site, "error", 1)
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def _make_server(site: ASGIApp, log_level: str, grace: int) -> uvicorn.Server:
    settings = uvicorn.Config(
        site,
        http=_Protocol,
        log_level=log_level,
        # Only a proxy on this machine may name its visitors in X-Forwarded-For.
        forwarded_allow_ips=["127.0.0.1", "::1"],
        timeout_graceful_shutdown=grace,
        server_header=False,
        date_header=False,
    )
    return uvicorn.Server(settings)


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that accepts connections. Raises OSError."""
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    try:
        return socket.create_server((bare, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        advice = f'try --port {port + 1}, or `make serve WEB="--port {port + 1}"`'
        raise OSError(f"cannot serve pages at {host}:{port}: the port is in use; {advice}") from None


def _raise_limit_of_files() -> None:
    """Allow the process as many open files, and so connections, as its user may have."""
    # `resource` is missing on Windows, and the system may refuse the new limit.
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Protocol(H11Protocol):
    """A connection, which is closed if no request's header arrives in time, or nobody reads the answer."""

    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        self._wait(None)

    def _wait(self, answered: RequestResponseCycle | None) -> None:
        """Close the connection if the next request has not arrived after a while."""
        self._late = self.loop.call_later(HEADER_SECONDS, self._look, answered)

    def _look(self, answered: RequestResponseCycle | None) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        idle = cycle is None or cycle.response_complete
        if idle and cycle is answered:
            self.timeout_keep_alive_handler()
        elif not self.transport.is_closing():
            self._wait(cycle if idle else answered)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._read_on()
        super().resume_writing()

    def _read_on(self) -> None:
        if self._unread is not None:
            self._unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        self._late.cancel()
        self._read_on()
        super().connection_lost(exc)
