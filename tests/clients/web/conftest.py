"""The pages of a service, and browsers that look at them."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="session")
def pages(address: str) -> Iterator[str]:
    """Serve the pages of the service, and return their address."""
    with serving(make_site(lambda: aio.connect(address), pause=0)) as found:
        yield found


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """Return Debian's Chromium without a window."""
    if CHROMIUM is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    async with chromium() as found:
        yield found


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Run Chromium without a window."""
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        await found.close()
