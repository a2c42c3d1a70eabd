"""The port for probes: `/live`, `/ready` and `/status` over HTTP, answered by a thread even while the loop is stuck."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import AF_INET, AF_INET6
from typing import Any

import msgspec

from referee.access.addresses import address_of
from referee.probes.pulse import Pulse
from referee.probes.service_state import ServiceState
from referee.server import Service

STATUS_SECONDS = 5.0
"""How long the event loop may take to say how the service is."""
IDLE_SECONDS = 5.0
"""How long a connection may be silent."""


class Probes:
    """Answers probes. It listens before the service starts, and is not ready until then."""

    def __init__(self, host: str, port: int, pulse: Pulse) -> None:
        """Listen; the running event loop is asked for the status. Raises OSError."""
        self._pulse, self._loop = pulse, asyncio.get_running_loop()
        self._service: Service | None = None
        self._state: Callable[[], Coroutine[Any, Any, ServiceState]] | None = None
        self._server = _Listening((host.strip("[]"), port), self._handler())
        self.address = address_of(host, self._server.server_port)
        self._thread = threading.Thread(target=self._server.serve_forever, name="probes", daemon=True)
        self._thread.start()

    def show(self, service: Service, state: Callable[[], Coroutine[Any, Any, ServiceState]]) -> None:
        """Answer for a service that has started; `state` returns how it is."""
        self._service, self._state = service, state

    def end(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, path: str) -> tuple[HTTPStatus, str, bytes]:
        """Return the status, the type and the text of the answer to a path."""
        if path == "/status":
            return self._status()
        probes: dict[str, Callable[[], bool]] = {"/live": lambda: self._pulse.alive, "/ready": self._is_ready}
        if path not in probes:
            return HTTPStatus.NOT_FOUND, "text/plain", b"/live, /ready and /status are here\n"
        return (
            (HTTPStatus.OK, "text/plain", b"yes\n")
            if probes[path]()
            else (HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", b"no\n")
        )

    def _is_ready(self) -> bool:
        return self._pulse.alive and self._service is not None and self._service.ready

    def _status(self) -> tuple[HTTPStatus, str, bytes]:
        state = self._answer()
        if state is None:
            return HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", b"the service has not started, or hangs\n"
        status = HTTPStatus.OK if state.ready else HTTPStatus.SERVICE_UNAVAILABLE
        return status, "application/json", msgspec.json.encode(state)

    def _answer(self) -> ServiceState | None:
        if self._state is None:
            return None
        asking = asyncio.run_coroutine_threadsafe(self._state(), self._loop)
        try:
            return asking.result(STATUS_SECONDS)
        except TimeoutError:
            # Otherwise one question for each probe would wait on a stuck loop.
            asking.cancel()
            return None

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        probes = self

        class Handler(BaseHTTPRequestHandler):
            """Answers GET and HEAD."""

            timeout = IDLE_SECONDS

            def do_GET(self) -> None:
                status, kind, text = probes.answer(self.path)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(text)

            do_HEAD = do_GET  # noqa: N815  # the name that the library looks for

            def log_message(self, *_: Any) -> None:
                """Log nothing: there is a probe every few seconds."""

        return Handler


class _Listening(ThreadingHTTPServer):
    # A prober's open connection must not keep the service from ending.
    daemon_threads = True

    def __init__(self, place: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self.address_family = AF_INET6 if ":" in place[0] else AF_INET
        super().__init__(place, handler)

    def handle_error(self, *_: Any) -> None:
        """Say nothing about a broken connection."""
