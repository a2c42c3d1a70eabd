"""Questions on the page of a game: values and what changed them, when it was so, what differs, luck."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.async_api import Browser, Page, expect

from gunbai_client import Gunbai, Seat, aio
from tests.clients.web.browser.test_first_game import played
from tests.clients.web.http_requests import answer
from tests.clients.web.people import opened, person


@pytest.fixture
def begun(seats: list[Seat]) -> str:
    """Return a duel in which the first figure is chosen."""
    (asked_seat,) = (seat for seat in seats if seat.number in seats[0].view().waiting.seats)
    asked_seat.submit(asked_seat.legal().commands[0].command)
    return asked_seat.game


async def click_in_the_middle(page: Page, what: str) -> None:
    """Click at a line of a drawing, which has no area, once it is in view and nothing moves it any more."""
    before, line = None, await page.locator(what).bounding_box()
    while line is None or line != before:
        await page.locator(what).evaluate("line => line.scrollIntoView({block: 'center'})")
        await page.wait_for_timeout(200)
        before, line = line, await page.locator(what).bounding_box()
    await page.mouse.click(line["x"] + line["width"] / 2, line["y"] + line["height"] / 2)


def got(pages: str, game: str, what: str, **query: Any) -> Any:
    """Return the answer to a question, which is given."""
    status, _, text = answer(f"{pages}/games/{game}/{what}?{urlencode(query)}")
    assert status == 200, text
    return json.loads(text)


def test_every_value_of_a_position_can_be_asked_for_what_changed_it(pages: str, gunbai: Gunbai, begun: str) -> None:
    head = gunbai.game(begun).head
    value_at = {row["path"]: row["value"] for row in got(pages, begun, "values", version=head)}
    assert len(value_at) > 5
    for path in value_at:
        blamed = got(pages, begun, "changes", path=path, version=head)["entries"]
        assert all(change["path"].startswith(path) for entry in blamed for change in entry["changes"])
    whole = got(pages, begun, "changes", version=head)["entries"]
    assert whole[-1]["version"] == head
    assert whole[-1]["command"]


def test_positions_are_found_and_compared(pages: str, gunbai: Gunbai, begun: str) -> None:
    head = gunbai.game(begun).head
    changed = got(pages, begun, "differences", version=head, other=f"@{head - 1}")
    assert (changed["shared"], changed["left_out"]) == (head - 1, 0)
    (first, *_) = changed["differences"]
    assert first["old"] != first["new"]
    assert got(pages, begun, "differences", version=head, other=begun)["differences"] == []
    path = next(row["path"] for row in got(pages, begun, "values", version=head))
    assert all(row["holds"] in {True, False} for row in got(pages, begun, "found", expression=f"{path} == {path}"))


@pytest.mark.parametrize(
    ("what", "query"),
    [
        ("values", {"version": "x"}),
        ("changes", {"version": 5, "path": "no.such.path"}),
        ("found", {"expression": "1 +"}),
        ("differences", {"version": 5, "other": "@x"}),
    ],
)
def test_what_is_no_question_is_refused_in_words(pages: str, begun: str, what: str, query: dict[str, Any]) -> None:
    status, _, text = answer(f"{pages}/games/{begun}/{what}?{urlencode(query)}")
    assert (status, bool(json.loads(text)["message"])) == (400, True)


def test_luck_is_told_once_nothing_is_hidden(pages: str, begun: str) -> None:
    status, _, text = answer(f"{pages}/games/{begun}/luck")
    assert status in {200, 403}
    assert json.loads(text)


@pytest.mark.long
async def test_a_click_at_a_value_shows_what_changed_it_and_a_click_there_shows_the_position(
    browser: Browser, pages: str, address: str
) -> None:
    game = await played(address, "A night of questions")
    async with person(browser, pages) as page:
        await page.goto(f"/games/{game}@20")
        await opened(page, "Record")
        await page.get_by_text("Ask the record").click()
        await page.get_by_label("Filter values").fill("monsters.0.life")
        await page.locator("#values button:visible").first.click()
        await expect(page.locator("#answers h3")).to_have_text("Changes to monsters.0.life up to version 20")
        changed = page.locator("#answers .entry").first
        version = (await changed.inner_text()).partition(" ")[0]
        await changed.click()
        await expect(page.locator("#version")).to_contain_text(f"{version} / ")
        await page.get_by_label("When was this true?").fill("monsters.0.life < 10")
        await page.get_by_role("button", name="Find").click()
        await expect(page.locator("#answers")).to_contain_text("true from version")
        await page.get_by_label("Compare with").fill("@20")
        await page.get_by_role("button", name="Compare").click()
        await expect(page.locator("#answers")).to_contain_text("and @20: the same up to")
        await page.get_by_role("button", name="Luck").click()
        await expect(page.locator("#answers")).to_contain_text("Chance outcomes")


@pytest.mark.long
async def test_a_click_at_the_line_of_a_game_shows_that_version_and_a_click_at_another_opens_it(
    browser: Browser, pages: str, address: str
) -> None:
    game = await played(address, "A night with branches")
    async with aio.connect(address) as gunbai:
        branch = (await gunbai.fork(game, 12, label="The other way")).info.game
    async with person(browser, pages) as page:
        await page.goto(f"/games/{game}")
        await page.locator("#board svg").first.wait_for()
        before = await page.locator("#here").get_attribute("cx")
        await page.keyboard.press("Home")
        await expect(page.locator("#here")).not_to_have_attribute("cx", str(before))
        await click_in_the_middle(page, "#own-line")
        head = int((await page.locator("#version").inner_text()).partition(" / ")[2])
        near = "|".join(str(version) for version in range(head // 2 - 2, head // 2 + 3))
        await expect(page.locator("#version")).to_have_text(re.compile(rf"^({near}) / "))
        await page.get_by_role("link", name="The other way").click()
        await page.wait_for_url(re.compile(branch))
