"""Pages follow their games: over connections that fail, in many tabs, and without what some browsers lack."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from clients.web.frame.static_files import PATH
from gunbai_client import aio
from gunbai_client.aio import Gunbai, Seat
from lab.patience import PATIENCE
from tests.clients.web.people import MOVES, person, sit
from tests.clients.web.unreliable import Way, unreliable

pytestmark = pytest.mark.long
TABS = 8
"""More than the connections that a browser opens to a site over HTTP/1.1."""
WAKE = """() => {
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  window.dispatchEvent(new Event("online"));
}"""
NO_SHARED_WORKER = "delete window.SharedWorker;"
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Table(NamedTuple):
    """A duel that has begun."""

    gunbai: Gunbai
    seats: list[Seat]

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.seats[0].game

    async def move(self) -> int:
        """Have whoever is asked move, and return the version."""
        waiting = (await self.seats[0].view()).waiting
        seat = next(seat for seat in self.seats if seat.number in waiting.seats)
        await seat.submit((await seat.legal()).commands[0].command)
        return (await self.gunbai.game(self.game)).head


@asynccontextmanager
async def duel(gunbai: Gunbai) -> AsyncIterator[Table]:
    """Begin a duel."""
    made = await gunbai.create("infludance_duel", seats=2, chance="referee")
    seats = [await gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    await gunbai.holding(made.host_token).start(made.info.game)
    yield Table(gunbai, seats)


@asynccontextmanager
async def watching(browser: Browser, pages: str, address: str) -> AsyncIterator[tuple[Way, Table, Page]]:
    """Yield an unreliable way by which somebody looks at a duel, the duel, and their page once it follows."""
    async with (
        unreliable(pages) as way,
        aio.connect(address) as gunbai,
        duel(gunbai) as table,
        person(browser, way.address, quiet=False) as page,
    ):
        await page.goto(f"/games/{table.game}")
        await follows(way)
        yield way, table, page


async def follows(way: Way, streams: int = 1) -> None:
    """Wait until so many streams are open, and stay so."""
    async with asyncio.timeout(PATIENCE):
        while way.streams != streams:  # noqa: ASYNC110  # connections announce themselves to nobody
            await asyncio.sleep(0.05)


async def shows(page: Page, version: int, seconds: float = PATIENCE) -> None:
    """Wait until a page shows a version, and has its entry."""
    await expect(page.locator("#version")).to_have_text(f"{version} / {version}", timeout=seconds * 1000)
    await expect(page.locator(f"#entries li[data-version='{version}']")).to_have_count(1)
    await expect(page.locator("#board")).to_have_attribute("data-version", str(version))


async def test_a_page_whose_connections_died_in_a_sleep_is_new_once_it_is_looked_at(
    browser: Browser, pages: str, address: str
) -> None:
    async with watching(browser, pages, address) as (way, table, page):
        way.drop_silently()
        await asyncio.sleep(2.5)
        head = await table.move()
        await page.evaluate(WAKE)
        await shows(page, head)
        await expect(page.locator("#stale")).to_have_text("")
        await shows(page, await table.move())


async def test_a_stream_that_is_silent_for_two_beats_is_opened_again(
    browser: Browser, pages: str, address: str
) -> None:
    async with watching(browser, pages, address) as (way, table, page):
        way.drop_silently()
        await shows(page, await table.move(), seconds=60 + PATIENCE)


async def test_a_proxy_that_fails_a_few_times_costs_a_moment(browser: Browser, pages: str, address: str) -> None:
    async with unreliable(pages) as way, aio.connect(address) as gunbai, duel(gunbai) as table:
        way.bad_streams = 2
        async with person(browser, way.address, quiet=False) as page:
            await page.goto(f"/games/{table.game}")
            await shows(page, await table.move())


async def test_a_script_that_does_not_load_at_first_is_asked_for_again(
    browser: Browser, pages: str, address: str
) -> None:
    asked = list[str]()

    async def answer(route: Route) -> None:
        asked.append(route.request.url)
        await (route.fulfill(status=502) if len(asked) <= 2 else route.continue_())

    async with aio.connect(address) as gunbai, duel(gunbai) as table, person(browser, pages, quiet=False) as page:
        await page.context.add_init_script(NO_SHARED_WORKER)
        await page.route("**/heads.js*", answer)
        await page.goto(f"/games/{table.game}")
        await expect(page.locator("#stale")).to_contain_text("may be out of date")
        await shows(page, await table.move())
        await expect(page.locator("#stale")).to_have_text("")
    assert len({*asked}) == 3


async def test_a_page_says_that_it_may_be_old_until_the_server_is_back(
    browser: Browser, pages: str, address: str
) -> None:
    async with watching(browser, pages, address) as (way, table, page):
        way.is_down = True
        way.cut()
        await expect(page.locator("#stale")).to_contain_text("may be out of date")
        head = await table.move()
        way.is_down = False
        await shows(page, head)
        await expect(page.locator("#stale")).to_have_text("")


async def test_all_tabs_of_a_browser_share_one_stream_and_each_shows_its_game(
    browser: Browser, pages: str, address: str
) -> None:
    async with (
        unreliable(pages) as way,
        aio.connect(address) as gunbai,
        duel(gunbai) as one,
        duel(gunbai) as other,
        person(browser, way.address, quiet=False) as first,
    ):
        await sit(first, way.address, *one.seats)
        tabs = [first]
        for number in range(TABS - 1):
            tabs.append(await first.context.new_page())
            await tabs[-1].goto(f"/games/{(one, other)[number % 2].game}")
        await asyncio.sleep(1)
        await follows(way)
        head = await other.move()
        for tab in tabs[1::2]:
            await shows(tab, (await gunbai.game(one.game)).head)
        for tab in tabs[2::2]:
            await shows(tab, head)
        # A player moves in the last tab, and all others of the game show it.
        before = (await gunbai.game(one.game)).head
        await tabs[-1].locator(f"{MOVES}, .choosable").first.click()
        for tab in (first, *tabs[1::2]):
            await expect(tab.locator("#slider")).not_to_have_attribute("max", str(before))
        for tab in tabs[1:]:
            await tab.close()
        await follows(way)
        await first.close()
        await follows(way, 0)


async def test_where_tabs_cannot_share_a_stream_a_hidden_one_gives_its_own_up(
    browser: Browser, pages: str, address: str
) -> None:
    async with watching(browser, pages, address) as (way, table, page):
        await page.context.add_init_script(NO_SHARED_WORKER)
        await page.reload()
        await follows(way)
        await shows(page, await table.move())
        await page.evaluate(HIDE, True)
        await follows(way, 0)
        head = await table.move()
        await page.evaluate(HIDE, False)
        await shows(page, head)


async def test_a_frame_on_another_site_follows_too(browser: Browser, pages: str, address: str) -> None:
    async with watching(browser, pages, address) as (way, table, page):
        await page.goto(f"/embed/{table.game}")
        await follows(way)
        way.cut()
        head = await table.move()
        await expect(page.locator("#version")).to_have_text(f"{head} / {head}")


@asynccontextmanager
async def held_up(context: BrowserContext, module: str) -> AsyncIterator[None]:
    """Have a script of the pages arrive only at the end of the block."""
    go_on = asyncio.Event()

    async def wait(route: Route) -> None:
        await go_on.wait()
        await route.continue_()

    await context.route(re.compile(f"{PATH}/{module}$"), wait)
    try:
        yield
    finally:
        go_on.set()


async def test_a_fold_that_is_opened_before_its_script_is_there_is_filled_all_the_same(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, duel(gunbai) as table, person(browser, pages) as page:
        for module, folds, filled in (
            ("whatif.js", ("What if?",), "#what-if [name=name] option"),
            ("asking.js", ("Record", "Ask the record"), "#values li"),
        ):
            async with held_up(page.context, module):
                await page.goto(f"/games/{table.game}", wait_until="commit")
                for fold in folds:
                    await page.get_by_text(fold, exact=True).click()
            await expect(page.locator(filled)).not_to_have_count(0)


async def test_nothing_that_takes_a_script_can_be_pressed_before_it_is_there(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, duel(gunbai) as table, person(browser, pages) as page:
        await sit(page, pages, *table.seats)
        async with held_up(page.context, "(?:game|playing|checking|analysis|asking|player|zoom).js"):
            await page.goto(f"/games/{table.game}", wait_until="commit")
            await page.get_by_text("Take back or concede").click()
            await page.get_by_text("Analysis", exact=True).click()
            # Without the scripts they are folds, all of which can be open.
            await page.get_by_text("Record", exact=True).click()
            await page.get_by_text("Ask the record").click()
            names = ["Concede for seat 1", "Go back to the position", "Check the record", "Analyse the game", "Find"]
            buttons = [page.get_by_role("button", name=name) for name in names]
            for button in [*buttons, page.locator("#play"), page.locator("#slider"), page.locator("#zoom-in")]:
                await expect(button).to_be_disabled()
        await expect(page.locator("button:disabled")).to_have_count(1)
        await buttons[0].click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        assert (await gunbai.game(table.game)).head == int(await page.locator("#slider").input_value())
