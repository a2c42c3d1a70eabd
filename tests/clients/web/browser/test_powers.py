"""What a card, a power, a titan or a samurai does is told at hover and after a tap, and listed with the rules."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from clients.web.samples.sample_files import find_samples
from tests.clients.web.http_requests import answer
from tests.clients.web.people import person

TOLD = (
    ("samurai_spirit", "#players .player-name", "Kiai: "),
    ("titan_race", "#players .player-name", "6 life"),
    ("shogun", "#board text:has-text('+1 chest')", "Taxes yield 1 extra chest."),
    ("infludance_duel", "svg text:has-text('kicker')", "Shoots both cowboys one field ahead."),
)
"""Something on a board with what its text says."""
SHOWN = {"shogun": 240}
"""The version of a sample at which the thing lies on the board, unless it is the one that pages show."""
TRIES, WAIT = 20, 1000
"""How often a mouse goes there, and for how many milliseconds it stays."""


def address_of(title: str) -> str:
    sample = find_samples()[title]
    return f"/games/{sample.game}@{SHOWN.get(title, sample.shown)}"


@pytest.mark.parametrize(("title", "thing", "text"), TOLD)
async def test_a_mouse_on_a_thing_shows_what_it_does(
    browser: Browser, pages: str, title: str, thing: str, text: str
) -> None:
    async with person(browser, pages) as page:
        await page.goto(address_of(title))
        await page.locator("#board svg").first.wait_for()
        told = page.get_by_role("tooltip")
        for _ in range(TRIES):
            # The page may lay itself out below a mouse that stands still.
            await page.mouse.move(0, 0)
            await page.locator(thing).first.hover()
            await page.wait_for_timeout(WAIT)
            if await told.is_visible():
                break
        await expect(told).to_contain_text(text)
        await page.keyboard.press("Escape")
        await expect(told).to_be_hidden()


async def test_a_tap_shows_it_on_a_phone_in_the_language_of_the_title(browser: Browser, pages: str) -> None:
    async with person(browser, pages, width=390, touch=True, language="pl") as page:
        await page.goto(address_of("titan_race"))
        await page.locator("#unfold").tap()
        await page.locator("#players .player-name").first.tap()
        told = page.get_by_role("tooltip")
        await expect(told).to_contain_text("Życie 6")
        box = await told.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_the_rules_list_what_cards_and_powers_do(pages: str) -> None:
    _, _, text = answer(f"{pages}/titles/king_of_tokyo/rules", headers={"accept-language": "cs"})
    assert "Karty a schopnosti" in text
    assert "Přesně 1 zranění ignoruješ." in text
    assert 'id="components"' not in answer(f"{pages}/titles/liars_dice/rules")[2]
