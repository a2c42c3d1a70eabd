"""The pages on a phone: the board becomes larger, by buttons and with two fingers; the page scrolls downwards alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from clients.cli.sources.served_files import served
from clients.web.languages import CATALOGUES
from clients.web.samples.sample_files import find_samples
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio
from tests.clients.web.parts.test_results import RECORDS
from tests.clients.web.people import opened, person, played_until, sit

WIDE = ("king_of_tokyo", "RerollDice"), ("shogun", "PlanActions"), ("titan_race", "React")
"""Titles with a wide board, and a step at which something on it is chosen, or in the menu."""
NAMES = ("Ann", "Bob", "Cleo")
STANDS_STILL = "2100-01-01"
"""When the clock of a page is stopped."""
TARGET = 24
"""How large what is tapped is at least, in pixels (WCAG 2.2, 2.5.8)."""

FINGER = 44
"""How large a target is on a phone, in pixels; a link within a sentence is as high as its line (WCAG 2.2, 2.5.5)."""
SMALL = """least => {
  const targets = "a[href], button:enabled, summary, select, textarea, input:not([type=hidden])";
  const inSentence = (element) => getComputedStyle(element).display === "inline" &&
    element.parentElement.textContent.trim().length > element.textContent.trim().length + 2;
  const reach = (element) => {
    element.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = (x, y) => element.contains(document.elementFromPoint(left + width / 2 + x, top + height / 2 + y));
    const far = (x, y) => {
      let steps = 0;
      while (steps < least / 2 && hit(x * (steps + 1), y * (steps + 1))) steps += 1;
      return steps;
    };
    return Math.min(Math.max(width, far(-1, 0) + far(1, 0) + 1), Math.max(height, far(0, -1) + far(0, 1) + 1));
  };
  const small = ({ width, height }) => width > 0 && Math.min(width, height) < least;
  return [...document.querySelectorAll(targets)]
    .filter((element) => small(element.getBoundingClientRect()))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !inSentence(element))
    .filter((element) => !element.matches(".skip, [type=checkbox], [type=radio]"))
    .map((element) => [element.outerHTML.slice(0, 90), Math.round(reach(element))])
    .filter(([, size]) => size < least);
}"""
"""Returns what a finger can miss, with the room that it has, as far as taps around its middle reach it."""


@asynccontextmanager
async def playing(browser: Browser, pages: str, address: str, title: str, step: str) -> AsyncIterator[Page]:
    """Yield the page of somebody who is asked for a step, on a phone."""
    async with aio.connect(address) as gunbai, person(browser, pages, width=360, touch=True) as page:
        _, seat = await played_until(gunbai, title, NAMES, step)
        await sit(page, pages, seat)
        await page.locator("#menu > *").first.wait_for()
        yield page


async def sideways(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    return int(await page.evaluate("document.documentElement.scrollWidth - innerWidth"))


async def box_of(locator: Locator) -> tuple[float, float, float, float]:
    """Return the place and the size of an element in pixels."""
    box = await locator.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


async def width_of(locator: Locator) -> float:
    """Return the width of an element in pixels."""
    return float(await locator.evaluate("element => element.getBoundingClientRect().width"))


@pytest.mark.long
@pytest.mark.parametrize(("title", "step"), WIDE)
async def test_what_can_be_chosen_there_alone_is_large_enough_for_a_finger_at_once_or_after_a_tap(
    browser: Browser, pages: str, address: str, title: str, step: str
) -> None:
    async with playing(browser, pages, address, title, step) as page:
        one = page.locator("#board .choosable").first
        if await one.count() and min((await box_of(one))[2:]) < TARGET:
            await one.tap()
            await expect(page.locator(".chosen")).to_have_count(0)
        sizes: Sequence[tuple[str, float, float]] = await page.evaluate(
            """() => [...document.querySelectorAll(
                `button, summary, select, #slider${document.querySelector("#menu details") ? ", .choosable" : ""}`)]
              .map((element) => [element.getBoundingClientRect(), element.outerHTML.slice(0, 80)])
              .filter(([{ width }]) => width > 0).map(([{ width, height }, html]) => [html, width, height])"""
        )
        assert len(sizes) > 10
        assert [size for size in sizes if min(size[1:]) < TARGET] == []
        assert await sideways(page) == 0


@pytest.mark.long
@pytest.mark.parametrize(("title", "step"), WIDE)
async def test_a_mouse_leaves_the_board_as_wide_as_its_frame(
    browser: Browser, pages: str, address: str, title: str, step: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, title, NAMES, step)
        await sit(page, pages, seat)
        await page.locator("#menu > *").first.wait_for()
        assert await page.locator("#board").evaluate("board => board.scrollWidth <= board.clientWidth")


@pytest.mark.long
async def test_a_board_is_tapped_after_it_was_made_larger(browser: Browser, pages: str, address: str) -> None:
    async with playing(browser, pages, address, "king_of_tokyo", "RerollDice") as page:
        board = page.locator("#board svg").first
        fitting = await width_of(board)
        await page.get_by_role("button", name="Larger").tap()
        await page.get_by_role("button", name="Larger").tap()
        assert await width_of(board) > 2 * fitting
        assert await sideways(page) == 0
        die = page.locator(".choosable[data-spot='die:6']")
        await die.tap()
        await expect(die).to_have_attribute("aria-pressed", "true")
        await page.get_by_role("button", name="Fit to width").tap()
        assert await width_of(board) == fitting


@pytest.mark.long
async def test_two_fingers_make_the_board_larger_and_not_the_page(browser: Browser, pages: str, address: str) -> None:
    async with playing(browser, pages, address, "shogun", "PlanActions") as page:
        board = page.locator("#board svg").first
        before = await width_of(board)
        client = await page.context.new_cdp_session(page)
        box = await page.locator("#board").bounding_box()
        assert box is not None
        # The board may begin above the window.
        x, y = box["x"] + box["width"] / 2, max(box["y"], 0) + 60
        for kind, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90), ("touchEnd", 0)):
            points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
            await client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert await width_of(board) == pytest.approx(3 * before, rel=0.02)
        assert await page.evaluate("visualViewport.scale") == 1
        assert await sideways(page) == 0


@pytest.mark.long
@pytest.mark.parametrize("language", CATALOGUES)
async def test_no_page_is_wider_than_a_phone_in_any_language(
    browser: Browser, pages: str, address: str, language: str
) -> None:
    async with aio.connect(address) as gunbai:
        made = await gunbai.create("shogun", seats=3, label="Anamewithoutanend" * 5, chance="referee")
    game, ships = f"/games/{made.info.game}", f"/games/{find_samples()['king_of_tokyo'].game}"
    async with person(browser, pages, width=360, language=language, touch=True) as page:
        lists = (f"{game}/disputes", f"{game}/studies", f"{ships}/trust", f"{ships}/plain")
        for path in ("/", "/games", "/new", "/new/king_of_tokyo", game, *lists):
            await page.goto(path)
            for fold in await page.locator("main details > summary").all():
                await fold.tap()
            assert (path, await sideways(page), await page.evaluate("innerWidth")) == (path, 0, 360)


async def test_whoever_chooses_an_entry_sees_the_board_and_can_copy_the_link_to_it(browser: Browser) -> None:
    with (
        served(RECORDS / "liars_dice.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        async with person(browser, pages, width=390, touch=True) as page:
            await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
            await page.clock.install()
            await page.goto(f"/games/{service.game}")
            entry = page.locator("#entries [data-version='9'] .entry")
            await entry.wait_for()
            await opened(page, "Record")
            await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            await expect(page.locator("#board")).not_to_be_in_viewport()
            await entry.dispatch_event("click")
            await expect(page.locator("#board")).to_be_in_viewport()
            await expect(page.locator("#position")).to_have_attribute("href", f"/games/{service.game}@9")
            await page.clock.pause_at(STANDS_STILL)
            button = page.get_by_role("button", name="Copy Link to this position")
            await button.tap()
            await expect(page.get_by_text("Copied")).to_be_visible()
            assert await page.evaluate("navigator.clipboard.readText()") == f"{pages}/games/{service.game}@9"
            await page.clock.run_for(3000)
            await expect(button).to_have_text("Copy")


SEATS = """() => [...document.querySelectorAll("#players > .shut")].map((panel) => {
  const { left, right, top, bottom } = panel.getBoundingClientRect();
  const whole = (element) => {
    const box = element.getBoundingClientRect();
    const within = box.left >= left - 8 && box.right <= right + 8 && box.top >= top && box.bottom <= bottom + 8;
    return box.width > 8 && within;
  };
  const shown = [".chip", ".player-name", ".figure"].every((part) => whole(panel.querySelector(part)));
  return [panel.querySelector(".chip").textContent, shown && left >= 0 && right <= innerWidth];
})"""
"""Returns the seats in the strip, and whether it shows their number, their name and what they play for."""


HIGHEST = 220
"""How high the strip is at most, in pixels."""


@pytest.mark.parametrize(
    ("title", "seats"), [("liars_dice", 3), ("king_of_tokyo", 6), ("shogun", 5), ("samurai_spirit", 7)]
)
async def test_a_phone_shows_each_seat_without_scrolling_sideways(
    browser: Browser, pages: str, address: str, title: str, seats: int
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        made = await gunbai.create(title, seats=seats, chance="referee")
        for number in range(seats):
            await gunbai.join(made.info.game, ("Ann", "Bartholomew", "Cleo")[number % 3] + "x" * number)
        await gunbai.holding(made.host_token).start(made.info.game)
        await page.goto(f"/games/{made.info.game}")
        await page.locator("#players > .shut").first.wait_for()
        shown: Sequence[tuple[str, bool]] = await page.evaluate(SEATS)
        assert dict(shown) == {str(number): True for number in range(1, seats + 1)}
        players = page.locator("#players")
        assert await players.evaluate("players => players.scrollWidth <= players.clientWidth")
        assert (await box_of(players))[3] <= HIGHEST
        await expect(page.locator(".shut.acts .player-state").first).to_have_text("to act")
        await page.locator("#unfold").tap()
        await expect(page.locator(".shut")).to_have_count(0)


async def test_a_low_board_on_a_phone_leaves_ones_own_panel_open_and_a_high_one_shows_ones_dice(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        _, seat = await played_until(gunbai, "liars_dice", NAMES, "RaiseOrDoubt")
        await page.set_viewport_size({"width": 390, "height": 844})
        await sit(page, pages, seat)
        await expect(page.locator("#players > .shut")).to_have_count(3)
        # Their own dice, and no others, are there to be seen.
        shown = page.locator("#board svg title", has_text="a die showing")
        await expect(shown).to_have_count(5)
        # In a window that is so high that the board seems low
        await page.set_viewport_size({"width": 390, "height": 1600})
        await page.reload()
        own = page.locator("#players > :not(.shut)")
        await expect(own).to_have_attribute("data-spot", f"seat:{seat.number}")
        await expect(page.locator("#players > .shut")).to_have_count(2)
        assert await sideways(page) == 0


async def test_clauses_and_the_links_of_a_game_are_as_large_as_a_finger(
    browser: Browser, pages: str, address: str
) -> None:
    over = find_samples()["king_of_tokyo"]
    low = f"""links => links.filter((link) => link.getBoundingClientRect().height > 0)
      .filter((link) => link.getBoundingClientRect().height < {FINGER}).map((link) => link.textContent)"""
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        await page.goto(f"/games/{over.game}@{over.shown}")
        await page.locator("#question .clause").wait_for()
        await page.get_by_role("tab", name="Record").click()
        await page.locator("#record > details > summary").last.click()
        await page.get_by_role("link", name="Save as a web page").wait_for()
        assert await page.locator(".clause, .extras a").evaluate_all(low) == []
        made = await gunbai.create("samurai_spirit", seats=3, chance="referee")
        await page.goto(f"/games/{made.info.game}")
        await page.locator(".seats a").first.wait_for()
        assert await page.locator(".seats a").evaluate_all(low) == []


async def test_no_target_on_any_kind_of_page_is_too_small_for_a_finger(
    browser: Browser, pages: str, address: str
) -> None:
    over = find_samples()["king_of_tokyo"]
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        free = (await gunbai.create("samurai_spirit", seats=3, chance="referee")).info.game
        game = f"/games/{over.game}"
        lists = ("/", "/games", "/new", "/new/king_of_tokyo", "/titles/king_of_tokyo/rules", f"/embed/{over.game}")
        of_game = (f"{game}@{over.shown}", *(f"{game}/{kind}" for kind in ("disputes", "studies", "trust", "plain")))
        small = {}
        for path in (*lists, *of_game, game, f"/games/{free}", f"/join/{free}/1"):
            await page.goto(path)
            if path.startswith(("/games/", "/embed")) and not path.endswith(("disputes", "studies", "trust", "plain")):
                await page.locator("#board svg").first.wait_for()
            if found := await page.evaluate(SMALL, FINGER):
                small[path] = found[:5]
    assert small == {}
