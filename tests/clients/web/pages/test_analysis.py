"""The analysis on the page of a game: what it says, in which language, for whom, and that it ends with its reader."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from clients.cli.sources.served_files import served
from clients.web.frame.cookies import COOKIE
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import Gunbai, aio
from tests.clients.web.http_requests import answer, hold
from tests.clients.web.parts.test_results import RECORDS
from tests.clients.web.people import person, version_of


def analysed(pages: str, game: str, headers: dict[str, str] | None = None) -> tuple[int, list[dict[str, Any]]]:
    """Return the status and the lines with which the page's server answers."""
    status, _, text = answer(f"{pages}/games/{game}/analysis", b"{}", {"origin": pages, **(headers or {})})
    return status, [json.loads(line) for line in text.splitlines()]


@pytest.mark.long
async def test_a_person_sees_what_changed_a_game_and_goes_there(browser: Browser) -> None:
    with (
        served(RECORDS / "liars_dice.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address), searching=1)) as pages,
    ):
        async with person(browser, pages) as page:
            await page.goto(f"/games/{service.game}")
            await page.get_by_text("Analysis", exact=True).click()
            await page.get_by_role("button", name="Analyse the game").click()
            entries = page.locator("#analysis .notes > li")
            await expect(entries).to_have_count(10)
            text = await page.locator("#analysis .found").inner_text()
            assert "Each seat is judged by what it could know." in text
            assert re.search(r"(Luck|Choice): [+-]\d+\.\d% ± \d+\.\d% for player [12]", text)
            await expect(page.locator("#analysis .found svg path")).not_to_have_count(0)
            first = entries.first.get_by_role("link")
            version = int((await first.inner_text()).partition(" ")[0])
            await first.click()
            await expect(page.locator("#entries [aria-current]")).to_have_attribute("data-version", str(version))
            assert await version_of(page) == version
            await expect(page.get_by_role("button", name="Analyse the game")).to_be_visible()


@pytest.fixture(scope="module")
def brief(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Serve the pages of the service with brief analyses, and return their address and their folder."""
    folder = tmp_path_factory.mktemp("brief")
    with serving(make_site(lambda: aio.connect(address), folder=folder, searching=0.1)) as site_address:
        yield site_address, str(folder)


def test_of_a_game_that_hides_facts_it_has_what_the_reader_may_know(brief: tuple[str, str], gunbai: Gunbai) -> None:
    made = gunbai.create("liars_dice", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    seats[0].submit(seats[0].legal().commands[0].command)
    address, folder = brief
    own = {"cookie": f"{COOKIE}={hold(made.info.game, seats[0], folder=folder)}"}
    for headers, reader in (
        ({}, "everyone can know"),
        (own, "Ann can know"),
        ({"accept-language": "cs"}, "může vědět každý"),
    ):
        status, lines = analysed(address, made.info.game, headers)
        assert status == 200
        assert reader in lines[-1]["found"]["reader"]


def test_a_game_that_has_not_begun_has_nothing_to_say(pages: str, gunbai: Gunbai) -> None:
    _, lines = analysed(pages, gunbai.create("liars_dice", seats=2, chance="referee").info.game)
    assert lines[-1]["found"]["entries"] == []


def test_a_private_game_is_analysed_for_nobody_else(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("liars_dice", seats=2, private=True, chance="referee")
    assert analysed(pages, made.info.game)[0] == 403
