"""Every kind of page at the widths of phones, tablets and zoomed windows: nothing scrolls sideways."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from clients.web.languages import CATALOGUES
from clients.web.samples.sample_files import find_samples
from gunbai_client import aio
from tests.clients.web.browser.test_phone import sideways
from tests.clients.web.people import person, played_until

WIDTHS = (320, 390, 720, 820)
"""In CSS pixels; 720 is a window of 1440 pixels at 200 %."""
CUT = """() => [...document.querySelectorAll("main :is(button, .button, h1, h2, input, select), header a")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => !element.closest(".rows, .chips, .board, .table, .unseen, .strengths"))
  .filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1);
  })
  .map((element) => element.outerHTML.slice(0, 90))"""
"""Returns the headings, buttons and fields that the edge of the window cuts."""


async def kinds(address: str) -> list[str]:
    """Return the path of a page of every kind."""
    async with aio.connect(address) as gunbai:
        made = await gunbai.create("shogun", seats=3, label="Anamewithoutanend" * 5, chance="referee")
        free = made.info.game
        game = await gunbai.create("liars_dice", seats=2, chance="referee")
        seats = [await gunbai.join(game.info.game, name) for name in ("Ann", "Bob")]
        await gunbai.holding(game.host_token).start(game.info.game)
        asked = seats[(await seats[0].view()).waiting.seats[0] - 1]
        ruling = await asked.submit((await asked.legal()).commands[0].command)
        version = ruling.accepted.entries[0].version
        dispute = (
            await gunbai.holding(asked.token).disputes(game.info.game).open("It was " + "so" * 90, version=version)
        )
    sample = find_samples()["king_of_tokyo"].game
    over = (f"/games/{sample}", *(f"/games/{sample}/{page}" for page in ("trust", "plain", "studies", "disputes")))
    lists = ("/", "/games", "/new", "/new/king_of_tokyo", "/titles/shogun/rules", f"/embed/{sample}", "/nowhere")
    return [
        *lists,
        *over,
        f"/games/{free}",
        f"/join/{free}/1",
        f"/watch/{free}",
        f"/games/{game.info.game}",
        f"/games/{game.info.game}/disputes/{dispute.number}",
    ]


async def study(page: Page) -> str:
    """Make a study, and return its path."""
    await page.goto(f"/games/{find_samples()['liars_dice'].game}/studies")
    await page.get_by_label("Name of the study").fill("How it went")
    await page.get_by_role("button", name="Create").click()
    await page.locator("#note").wait_for()
    return page.url


async def test_no_kind_of_page_scrolls_sideways_or_cuts_a_button(browser: Browser, pages: str, address: str) -> None:
    wrong = dict[tuple[str, int], object]()
    async with person(browser, pages, quiet=False) as page:
        for path in (*await kinds(address), await study(page)):
            await page.goto(path, wait_until="load")
            for width in WIDTHS:
                await page.set_viewport_size({"width": width, "height": 844})
                await page.wait_for_timeout(60)
                if (too_wide := await sideways(page)) or (cut := await page.evaluate(CUT)):
                    wrong[path, width] = too_wide or cut
    assert wrong == {}


@pytest.mark.parametrize("language", CATALOGUES)
async def test_the_longest_words_fit_the_narrowest_phone(browser: Browser, pages: str, language: str) -> None:
    async with person(browser, pages, width=WIDTHS[0], language=language) as page:
        for path in ("/", "/new", "/new/shogun", "/games"):
            await page.goto(path)
            assert (path, await sideways(page)) == (path, 0)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
async def test_a_new_game_shows_its_button_at_once_and_its_options_in_words(
    browser: Browser, pages: str, width: int, height: int
) -> None:
    async with person(browser, pages) as page:
        await page.set_viewport_size({"width": width, "height": height})
        await page.goto("/new/king_of_tokyo")
        create = page.get_by_role("button", name="Play against 1 bot")
        await expect(create).to_be_in_viewport(ratio=1)
        await page.get_by_role("button", name="seat 3: Empty").click()
        create = page.get_by_role("button", name="Play against 2 bots")
        terms = page.locator("summary", has_text="More: who")
        await expect(terms).to_contain_text("Time limit: no limit")
        await terms.click()
        await page.get_by_label("Time limit").select_option(label="1 day per decision")
        await expect(terms).to_contain_text("Time limit: 1 day per decision")
        await expect(terms).to_contain_text("the default move is played for them")
        await expect(create).to_be_in_viewport(ratio=1)


FILLED = """() => Math.max(...[...document.querySelectorAll(".controls, #players > .player")]
  .map((element) => element.getBoundingClientRect().bottom)) / innerHeight"""
"""Returns how much of the window's height a table takes."""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Returns once the page has been laid out."""
COVERED = """() => document.querySelector("#board").getBoundingClientRect().bottom
  > document.querySelector(".controls").getBoundingClientRect().top + 1"""
"""Whether the buttons below a board lie on it."""


@pytest.mark.parametrize("title", sorted(find_samples()))
async def test_a_table_fills_a_desktop(browser: Browser, pages: str, title: str) -> None:
    sample = find_samples()[title]
    async with person(browser, pages) as page:
        await page.set_viewport_size({"width": 1440, "height": 900})
        await page.goto(f"/games/{sample.game}@{sample.shown}")
        await expect(page.locator("#board")).to_have_attribute("data-version", str(sample.shown))
        await page.locator("#players .part").first.wait_for()
        await expect(page.locator("#question")).not_to_be_empty()
        await page.evaluate(SETTLED)
        assert await page.evaluate(FILLED) > 0.8
        assert not await page.evaluate(COVERED)
        assert await sideways(page) == 0


FIGURES = """() => [...document.querySelectorAll(".player")].map((panel) =>
  new Set([...panel.querySelectorAll(".figure")].map((one) => Math.round(one.getBoundingClientRect().top))).size)"""
"""Returns in how many rows the figures of each panel stand."""


async def test_figures_that_grow_stay_in_their_row(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        seats, _ = await played_until(gunbai, "king_of_tokyo", ("Ann", "Bob"), "RollDice")
        await page.set_viewport_size({"width": 820, "height": 1180})
        await page.goto(f"/games/{seats[0].game}")
        await page.locator("#players .figure").first.wait_for()
        assert await page.evaluate(FIGURES) == [1, 1]


@pytest.mark.parametrize(("width", "height", "tiles"), [(390, 844, 2), (1440, 900, 6)])
async def test_the_first_screen_has_covers_to_play_at_once(
    browser: Browser, pages: str, width: int, height: int, tiles: int
) -> None:
    async with person(browser, pages) as page:
        await page.set_viewport_size({"width": width, "height": height})
        await page.goto("/")
        buttons = page.locator(".tile .main")
        assert await buttons.count() >= tiles
        for number in range(tiles):
            await expect(buttons.nth(number)).to_be_in_viewport(ratio=1)
