"""Run the site: an HTTP server until it is interrupted."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import uvicorn

from clients.web.site import site
from gunbai_client.aio import Gunbai

BACKLOG = 128
GRACE = 5
"""How many seconds answers have to end once the server is asked to stop; streams to browsers end then too."""


def run(
    service: Callable[[], AbstractAsyncContextManager[Gunbai]], host: str, port: int, told: Callable[[str], object]
) -> None:
    """Serve the site of a service until the process is interrupted; `told` gets its address. Raises OSError."""
    with socket.create_server((host, port), backlog=BACKLOG) as listener:
        name, number = listener.getsockname()[:2]
        settings = uvicorn.Config(
            site(service), log_level="warning", timeout_graceful_shutdown=GRACE, server_header=False, date_header=False
        )
        told(f"http://{f'[{name}]' if ':' in name else name}:{number}")
        uvicorn.Server(settings).run([listener])
