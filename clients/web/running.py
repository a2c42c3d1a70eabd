"""Run the site: an HTTP server until it is interrupted."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

BACKLOG = 128
GRACE = 5
"""How many seconds answers have to end once the server is asked to stop; streams to browsers end then too."""


def run(site: ASGIApp, host: str, port: int, told: Callable[[str], object]) -> None:
    """Serve a site until the process is interrupted; `told` gets its address. Raises OSError."""
    with socket.create_server((host, port), backlog=BACKLOG) as listener:
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
        told(f"http://{f'[{name}]' if ':' in name else name}:{number}")
        uvicorn.Server(settings).run([listener])
