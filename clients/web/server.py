"""Run the site: an HTTP server until it is interrupted, or in a thread beside what looks at it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import uvicorn
from starlette.types import ASGIApp

BACKLOG = 128
GRACE = 5
"""How many seconds answers have to end once the server is asked to stop; streams to browsers end then too."""


def run(site: ASGIApp, host: str, port: int, announce: Callable[[str], object]) -> None:
    """Serve a site until the process is interrupted; `announce` gets its address. Raises OSError."""
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    with socket.create_server((bare, port), family=family, backlog=BACKLOG) as listener:
        name, number = listener.getsockname()[:2]
        # A proxy on this machine says in X-Forwarded-For who its visitors are; nobody else is believed.
        settings = uvicorn.Config(
            site,
            log_level="warning",
            forwarded_allow_ips=["127.0.0.1", "::1"],
            timeout_graceful_shutdown=GRACE,
            server_header=False,
            date_header=False,
        )
        announce(f"http://{f'[{name}]' if ':' in name else name}:{number}")
        uvicorn.Server(settings).run([listener])


@contextmanager
def serving(site: ASGIApp) -> Iterator[str]:
    """Serve the process's own site on a free port of this machine from a thread, and yield its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(site, log_level="error", timeout_graceful_shutdown=1))
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
