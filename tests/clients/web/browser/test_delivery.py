"""What a first visit transfers: little, compressed, and from this site alone."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Page, expect

from gunbai_client import aio
from tests.clients.web.people import person, sit
from titles.catalogue import TITLES

MOST_BYTES = 150_000
"""What may be transferred before the first move."""


class Traffic:
    """Counts what a page transfers, headers included, and the hosts that it asks."""

    def __init__(self) -> None:
        self.transferred, self.hosts = 0, set[str]()

    async def count(self, page: Page) -> None:
        """Begin to count. A browser tells of a stream when it ends, and these are empty until somebody moves."""
        session = await page.context.new_cdp_session(page)
        await session.send("Network.enable")
        session.on("Network.loadingFinished", lambda event: self._add(event["encodedDataLength"]))
        page.context.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))

    def _add(self, size: float) -> None:
        self.transferred += round(size)


@pytest.mark.parametrize(
    "title",
    ["infludance_duel", *(pytest.param(name, marks=pytest.mark.long) for name in TITLES if name != "infludance_duel")],
)
async def test_a_game_takes_less_than_150_kb_until_the_first_move_and_asks_no_other_site(
    browser: Browser, pages: str, address: str, title: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        details = await gunbai.title(title)
        made = await gunbai.create(title, seats=details.title.seats_min, chance="referee")
        seats = [await gunbai.join(made.info.game, f"Player {n}") for n in range(1, details.title.seats_min + 1)]
        await gunbai.holding(made.host_token).start(made.info.game)
        traffic = Traffic()
        await traffic.count(page)
        await sit(page, pages, *seats)
        await expect(page.locator("#board svg").first).to_be_visible()
        await expect(page.locator("#entries [aria-current]")).to_be_visible()
        await expect(page.locator(".my-turn #menu > :is(.move, .stepper), .my-turn .choosable").first).to_be_visible()
        assert 20_000 < traffic.transferred < MOST_BYTES
        assert traffic.hosts == {urlsplit(pages).netloc}
