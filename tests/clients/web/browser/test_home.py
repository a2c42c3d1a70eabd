"""The first page in a browser: a game with one click, a seal that is checked there, and games without scripts."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, expect

from bench.ports import free_port
from clients.web.samples.sample_files import find_samples
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio
from lab.service_process import running
from tests.clients.conftest import WITNESS
from tests.clients.web.browser.test_delivery import MOST_BYTES, Traffic
from tests.clients.web.http_requests import elsewhere
from tests.clients.web.people import GAME, person


async def test_the_first_move_is_one_click_away_within_150_kb(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, port):
        with serving(make_site(lambda: aio.connect(f"127.0.0.1:{port}", own_connection=True), pause=0)) as pages:
            await begin_at_once(browser, pages)


async def begin_at_once(browser: Browser, pages: str) -> None:
    """Begin a game from the first page of a service that has none, and check what that transferred."""
    async with person(browser, pages) as page:
        traffic = Traffic()
        await traffic.count(page)
        await page.goto("/")
        await page.get_by_role("button", name="Play: King of Tokyo").click()
        await page.wait_for_url(GAME)
        await expect(page.locator(".my-turn #menu > .move, .my-turn .choosable").first).to_be_visible()
        assert 40_000 < traffic.transferred < MOST_BYTES
        assert traffic.hosts == {urlsplit(pages).netloc}


async def test_a_move_is_tried_on_the_first_page_and_the_clause_is_shown(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        await page.goto("/")
        await page.get_by_text("Buy Jet Fighters.").click()
        link = page.get_by_role("link", name="KT-7.8")
        await expect(page.get_by_text("Refused by KT-7.8.")).to_be_visible()
        await expect(link).to_have_attribute("href", re.compile("/titles/king_of_tokyo/rules#KT-7.8$"))


@pytest.mark.parametrize("title", ["infludance_duel", "liars_dice"])
async def test_a_browser_checks_the_record_behind_a_seal_itself(browser: Browser, pages: str, title: str) -> None:
    sample = find_samples()[title]
    async with person(browser, pages) as page:
        await page.goto(f"/games/{sample.game}")
        await page.get_by_text("Seal: consistent").click()
        await expect(page.get_by_role("heading", name="steps checked: nothing is wrong")).to_be_visible()
        await page.get_by_role("button", name="Check in my browser").click()
        await expect(page.locator("#badge")).to_contain_text("entries linked")
        await expect(page.locator("#badge")).not_to_have_attribute("data-verdict", "failed")
        await expect(page.locator("#checks")).to_contain_text("tables that match the record")
        await page.get_by_text("With a key or a witness policy").click()
        await page.get_by_label("Witness policy").fill(f"witness w {WITNESS}\nquorum w")
        await page.get_by_role("button", name="Check in my browser").click()
        await expect(page.locator("#badge")).to_contain_text("NOT enough")
        await expect(page.locator("#badge")).to_have_attribute("data-verdict", "incomplete")


async def test_without_scripts_a_game_leads_to_its_forms(browser: Browser, pages: str) -> None:
    context = await browser.new_context(
        base_url=pages, java_script_enabled=False, locale="en", extra_http_headers=elsewhere()
    )
    page = await context.new_page()
    await page.goto("/")
    await page.get_by_role("button", name="Play: INFLUDANCE Duel").click()
    await page.wait_for_url("**/plain")
    await expect(page.locator("select[name=command]")).to_be_visible()
    before = await page.locator("nav.pages span").inner_text()
    await page.get_by_role("button", name="Play this move").click()
    await expect(page.locator("nav.pages span")).not_to_have_text(before)
    await context.close()


async def test_a_printed_game_has_its_board_and_its_log_and_no_buttons(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        await page.goto(f"/games/{find_samples()['liars_dice'].game}")
        await expect(page.locator("#log li").first).to_be_visible()
        await page.emulate_media(media="print")
        await expect(page.locator("#board")).to_be_visible()
        await expect(page.locator("#log li").first).to_be_visible()
        for gone in (".top", ".controls", "#verify", "#settings"):
            await expect(page.locator(gone).first).to_be_hidden()


async def test_the_sections_beside_the_titles_are_at_equal_distances(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        for _ in range(2):
            made = await gunbai.create("infludance_duel", seats=2, chance="referee")
            for name in ("Ann", "Bob"):
                await gunbai.join(made.info.game, name)
            await gunbai.holding(made.host_token).start(made.info.game)
        await gunbai.create("infludance_duel", seats=2, chance="referee")
        await page.set_viewport_size({"width": 1440, "height": 900})
        await page.goto("/")
        places = [await section.bounding_box() for section in await page.locator(".hall > .side > *").all()]
        known = [place for place in places if place is not None]
        gaps = [below["y"] - above["y"] - above["height"] for above, below in pairwise(known)]
        assert len(gaps) >= 3
        assert gaps == pytest.approx([24] * len(gaps), abs=0.5)
