"""What belongs to a game besides its board is one strip of tabs: closed at first, and loaded when they are opened."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from clients.web.samples.sample_files import find_samples
from tests.clients.web.people import person

TABS = ["What if?", "Analysis", "As text", "Record"]
PLACES = """() => Object.fromEntries(["#extras", "#players", ".log", "#board"].map((name) => {
  const { left, right, top, bottom } = document.querySelector(name).getBoundingClientRect();
  return [name, { left, right, top, bottom }];
}))"""


async def look(page: Page, title: str) -> None:
    """Open a finished game at a position in its middle."""
    sample = find_samples()[title]
    await page.goto(f"/games/{sample.game}@{sample.shown}")
    await page.locator("#board svg").first.wait_for()
    await page.locator("#seal[data-verdict]").wait_for()


async def test_tabs_are_closed_until_one_is_opened_and_arrow_keys_lead_through_them(
    browser: Browser, pages: str
) -> None:
    async with person(browser, pages) as page:
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        await look(page, "liars_dice")
        tabs, version = page.get_by_role("tab"), await page.locator("#board").get_attribute("data-version")
        assert await tabs.all_inner_texts() == TABS
        assert await page.get_by_role("tabpanel").count() == 0
        assert not {"whatif.js", "analysis.js"} & set(asked)
        await tabs.first.press("ArrowRight")
        await tabs.nth(1).press("End")
        await tabs.nth(3).press("ArrowRight")
        await expect(tabs.first).to_be_focused()
        # Elsewhere on the page the same keys step through the game.
        assert await page.locator("#board").get_attribute("data-version") == version
        await page.keyboard.press("Enter")
        await expect(page.locator("#what-if [name=name] option")).not_to_have_count(0)
        assert ("whatif.js" in asked, "analysis.js" in asked) == (True, False)
        await tabs.nth(2).press("Enter")
        panel = page.get_by_role("tabpanel")
        await expect(panel).to_have_count(1)
        await expect(panel).to_have_accessible_name("As text")
        await expect(panel.locator("#text")).to_contain_text("Liar's Dice")
        assert [await tab.get_attribute("aria-selected") for tab in await tabs.all()] == [
            "false",
            "false",
            "true",
            "false",
        ]
        await tabs.nth(2).press("Enter")
        await expect(panel).to_have_count(0)


@pytest.mark.parametrize("title", ["king_of_tokyo", "titan_race"])
async def test_on_a_desktop_the_strip_is_below_the_players(browser: Browser, pages: str, title: str) -> None:
    async with person(browser, pages) as page:
        await page.set_viewport_size({"width": 1440, "height": 900})
        await look(page, title)
        places = await page.evaluate(PLACES)
        assert places["#extras"]["top"] >= places["#players"]["bottom"]
        assert places["#extras"]["right"] <= places[".log"]["left"]
        assert places["#extras"]["top"] < 900


async def test_on_a_phone_the_sheet_has_the_line_of_the_shown_position(browser: Browser, pages: str) -> None:
    async with person(browser, pages, width=390, touch=True) as page:
        await look(page, "king_of_tokyo")
        news, line = page.locator("#action #news"), page.locator("#log .line[aria-current] .said").first
        await expect(news).to_be_visible()
        await expect(news).to_contain_text(await line.inner_text())
        places = await page.evaluate(PLACES)
        strip = await page.locator(".seated").bounding_box()
        log = await page.locator(".log").bounding_box()
        assert strip is not None
        assert log is not None
        assert log["y"] - strip["y"] - strip["height"] <= 16
        assert places[".log"]["top"] > places["#board"]["bottom"]


async def test_the_figures_of_a_seat_stand_in_one_line_on_a_phone(browser: Browser, pages: str) -> None:
    async with person(browser, pages, width=390, touch=True) as page:
        await look(page, "king_of_tokyo")
        # One of the seats has 10 life and 10 energy.
        for panel in await page.locator("#players > .shut").all():
            tops = await panel.locator(".figure").evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect().top)"
            )
            assert len(tops) == 3
            assert max(tops) - min(tops) < 4
