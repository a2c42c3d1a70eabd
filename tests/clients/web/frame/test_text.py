"""The language of the pages: that of the browser, or the one that the visitor chose."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, expect

from clients.cli.sources.served_files import served
from clients.web.saved.page import saved_game
from gunbai_client import Gunbai, Seat, aio, connect
from tests.clients.web.http_requests import NOWHERE, answer, posted
from tests.clients.web.people import person, played_until, saved_page, sit
from tools import code

FIXTURE = code.ROOT / "tests" / "fixtures" / "records" / "king_of_tokyo.finished.gunbai"


@pytest.mark.parametrize(
    ("accept_language", "tag", "heading"),
    [("", "en", "Games"), ("cs-CZ,en;q=0.5", "cs", "Hry"), ("de,pl;q=0.3", "pl", "Gry"), ("de", "en", "Games")],
)
def test_a_page_is_in_the_language_of_the_browser(pages: str, accept_language: str, tag: str, heading: str) -> None:
    _, _, text = answer(f"{pages}/games", headers={"accept-language": accept_language})
    assert f'<html lang="{tag}">' in text
    assert f"<h1>{heading}</h1>" in text


def test_a_language_that_was_chosen_counts_more_than_the_browsers(pages: str) -> None:
    headers = {"accept-language": "cs", "cookie": "gunbai-language=pl"}
    assert '<html lang="pl">' in answer(f"{pages}/", headers=headers)[2]
    headers["cookie"] = "gunbai-language=xx"
    assert '<html lang="cs">' in answer(f"{pages}/", headers=headers)[2]


@pytest.mark.parametrize(
    ("referer", "place"),
    [
        ("{pages}/new/shogun?x=1", "/new/shogun?x=1"),
        ("https://elsewhere.example/a", "/"),
        ("", "/"),
        ("{pages}//a.example", "/a.example"),
    ],
)
def test_whoever_chooses_a_language_comes_back_to_their_page(pages: str, referer: str, place: str) -> None:
    headers = {"origin": pages, "referer": referer.format(pages=pages)}
    headers["content-type"] = "application/x-www-form-urlencoded"
    connection = HTTPConnection(urlsplit(pages).netloc)
    with closing(connection):
        connection.request("POST", "/language", "language=cs", headers)
        response = connection.getresponse()
        assert (response.status, response.headers["location"]) == (303, place)
        assert response.headers["set-cookie"].startswith("gunbai-language=cs; HttpOnly;")


def test_a_language_that_there_is_not_is_refused(pages: str) -> None:
    status, text = posted(pages, "/language", language="xx")
    assert (status, "unknown language" in text) == (400, True)


def test_a_frame_looks_at_no_cookie(pages: str, seats: list[Seat]) -> None:
    headers = {"accept-language": "pl", "cookie": "gunbai-language=cs"}
    assert '<html lang="pl">' in answer(f"{pages}/embed/{seats[0].game}", headers=headers)[2]


def test_a_failure_is_said_by_its_reason_and_in_english_below_it_where_that_says_more(pages: str) -> None:
    headers = {"accept-language": "cs", "accept": "text/html"}
    status, _, text = answer(f"{pages}/games/{NOWHERE}", headers=headers)
    assert (status, "<h1>Taková hra neexistuje.</h1>" in text, '<p lang="en">' in text) == (404, True, False)
    status, _, text = answer(f"{pages}/games?state=lost", headers=headers)
    assert (status, "<h1>Požadavek má chybný tvar.</h1>" in text, '<p lang="en">state: ' in text) == (
        400,
        True,
        True,
    )
    status, _, text = answer(f"{pages}/nowhere", headers=headers)
    assert (status, "<h1>Tato stránka neexistuje.</h1>" in text) == (404, True)


def test_what_a_title_says_in_another_language_than_the_page_is_marked(pages: str, gunbai: Gunbai) -> None:
    game = gunbai.create("shogun", seats=3, chance="referee").info.game
    for tag, mark in (("pl", 'class="board" lang="en"'), ("cs", 'class="board" >')):
        text = answer(f"{pages}/games/{game}", headers={"accept-language": tag})[2]
        assert mark in text


async def test_a_player_reads_everything_in_their_language_and_chooses_another(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, language="cs") as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", ("Ann", "Bob"), "RerollDice")
        await sit(page, pages, seat)
        await expect(page).to_have_title("● Jste na tahu · King of Tokyo · gunbai")
        await expect(page.locator("#menu .hint")).to_have_text("Vyberte něco, co na plánu svítí.")
        await page.get_by_role("tab", name="Záznam").click()
        await page.get_by_role("button", name="Ověřit záznam").click()
        await expect(page.locator("#badge")).to_contain_text("zápisy zkontrolované podle pravidel: ")
        await page.locator("#entries .clause").first.click()
        await expect(page.get_by_role("dialog")).to_contain_text("Zdroj: ")
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Polski").click()
        await expect(page.locator("html")).to_have_attribute("lang", "pl")
        assert page.url == f"{pages}/games/{seat.game}"
        await expect(page).to_have_title("● Twoja kolej · King of Tokyo · gunbai")


@pytest.mark.parametrize(
    ("tag", "badge"), [("cs", "v pořádku: navazující zápisy: "), ("pl", "spójny: powiązane wpisy: ")]
)
async def test_a_saved_page_is_in_the_language_of_whoever_saved_it(
    browser: Browser, tmp_path: Path, tag: str, badge: str
) -> None:
    file = tmp_path / "saved.html"
    with served(FIXTURE) as service, connect(service.address, language=tag) as gunbai:
        file.write_text("".join(saved_game(gunbai, gunbai.game(service.game))), encoding="utf-8")
    async with saved_page(browser, file) as page:
        await expect(page.locator("#badge")).to_contain_text(badge)
        await expect(page.locator("html")).to_have_attribute("lang", tag)


async def test_a_saved_page_whose_words_were_changed_says_nothing_but_that(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "saved.html"
    with served(FIXTURE) as service, connect(service.address) as gunbai:
        text = "".join(saved_game(gunbai, gunbai.game(service.game)))
    assert text.count('"verdict.failed":"failed"') == 1
    file.write_text(text.replace('"verdict.failed":"failed"', '"verdict.failed":"sound!"'), encoding="utf-8")
    async with saved_page(browser, file) as page:
        await expect(page.locator("#badge")).to_have_text(
            "Not verified: the details of the game or the words of this page are damaged."
        )
        assert await page.locator("#slider").count() == 0
