"""The pages of a service, and browsers that look at them."""

from __future__ import annotations

import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from threading import Thread

import pytest
import pytest_asyncio
import uvicorn
from playwright.async_api import Browser, async_playwright

from clients.web.site import site
from gunbai_client import aio

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="session")
def pages(address: str) -> Iterator[str]:
    """Serve the pages of the service, and return their address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(
            uvicorn.Config(site(lambda: aio.connect(address), pause=0), log_level="error", timeout_graceful_shutdown=1)
        )
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """Return Debian's Chromium without a window."""
    if CHROMIUM is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        await found.close()
