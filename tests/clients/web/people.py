"""People at browsers: how they come to a game, and whose turn it is."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, expect

from clients.web.frame.cookies import COOKIE
from gunbai_client.aio import Gunbai, Seat
from lab.patience import PATIENCE
from tests.clients.web.http_requests import elsewhere, hold

MILLISECONDS = 1000
expect.set_options(timeout=PATIENCE * MILLISECONDS)
MOVES = "#menu > .move, #menu > .stepper > .move"
"""The buttons of moves, that of a stepper among them."""
PLAIN = '{"confirm": false, "forced": false, "motion": false, "entries": true}'
"""The settings of a person who moves with one click, and sees all entries."""
GAME = re.compile(r"/games/([a-z0-9]{16})$")
"""The address of a game at its newest version."""


@asynccontextmanager
async def person(
    browser: Browser,
    pages: str,
    width: int = 1280,
    language: str = "en",
    *,
    touch: bool = False,
    quiet: bool = True,
    settings: str = PLAIN,
) -> AsyncIterator[Page]:
    """Yield a page of somebody's own browser; what it says on its console fails the test, unless it may.

    They have the settings that are given, or those of all who visit for the first time.
    """
    size: ViewportSize = {"width": width, "height": 740 if touch else 900}
    context = await browser.new_context(
        base_url=pages,
        viewport=size,
        locale=language,
        has_touch=touch,
        is_mobile=touch,
        extra_http_headers=elsewhere(),
    )
    if settings:
        await context.add_init_script(f"localStorage['gunbai.settings'] ??= '{settings}'")
    async with _listened_to(context, quiet=quiet) as page:
        yield page


@asynccontextmanager
async def saved_page(browser: Browser, file: Path, *, quiet: bool = True) -> AsyncIterator[Page]:
    """Open a game as one file, offline; what it says on its console fails the test, unless it may."""
    async with _listened_to(await browser.new_context(offline=True), quiet=quiet) as page:
        await page.goto(file.as_uri())
        yield page


@asynccontextmanager
async def _listened_to(context: BrowserContext, *, quiet: bool = True) -> AsyncIterator[Page]:
    context.set_default_timeout(PATIENCE * MILLISECONDS)
    page, messages = await context.new_page(), list[str]()
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    yield page
    await context.close()
    assert messages == [] or not quiet, messages


async def begin_duel(host: Page, guest: Page) -> None:
    """Have two people begin a duel: one creates it, the other takes the second seat by the link."""
    await host.goto("/new/infludance_duel?people")
    await host.get_by_label("Your name").fill("Ann")
    await host.get_by_role("button", name="Make a table for 2").click()
    await host.wait_for_url(GAME)
    link = await host.get_by_role("link", name="link to this seat").get_attribute("href")
    await guest.goto(str(link))
    await guest.get_by_label("Your name").fill("Bob")
    await guest.get_by_role("button", name="Take seat 2").click()
    await guest.wait_for_url(GAME)
    await host.get_by_role("button", name="Start the game").click()
    await expect(host.locator(".state")).to_have_text("running")


async def seat(page: Page, *others: str) -> None:
    """Press the seats of a new game, from the second one on, until they are as wanted: "bot", "person" or "empty"."""
    for number, wanted in enumerate(others, 1):
        button = page.locator(".seating > button").nth(number)
        while await button.get_attribute("data-state") != wanted:
            await button.click()


async def begin_with_bots(page: Page, title: str, bots: int, level: str = "easy", chance: str = "") -> None:
    """Have a person begin a game against bots from the page with the games."""
    await page.goto("/")
    await page.get_by_role("link", name="New game").click()
    await page.get_by_role("link", name=title).click()
    await page.get_by_label("Your name").fill("Ann")
    await seat(page, *["bot"] * bots)
    await page.get_by_label(level).check()
    if chance:
        await page.get_by_text("More: who").click()
        await page.get_by_label("Dice and cards come from").select_option(chance)
    await page.get_by_role("button", name="Play against").click()
    await page.wait_for_url(GAME)
    await expect(page.locator(".state")).to_have_text("running")


async def asked_person(*people: Page, also: str = "") -> Page:
    """Return the page of the first of these people who is offered a move, or on which there is something else."""
    wanted = ", ".join(selector for selector in (f".my-turn :is({MOVES})", ".my-turn .choosable", also) if selector)
    waits = {asyncio.create_task(page.locator(wanted).first.wait_for()): page for page in people}
    done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in pending:
        wait.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    return waits[done.pop()]


async def opened(page: Page, tab: str) -> None:
    """Open what belongs to a game besides its board."""
    await page.get_by_role("tab", name=tab, exact=True).press("Enter")


async def version_of(page: Page) -> int:
    """Return the version that a page shows."""
    return int((await page.locator("#version").inner_text()).partition(" ")[0])


async def sit(page: Page, pages: str, *seats: Seat) -> None:
    """Give a person's browser the seats, and open their game."""
    game = seats[0].game
    await page.context.add_cookies([{"name": COOKIE, "value": hold(game, *seats), "url": pages}])
    await page.goto(f"/games/{game}")


async def played_until(gunbai: Gunbai, title: str, names: Sequence[str], step: str) -> tuple[list[Seat], Seat]:
    """Play games at random until the rules wait for a step, and return the seats, and the one that is asked."""
    choices = Random(1)
    while True:
        made = await gunbai.create(title, seats=len(names), chance="referee")
        seats = [await gunbai.join(made.info.game, name) for name in names]
        await gunbai.holding(made.host_token).start(made.info.game)
        while (waiting := (await seats[0].view()).waiting).seats:
            one = seats[waiting.seats[0] - 1]
            if waiting.step == step:
                return seats, one
            await one.submit(choices.choice((await one.legal()).commands).command)
