"""A first game that teaches: begun from a tile or the rules, its lessons ask for moves, and one has a move refused."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.clients.web.browser.test_accessibility import AXE
from tests.clients.web.browser.test_phone import FINGER, SMALL, sideways
from tests.clients.web.people import GAME, MOVES, person

LESSON = "#lesson"


async def begin(page: Page, title: str) -> None:
    await page.goto("/")
    await page.get_by_role("button", name=title).click()
    await page.wait_for_url(GAME)
    await expect(page.locator(f"{LESSON} .lesson-place")).to_have_text("Lesson 1 of 9")


async def press(page: Page, name: str) -> None:
    await page.locator(LESSON).get_by_role("button", name=name, exact=True).click()


async def test_the_lessons_ask_for_moves_and_a_refused_one_names_its_clause(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        await begin(page, "Learn Liar's Dice in five minutes")
        lesson = page.locator(LESSON)
        await expect(page.get_by_role("heading", level=1)).to_have_text("Practice game")
        await expect(page.locator("#players")).to_have_class("players taught")
        await expect(lesson.get_by_role("link", name="LD-7.1")).to_have_attribute(
            "href", "/titles/liars_dice/rules?version=1#LD-7.1"
        )
        # By keyboard: the next lesson has the focus of the last.
        await lesson.get_by_role("button", name="Next").press("Enter")
        await page.keyboard.press("Enter")
        await expect(lesson).to_contain_text("Lesson 3 of 9")
        await press(page, "Try: Bid 11 dice showing 6.")
        await expect(page.locator("#verdict")).to_contain_text("LD-3.2")
        await expect(lesson).to_contain_text("Lesson 3 of 9")
        # A legal move of the kind goes on.
        await page.locator(MOVES).first.click()
        await expect(lesson).to_contain_text("Lesson 4 of 9")
        # It is remembered.
        await page.reload()
        await expect(lesson).to_contain_text("Ones are wild")
        # A lesson that asks for a move waits until it can be made.
        await press(page, "Next")
        await expect(lesson).to_contain_text("Raise the bid")
        await press(page, "Hide the lessons")
        await page.reload()
        await expect(lesson).not_to_contain_text("Raise the bid")
        await press(page, "Show the lessons")
        await expect(lesson).to_contain_text("Lesson 5 of 9")


async def test_the_rules_lead_to_a_practice_game_that_others_cannot_find(browser: Browser, pages: str) -> None:
    async with person(browser, pages, language="pl") as page, person(browser, pages, quiet=False) as guest:
        await page.goto("/titles/king_of_tokyo/rules")
        await page.get_by_role("button", name="Naucz się w pięć minut").click()
        await page.wait_for_url(GAME)
        # The lessons are in Polish although the title is not.
        text = page.locator(f"{LESSON} [role=status]")
        await expect(text).to_have_attribute("lang", "pl")
        await expect(text).to_contain_text("20 punktów zwycięstwa")
        answer = await guest.goto(page.url)
        assert answer is not None
        assert answer.status == 403


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_lesson_is_clean_and_large_enough_on_a_phone(browser: Browser, pages: str, scheme: str) -> None:
    async with person(browser, pages, width=390, touch=True) as page:
        await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        await begin(page, "Learn Liar's Dice in five minutes")
        await page.locator(MOVES).first.wait_for()
        small = await page.evaluate(SMALL, FINGER)
        assert [element for element in small if "lesson" in element[0]] == []
        assert await sideways(page) == 0
        if AXE.exists():
            await page.evaluate(AXE.read_text())
            found = await page.evaluate("axe.run('#lesson')")
            assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []
