"""How pages look: one face, one line in the header, drawn signs, whole lines in the log, and short ways on a phone."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from clients.web.languages import CATALOGUES
from clients.web.samples.sample_files import find_samples
from tests.clients.web.browser.test_phone import FINGER, box_of
from tests.clients.web.people import person
from titles.catalogue import TITLES

FACES = """() => [...new Set([...document.querySelectorAll("body, h1, h2, h3, button, input, .home, .part text, .part")]
  .map((element) => getComputedStyle(element).fontFamily))]"""
"""Returns the faces of a page's texts and of its board."""
LINES = """() => {
  const brush = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll(".home, .top nav a, .top > .languages button")].map((element) => {
    const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.textContent.trim());
    const range = document.createRange();
    range.selectNodeContents(text);
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    brush.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return range.getBoundingClientRect().bottom - brush.measureText("x").fontBoundingBoxDescent;
  });
}"""
"""Returns the baselines of the header's words, in pixels from the top."""
CUT = """() => {
  const log = document.querySelector("#log");
  const top = log.getBoundingClientRect().top;
  return [...log.querySelectorAll(".turn-head, .line")]
    .map((line) => line.getBoundingClientRect())
    .filter(({ top: begins, bottom }) => begins < top - 1.5 && bottom > top + 1.5).length;
}"""
"""Returns how many lines the upper edge of the log cuts."""
HIGHEST_TILE = 345
"""Of the first page on a phone, in pixels."""


def shown(title: str) -> str:
    """Return the path of an earlier position of a game that ships with the pages."""
    sample = find_samples()[title]
    return f"/games/{sample.game}@{sample.shown}"


async def at_rest(page: Page, path: str) -> None:
    """Open a position, and wait until its log is marked."""
    await page.goto(path)
    await page.locator("#log .line[aria-current]").wait_for()


@pytest.mark.parametrize("title", TITLES)
async def test_pages_headings_and_boards_have_one_face(browser: Browser, pages: str, title: str) -> None:
    async with person(browser, pages) as page:
        await at_rest(page, shown(title))
        (face,) = await page.evaluate(FACES)
        assert "Arial" in face


async def test_the_words_of_the_header_stand_on_one_line(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        for path in ("/", shown("king_of_tokyo")):
            await page.goto(path)
            lines = await page.evaluate(LINES)
            assert len(lines) == 6
            assert max(lines) - min(lines) < 0.6


async def test_a_watcher_on_a_phone_steps_and_tries_moves_in_one_bar_below_the_board(
    browser: Browser, pages: str
) -> None:
    async with person(browser, pages, width=390, touch=True) as page:
        await page.set_viewport_size({"width": 390, "height": 844})
        await at_rest(page, shown("king_of_tokyo"))
        bar, attempt = page.locator("#action"), page.get_by_role("button", name="Try a move here")
        await expect(attempt).to_be_visible()
        buttons = [attempt, *await bar.locator(".controls button").all()]
        assert len(buttons) == 6
        assert min([min((await box_of(button))[2:]) for button in buttons]) >= FINGER
        assert len({round((await box_of(button))[1]) for button in buttons[1:]}) == 1
        _, top, _, height = await box_of(page.locator("#board"))
        assert top + height <= (await box_of(bar))[1]
        await page.get_by_role("button", name="Next position").tap()
        await expect(page.locator("#board")).to_have_attribute(
            "data-version", str(find_samples()["king_of_tokyo"].shown + 1)
        )
        # On a wide window, the buttons are below the board.
        await page.set_viewport_size({"width": 1440, "height": 900})
        await expect(page.locator(".stage > .controls")).to_be_visible()


async def test_play_turns_into_pause_and_back(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        await at_rest(page, shown("liars_dice"))
        play = page.get_by_role("button", name="Play", exact=True)
        signs = []
        for _ in range(3):
            signs.append(await play.evaluate("button => getComputedStyle(button, '::before').clipPath"))
            await play.click()
        assert signs[0] == signs[2] != signs[1]


@pytest.mark.parametrize("title", ["king_of_tokyo", "shogun"])
async def test_the_log_begins_with_a_whole_line(browser: Browser, pages: str, title: str) -> None:
    async with person(browser, pages) as page:
        game, _, version = shown(title).partition("@")
        for path in (game, *(f"{game}@{int(version) + more}" for more in range(0, 20, 5))):
            await at_rest(page, path)
            assert (path, await page.evaluate(CUT)) == (path, 0)


@pytest.mark.parametrize("language", CATALOGUES)
async def test_the_first_page_on_a_phone_is_short_before_the_games(browser: Browser, pages: str, language: str) -> None:
    async with person(browser, pages, width=390, language=language, touch=True) as page:
        await page.goto("/")
        _, _, _, intro = await box_of(page.locator(".welcome p"))
        assert intro < 30
        name, strengths = (page.locator(f".terms {part}") for part in ("input[name=player]", ".strengths > div"))
        assert abs((await box_of(name))[1] - (await box_of(strengths))[1]) < 3
        assert (await box_of(strengths))[3] <= FINGER + 3
        heights = [(await box_of(tile))[3] for tile in await page.locator(".tile").all()]
        assert max(heights) <= HIGHEST_TILE
        assert (await box_of(page.locator(".tiles")))[1] < 250


async def test_a_running_game_says_how_it_stands_in_one_line_next_to_whose_turn_it_is(
    browser: Browser, pages: str
) -> None:
    async with person(browser, pages) as page:
        await page.goto("/")
        await page.get_by_role("button", name="Play: King of Tokyo").click()
        await page.locator(".my-turn").wait_for()
        await page.goto("/")
        card = page.locator(".own .card")
        await expect(card.locator(".your-turn")).to_be_visible()
        assert (await box_of(card.locator(".state")))[3] < 30
        # A card with the visitor's turn has a larger picture of the position.
        assert (await box_of(card))[3] <= 122
