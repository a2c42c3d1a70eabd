"""An HTTP server on this machine, which keeps what is posted to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Posted:
    """What was posted, and how each post was answered: with the next of these statuses, then with 200."""

    def __init__(self, statuses: Sequence[int] = (), location: str = "") -> None:
        self.url = ""
        self.bodies: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.statuses = list(statuses)
        self.location = location
        self._come = threading.Condition()

    def take(self, headers: dict[str, str], body: bytes) -> int:
        """Keep a post; return the status of its answer."""
        with self._come:
            self.headers.append(headers)
            self.bodies.append(json.loads(body))
            self._come.notify_all()
            return self.statuses.pop(0) if self.statuses else 200

    def wait(self, count: int) -> None:
        """Wait until so many posts have come."""
        with self._come:
            assert self._come.wait_for(lambda: len(self.bodies) >= count, 60)

    @property
    def kinds(self) -> list[str]:
        """What the posts were about."""
        return [body["kind"] for body in self.bodies]


@contextmanager
def listening(statuses: Sequence[int] = (), location: str = "") -> Iterator[Posted]:
    """Yield what is posted to a server that is gone when the block is left."""
    posted = Posted(statuses, location)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(posted.take(dict(self.headers.items()), body))
            if posted.location:
                self.send_header("location", posted.location)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            del args

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        posted.url = f"http://127.0.0.1:{server.server_port}/hook?to=ann"
        try:
            yield posted
        finally:
            server.shutdown()
            thread.join()
