"""How pages lay out the parts of boards: what a phone folds, moves within a frame and puts into a row."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import pytest
from playwright.async_api import Browser, Page, Route, expect

from clients.cli.sources.served_files import served
from clients.web.samples.sample_files import find_samples
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio
from tests.clients.web.browser.test_phone import sideways
from tests.clients.web.browser.test_widths import SETTLED
from tests.clients.web.parts.test_results import RECORDS
from tests.clients.web.people import person, played_until, sit

PHONE, TABLET, DESK = 390, 820, 1440
NEAR = 6
"""How many pixels outlines may be off."""
SIZE = """svg => [...svg.querySelectorAll("text")].filter((text) => text.checkVisibility()).map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b))"""
"""How large the texts of a part are that can be seen, in pixels."""
SEEN = """marks => marks.some((mark) => {
  const [inner, outer] = [mark, mark.closest(".frame")].map((element) => element.getBoundingClientRect());
  const across = inner.left >= outer.left && inner.right <= outer.right;
  return across && inner.top >= outer.top && inner.bottom <= outer.bottom;
})"""
"""Whether one of the rings on a map is in sight."""
PLACES = """cells => cells.map((cell) => cell.getBoundingClientRect())
  .map(({ left, top }) => [Math.round(left), Math.round(top)])"""


MAT = "rgb(26, 100, 120)"
"""The paint of the felt of Liar's Dice."""
ROWS = """players => players.map((player) => [...player.querySelectorAll(".flow > .part:not(.figure)")]
  .filter((part) => part.viewBox.baseVal.width > 200)
  .map((part) => Math.round(part.getBoundingClientRect().width)))"""
"""How wide the left side and the line of each samurai are."""
LOWER = """pieces => pieces.map((piece) => {
  const [around, hat] = [piece, piece.querySelector("g")].map((element) => element.getBoundingClientRect());
  const across = ({ left, right }) => left >= around.left - 20 && right <= around.right + 20;
  const down = ({ top, bottom }) => top >= around.top - 20 && bottom <= around.bottom + 20;
  return [...document.querySelectorAll("[data-low]")].map((bullets) => bullets.getBoundingClientRect())
    .filter((place) => across(place) && down(place)).map((place) => place.top - hat.bottom);
})"""
"""How far below the hat of each cowboy the bullets on its fields are."""


@asynccontextmanager
async def looking(browser: Browser, title: str, width: int, version: str = "") -> AsyncIterator[Page]:
    """Yield the page of a recorded game."""
    with (
        served(RECORDS / f"{title}.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        async with person(browser, pages, width=width, touch=width == PHONE) as page:
            await page.goto(f"/games/{service.game}{version}")
            await page.locator("#board svg").first.wait_for()
            yield page


async def test_a_map_on_a_phone_has_legible_names_and_is_moved_to_the_ring(browser: Browser) -> None:
    async with looking(browser, "shogun", PHONE) as page:
        frame, land = page.locator("#board .frame"), page.locator("#board .frame > .part")
        assert min(await land.evaluate(SIZE)) >= 11.9
        await expect(frame).to_have_attribute("tabindex", "0")
        await expect(frame).to_have_role("group")
        await expect(frame).to_have_accessible_name("Board")
        assert await frame.evaluate("frame => frame.scrollWidth > 2 * frame.clientWidth")
        assert await sideways(page) == 0
        rings = land.locator("[data-mark]")
        seen = 0
        for _ in range(40):
            await page.keyboard.press("ArrowLeft")
            await page.wait_for_timeout(50)
            if await rings.count():
                assert await rings.evaluate_all(SEEN)
                seen += 1
        assert seen
        await page.get_by_role("button", name="Fit to width").tap()
        assert await frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth + 1")
        await page.get_by_role("button", name="Larger").tap()
        assert min(await land.evaluate(SIZE)) >= 11.9


async def test_a_map_shows_details_of_a_place_that_is_pointed_at_or_can_be_chosen(browser: Browser) -> None:
    async with looking(browser, "shogun", DESK) as page:
        details = page.locator("#board [data-spot='province:omi'] [data-detail]")
        await expect(details).to_have_count(1)
        await expect(details).to_be_hidden()
        omi = page.locator("#board [data-spot='province:omi']")
        await omi.hover()
        await expect(details).to_be_visible()
        await page.mouse.move(0, 0)
        await expect(details).to_be_hidden()
        await omi.evaluate("province => province.classList.add('choosable')")
        await expect(details).to_be_visible()


async def test_a_phone_folds_what_a_desk_shows_and_what_was_opened_stays_open(browser: Browser) -> None:
    async with looking(browser, "shogun", PHONE) as page:
        fold, signs = page.locator(".folded"), page.locator(".folded text", has_text="revolt markers")
        await expect(signs).to_be_hidden()
        await fold.locator("summary").tap()
        await expect(signs).to_be_visible()
        assert await sideways(page) == 0
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator("#past")).to_be_visible()
        await expect(signs).to_be_visible()
        await fold.locator("summary").tap()
        await expect(signs).to_be_hidden()
        await page.set_viewport_size({"width": DESK, "height": 900})
        await expect(signs).to_be_visible()
        await expect(fold.locator("summary")).to_be_hidden()


@pytest.mark.long
async def test_what_can_be_chosen_in_a_fold_opens_it(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=PHONE, touch=True) as page:
        _, seat = await played_until(gunbai, "shogun", ("Ann", "Bob", "Cleo"), "PickSpecial")
        await sit(page, pages, seat)
        await expect(page.locator(".folded .choosable").first).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "dark"), (TABLET, "light"), (DESK, "dark")])
