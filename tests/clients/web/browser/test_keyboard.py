"""A turn of every title with the keyboard alone: Tab leads to each choice, and the focus is seen and never lost."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from gunbai_client import aio
from tests.clients.web.people import MOVES, person, played_until, sit, version_of
from titles.catalogue import TITLES

pytestmark = pytest.mark.long
NAMES = ("Ann", "Bob", "Cleo", "Dan")
SEATS = {"infludance_duel": 2, "shogun": 3}
CHOICES = f"{MOVES}, .choosable"
DECISIONS = 8
"""How many choices are made in a row: more than a turn of most titles has."""
MOST_TABS = 150
LOST = "document.activeElement === document.body"
SEEN = """() => {
  const focus = document.activeElement;
  return focus.matches(":focus-visible") && getComputedStyle(focus).outlineStyle !== "none";
}"""


async def reach(page: Page, wanted: str, key: str = "Tab") -> None:
    """Press a key until something that is wanted has the focus, which has to be seen all the way."""
    for _ in range(MOST_TABS):
        await page.keyboard.press(key)
        if await page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            assert await page.evaluate(SEEN)
            return
    raise AssertionError(f"{key} does not lead to {wanted}")


async def decide(page: Page, wanted: str = CHOICES, key: str = "Tab") -> None:
    """Choose something with the keyboard; the focus stays in the page until the next choice is offered, too."""
    await page.locator(CHOICES).first.wait_for()
    await reach(page, wanted, key)
    await page.keyboard.press("Enter")
    for _ in range(5):
        assert not await page.evaluate(LOST)
        await page.wait_for_timeout(50)


@pytest.mark.parametrize("title", TITLES)
async def test_a_turn_is_played_with_the_keyboard_and_the_focus_is_never_lost(
    browser: Browser, pages: str, address: str, title: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        made = await gunbai.create(title, seats=SEATS.get(title, 2), chance="referee")
        seats = [await gunbai.join(made.info.game, NAMES[seat.seat - 1]) for seat in made.info.seats]
        await gunbai.holding(made.host_token).start(made.info.game)
        await sit(page, pages, *seats)
        await page.locator(CHOICES).first.wait_for()
        head = await version_of(page)
        for number in range(DECISIONS):
            # Forwards to the menu, and backwards to the board.
            await decide(page, key="Shift+Tab" if number % 2 else "Tab")
        await expect(page.locator("#slider")).not_to_have_attribute("max", str(head))
        assert await page.locator("#verdict").inner_text() == ""


async def test_dice_are_kept_and_rolled_again_with_the_keyboard(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", NAMES[:2], "RerollDice")
        await sit(page, pages, seat)
        for number in (1, 3):
            await decide(page, f".choosable[data-spot='die:{number}']")
            await expect(page.locator(f"[data-spot='die:{number}']")).to_be_focused()
        await expect(page.locator(".chosen")).to_have_count(2)
        await decide(page, "#menu > .move.main")
        await expect(page.locator("#entries")).to_contain_text("Reroll dice 2, 4, 5 and 6.")


async def test_a_plan_of_shogun_is_laid_and_sealed_with_the_keyboard(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "shogun", NAMES[:3], "PlanActions")
        await sit(page, pages, seat)
        sealing = page.get_by_role("button", name="Seal the plan.")
        for _ in range(30):
            await page.locator(CHOICES).first.wait_for()
            if await sealing.count():
                break
            wanted = ".choosable[data-spot^=province]"
            wanted = wanted if await page.locator(wanted).count() else "#menu > .move"
            head = await version_of(page)
            await decide(page, wanted)
            await expect(page.locator("#slider")).not_to_have_attribute("max", str(head))
        await page.evaluate("""() => {
          const moves = [...document.querySelectorAll("#menu > .move")];
          moves.find(({ textContent }) => textContent === "Seal the plan.").dataset.wanted = "";
        }""")
        await decide(page, "[data-wanted]")
        await expect(page.locator("#entries li").last).to_contain_text("seals the plan")


async def test_a_reaction_in_titan_race_is_given_with_the_keyboard(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "titan_race", NAMES[:3], "React")
        await sit(page, pages, seat)
        await expect(page.locator("#question")).to_contain_text("loses 1 life to")
        head = await version_of(page)
        await decide(page, "#menu > .move")
        await expect(page.locator("#slider")).not_to_have_attribute("max", str(head))
