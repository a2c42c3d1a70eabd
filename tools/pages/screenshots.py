"""Screenshots of the page of a game of every title, in three widths: `make screenshots` writes docs/screenshots."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser

from clients.cli.sources.served_files import served
from clients.web.server import serving
from clients.web.site import make_site
from games.catalogue import TITLES
from gunbai_client import aio
from lab.browser import chromium
from tools import code

FOLDER = code.ROOT / "docs" / "screenshots"
RECORDS = code.ROOT / "tests" / "fixtures" / "records"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900)}
"""The width and the height of each window, in pixels."""
PART = 0.6
"""Which part of a game is played at the position that is shown."""
COLOURS = 96


@contextmanager
def shown(record: Path) -> Iterator[str]:
    """Serve the pages of the game in a record file, and yield the address of a position late in it."""
    with served(record) as found, serving(make_site(lambda: aio.connect(found.address))) as pages:
        yield f"{pages}/games/{found.game}"


async def photograph(browser: Browser, address: str, title: str) -> None:
    """Write the screenshots of a title."""
    for name, (width, height) in SIZES.items():
        context = await browser.new_context(viewport={"width": width, "height": height})
        page = await context.new_page()
        await page.goto(address)
        await page.locator("#board svg").first.wait_for()
        head = int((await page.locator("#version").inner_text()).partition(" / ")[2])
        await page.goto(f"{address}@{round(head * PART)}")
        await page.locator("#board svg").first.wait_for()
        await page.locator("#entries [aria-current]").wait_for()
        await page.locator("#question:not(:empty)").wait_for()
        with Image.open(io.BytesIO(await page.screenshot())) as taken:
            taken.convert("RGB").quantize(COLOURS).save(FOLDER / f"{title}-{name}.png", optimize=True)
        await context.close()


async def main() -> None:
    """Write all screenshots."""
    FOLDER.mkdir(exist_ok=True)
    async with chromium() as browser:
        for title in TITLES:
            with shown(RECORDS / f"{title}.finished.gunbai") as address:
                await photograph(browser, address, title)


if __name__ == "__main__":
    asyncio.run(main())
