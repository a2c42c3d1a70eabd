"""The pages in a browser: a game is created, played by clicks, followed, replayed, explained, checked and branched."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest
from playwright.async_api import Browser, expect

from clients.bots.random_bot import play
from gunbai_client import aio
from tests.clients.web.people import GAME, asked_person, begin_duel, opened, person, version_of


async def test_two_people_play_by_clicks_and_see_each_others_moves(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as ann, person(browser, pages) as bob:
        await begin_duel(ann, bob)
        for _ in range(2):
            page = await asked_person(ann, bob)
            await expect(page).to_have_title("● Your turn · INFLUDANCE Duel · gunbai")
            await page.get_by_role("button", name="Choose the small figure.", exact=True).click()
            await expect(page.locator("#entries")).to_contain_text("Choose the small figure.")
        # A cowboy is placed by a click at a field, and the other page follows.
        first = await asked_person(ann, bob)
        second = bob if first is ann else ann
        await first.locator(".choosable").first.click()
        await expect(second.locator("#entries li").last).to_contain_text("Place the cowboy")
        assert await asked_person(ann, bob) is second
        # A key does the same as a click.
        await second.locator(".choosable").last.press("Enter")
        await expect(first.locator("#entries")).to_contain_text("starts")


async def played(address: str, label: str) -> str:
    """Play a game of King of Tokyo at random, and return its id."""
    async with aio.connect(address) as gunbai:
        made = await gunbai.create("king_of_tokyo", seats=2, label=label, chance="referee")
        seats = [await gunbai.join(made.info.game, name) for name in ("Cleo", "Dan")]
        await gunbai.holding(made.host_token).start(made.info.game)
        await asyncio.gather(*(play(seat, Random(4)) for seat in seats))
        return made.info.game


async def test_a_game_is_found_replayed_explained_checked_and_branched(
    browser: Browser, pages: str, address: str
) -> None:
    game = await played(address, "A night in Tokyo")
    async with person(browser, pages) as page:
        await page.goto("/games")
        await page.get_by_label("Player or game name").fill("night in tokyo")
        await page.get_by_role("search").get_by_role("button", name="Search").first.click()
        await page.get_by_role("link", name="A night in Tokyo").click()
        await page.wait_for_url(GAME)
        head = await version_of(page)
        assert head > 30

        # The arrow keys and the slider lead to any position, whose address can be sent to others.
        await page.keyboard.press("Home")
        await expect(page.locator("#version")).to_have_text(f"1 / {head}")
        for _ in range(4):
            await page.keyboard.press("ArrowRight")
        await expect(page.locator("#board")).to_have_attribute("data-version", "5")
        await page.locator("#slider").fill("25")
        await expect(page.locator("#board")).to_have_attribute("data-version", "25")
        await page.wait_for_url(f"{pages}/games/{game}@25")
        await expect(page.locator("[aria-current] .number")).to_have_text("25")
        await page.goto(page.url)
        await expect(page.locator("#board")).to_have_attribute("data-version", "25")
        await expect(page.locator("#question")).not_to_be_empty()

        # A click at a clause shows its sentence and its place in the rulebook.
        await page.locator("#entries .clause").first.click()
        await expect(page.get_by_role("dialog")).to_contain_text("Source: ")
        await page.keyboard.press("Escape")

        await opened(page, "Record")
        await page.get_by_role("button", name="Check the record").click()
        await expect(page.locator("#badge")).to_contain_text(f"{head} entries checked against the rules")

        await page.get_by_role("button", name="Branch here").click()
        await page.wait_for_url(lambda url: bool(GAME.search(url)) and game not in url)
        await expect(page.get_by_role("link", name=f"{game} at 25")).to_be_visible()


@pytest.mark.long
async def test_a_phone_shows_a_game_without_scrolling_sideways(browser: Browser, pages: str, address: str) -> None:
    game = await played(address, "On a phone")
    async with person(browser, pages, width=360) as page:
        for path in ("/", "/games", "/new", "/new/shogun", f"/games/{game}"):
            await page.goto(path)
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
async def test_a_game_plays_by_itself_until_it_is_halted(browser: Browser, pages: str, address: str) -> None:
    game = await played(address, "By itself")
    async with person(browser, pages) as page:
        await page.goto(f"/games/{game}@1")
        await page.get_by_label("Speed").select_option("fast")
        await page.get_by_role("button", name="Play", exact=True).click()
        await expect(page.locator("#board")).to_have_attribute("data-version", re.compile("^([4-9]|[0-9]{2,})$"))
        await page.get_by_role("button", name="Play", exact=True).click()
        await expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")


@pytest.mark.long
async def test_a_person_without_a_seat_is_offered_no_moves(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as ann, person(browser, pages) as bob, person(browser, pages) as guest:
        await begin_duel(ann, bob)
        await guest.goto(ann.url)
        await expect(guest.locator("#question")).not_to_be_empty()
        assert await guest.locator(".move, .choosable").count() == 0
