"""The seats of a new game: a press leads to the next state, and the button says what it does."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from clients.web.languages import CATALOGUES
from gunbai_client import aio
from tests.clients.web.http_requests import elsewhere
from tests.clients.web.people import GAME, person, seat


async def states(page: Page) -> list[str | None]:
    """Return who sits at each seat."""
    return [await button.get_attribute("data-state") for button in await page.locator(".seating > button").all()]


async def test_a_seat_goes_from_state_to_state_by_keyboard_and_never_below_the_least_players(
    browser: Browser, pages: str
) -> None:
    async with person(browser, pages) as page:
        await page.goto("/new/shogun")
        assert await states(page) == ["you", "bot", "bot", "empty", "empty"]
        last, third = page.get_by_role("button", name="seat 4"), page.get_by_role("button", name="seat 3")
        await last.focus()
        for state, name in (("bot", "Play against 3 bots"), ("person", "Make a table for 4"), ("empty", "2 bots")):
            await page.keyboard.press("Enter")
            await expect(last).to_have_attribute("data-state", state)
            await expect(page.locator(".create button")).to_contain_text(name)
            await expect(last).to_be_focused()
        # Three have to play: the third seat is a bot's or a person's.
        await third.press("Space")
        await expect(third).to_have_attribute("data-state", "person")
        await third.press("Space")
        await expect(third).to_have_attribute("data-state", "bot")


async def test_those_who_do_not_sit_down_watch_bots_or_set_a_table(browser: Browser, pages: str, address: str) -> None:
    async with person(browser, pages) as page:
        await page.goto("/new/king_of_tokyo")
        await page.get_by_label("Your name").fill("Ann")
        own = page.locator(".seating > button").first
        await own.click()
        await expect(own).to_have_accessible_name("seat 1: Person")
        await expect(page.locator(".create button")).to_have_text("Make a table for 2")
        await expect(page.get_by_label("Your name")).to_be_disabled()
        await own.click()
        await expect(page.locator(".create button")).to_have_text("Watch 2 bots play")
        await page.get_by_label("easy").check()
        await page.locator(".create button").click()
        await page.wait_for_url(GAME)
    async with aio.connect(address) as gunbai:
        assert [one.player for one in (await gunbai.game(page.url.rpartition("/")[2])).seats] == ["Greedy", "Greedy 2"]


async def test_a_table_has_a_guest_bots_of_the_chosen_strength_and_a_free_seat(
    browser: Browser, pages: str, address: str
) -> None:
    async with person(browser, pages) as page:
        await page.goto("/new/king_of_tokyo")
        await seat(page, "person", "bot", "bot")
        await page.get_by_label("easy").check()
        await page.get_by_role("button", name="Make a table for 4").click()
        await page.wait_for_url(GAME)
    async with aio.connect(address) as gunbai:
        info = await gunbai.game(page.url.rpartition("/")[2])
    assert [one.player for one in info.seats] == ["Guest", "", "Greedy", "Greedy 2"]


@pytest.mark.parametrize("language", CATALOGUES)
async def test_without_scripts_numbers_say_who_plays(browser: Browser, pages: str, language: str) -> None:
    say = CATALOGUES[language]
    context = await browser.new_context(
        base_url=pages, java_script_enabled=False, locale=language, extra_http_headers=elsewhere()
    )
    page = await context.new_page()
    await page.goto("/new/king_of_tokyo")
    await expect(page.locator(".seating")).to_be_hidden()
    await page.get_by_label(say("your_name")).fill("Ann")
    await page.get_by_label(say("bots"), exact=True).fill("2")
    await page.get_by_role("button", name=say("create")).click()
    await page.wait_for_url(GAME)
    await context.close()


@pytest.mark.parametrize("width", [390, 1440])
async def test_the_cover_of_a_new_game_is_shown_whole_above_the_title(browser: Browser, pages: str, width: int) -> None:
    async with person(browser, pages) as page:
        await page.set_viewport_size({"width": width, "height": 900})
        await page.goto("/new/king_of_tokyo")
        cover = page.locator(".poster img:not(.behind)")
        assert await cover.evaluate("image => getComputedStyle(image).objectFit") == "contain"
        shown, title = await cover.bounding_box(), await page.locator(".poster h1").bounding_box()
        assert shown is not None
        assert title is not None
        assert title["y"] >= shown["y"] + shown["height"]