async def test_players_sit_around_the_bid_on_a_mat(
    browser: Browser, width: int, scheme: Literal["dark", "light"]
) -> None:
    async with looking(browser, "liars_dice", width, "@40") as page:
        await page.emulate_media(color_scheme=scheme)
        await page.evaluate(SETTLED)
        assert await page.locator("#board").evaluate("board => getComputedStyle(board).backgroundColor") == MAT
        bands = [await band.bounding_box() for band in await page.locator("#board .band.alone").all()]
        tops = [round(band["y"]) for band in bands if band]
        assert len(tops) == 3
        assert tops == sorted(set(tops))
        around, (bid,) = await page.locator("#board").bounding_box(), bands[1:2]
        assert around is not None
        assert bid is not None
        assert abs(bid["x"] + bid["width"] / 2 - around["x"] - around["width"] / 2) < NEAR
        # The players on either side of the bid stand in one row each, on a phone too.
        for band in await page.locator("#board .band.alone").all():
            assert len({top for _, top in await band.locator(".part").evaluate_all(PLACES)}) == 1
        sizes = [size for part in await page.locator("#board .part").all() for size in await part.evaluate(SIZE)]
        assert min(sizes) >= 11.9
        assert await sideways(page) == 0


async def test_a_mat_is_printed(browser: Browser) -> None:
    async with looking(browser, "liars_dice", DESK, "@40") as page:
        await page.emulate_media(media="print")
        assert await page.locator("#board").evaluate("board => getComputedStyle(board).printColorAdjust") == "exact"


@pytest.mark.parametrize("width", [PHONE, TABLET, DESK])
async def test_the_raiders_of_a_samurai_stand_in_even_rows(browser: Browser, pages: str, width: int) -> None:
    async with person(browser, pages, width=width, touch=width == PHONE) as page:
        # Of three samurai, two have more than three raiders in their lines.
        await page.goto(f"/games/{find_samples()['samurai_spirit'].game}@201")
        await page.locator("#board svg").first.wait_for()
        if width == PHONE:
            await page.locator("#unfold").tap()
        await page.evaluate(SETTLED)
        rows = await page.locator(".player:not(.shut)").evaluate_all(ROWS)
        assert len(rows) == 3
        assert [row for row in rows if len(row) != 2 or row[0] != row[1]] == []
        assert await sideways(page) == 0


@pytest.mark.parametrize(("width", "rows"), [(PHONE, 1), (DESK, 2)])
async def test_dice_lie_in_one_row_on_a_phone_and_in_two_next_to_the_city_on_a_desk(
    browser: Browser, width: int, rows: int
) -> None:
    async with looking(browser, "king_of_tokyo", width, "@181") as page:
        dice = page.locator("[data-cells] [data-spot^='die:']")
        await expect(dice).to_have_count(6)
        places = await dice.evaluate_all(PLACES)
        assert len({top for _, top in places}) == rows
        assert len({left for left, _ in places}) == 6 // rows
        city, box = [await page.locator("#board .part").nth(number).bounding_box() for number in (0, 1)]
        assert city is not None
        assert box is not None
        assert (box["y"] >= city["y"] + city["height"]) == (rows == 1)
        assert city["height"] >= 170
        assert await sideways(page) == 0


async def test_cards_that_did_not_fit_into_a_row_are_as_large_as_those_in_it(browser: Browser) -> None:
    async with looking(browser, "king_of_tokyo", TABLET, "@181") as page:
        cards = page.locator("#board .part:has([data-spot^='card:'])")
        widths = await cards.evaluate_all(
            "cards => cards.map((card) => Math.round(card.getBoundingClientRect().width))"
        )
        assert len(widths) == 3
        assert len(set(widths)) == 1


async def test_the_dice_of_a_race_stand_next_to_its_board_on_a_desk(browser: Browser) -> None:
    async with looking(browser, "titan_race", DESK, "@40") as page:
        # The board becomes smaller once there is a question above it.
        await expect(page.locator("#question")).not_to_be_empty()
        await page.evaluate(SETTLED)
        board, pool = page.locator("#board .part").first, page.locator("#board [data-cells]")
        one, other = await board.bounding_box(), await pool.bounding_box()
        assert one is not None
        assert other is not None
        assert other["x"] >= one["x"] + one["width"]
        assert other["y"] + other["height"] <= one["y"] + one["height"]


async def test_bullets_are_below_a_hat_on_a_turned_board_too(browser: Browser) -> None:
    async with looking(browser, "infludance_duel", DESK, "@32") as page:
        pieces = page.locator("[data-piece^='cowboy:']")
        await expect(pieces).to_have_count(2)
        for turned in (False, True):
            if turned:
                await page.get_by_role("button", name="Turn the board").click()
            low = [apart for piece in await pieces.evaluate_all(LOWER) for apart in piece]
            assert low
            assert min(low) > -NEAR


async def test_a_log_is_hidden_while_it_is_empty(browser: Browser) -> None:
    loaded = asyncio.Event()

    async def wait(route: Route) -> None:
        await loaded.wait()
        await route.continue_()

    with (
        served(RECORDS / "liars_dice.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        async with person(browser, pages) as page:
            await page.route("**/entries?*", wait)
            await page.goto(f"/games/{service.game}")
            await page.locator("#board svg").first.wait_for()
            heading = page.get_by_role("heading", name="What happened")
            await expect(heading).to_be_hidden()
            loaded.set()
            await expect(heading).to_be_visible()
