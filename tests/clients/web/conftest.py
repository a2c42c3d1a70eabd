"""The pages of a service, and browsers that look at them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio
from lab.browser import CHROMIUM, chromium
from tests.clients.web.http_requests import KEPT


@pytest.fixture(scope="session")
def pages(address: str) -> Iterator[str]:
    """Serve the pages of the service, and return their address."""
    with serving(
        make_site(lambda: aio.connect(address, own_connection=True), pause=0, folder=Path(KEPT.name))
    ) as site_address:
        yield site_address


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """Return Debian's Chromium without a window."""
    if CHROMIUM is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    async with chromium() as browser:
        yield browser
