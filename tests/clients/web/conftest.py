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
    # All tests leave their bots at tables that nobody finishes.
    with serving(
        make_site(lambda: aio.connect(address, own_connection=True), bots=10_000, pause=0, folder=Path(KEPT.name))
    ) as site_address:
        yield site_address


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests with a browser in the loop in which it was started: to start it takes longer than most of them."""
    for item in items:
        if pytest_asyncio.is_async_test(item) and "browser" in item.fixturenames:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_browser() -> AsyncIterator[Browser]:
    """Return Debian's Chromium without a window."""
    if CHROMIUM is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(one_browser: Browser) -> AsyncIterator[Browser]:
    """Return the browser without the windows, cookies and storage of other tests."""
    yield one_browser
    for context in one_browser.contexts:
        await context.close()
