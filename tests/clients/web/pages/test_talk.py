"""The talk of a table: players speak, those who may see the game read along, and the record has none of it."""

from __future__ import annotations

import json

from playwright.async_api import Browser, expect

from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import Gunbai, Seat, aio
from tests.clients.web.http_requests import answer, cookies, posted
from tests.clients.web.people import begin_duel, person


def read(pages: str, game: str, headers: dict[str, str] | None = None) -> list[dict[str, object]]:
    status, _, text = answer(f"{pages}/games/{game}/talk", headers=headers)
    assert status == 200
    messages: list[dict[str, object]] = json.loads(text)
    return messages


def test_players_speak_and_everybody_reads(pages: str, seats: list[Seat], gunbai: Gunbai) -> None:
    game = seats[0].game
    ann, bob = (cookies(game, seat) for seat in seats)
    before = [entry.digest for entry in gunbai.entries(game)]
    assert posted(pages, f"/games/{game}/talk", ann, text="Good <b>luck</b>\u202e!")[0] == 200
    assert posted(pages, f"/games/{game}/talk", bob, text="You too.") == (200, '{"number":2}')
    assert read(pages, game) == [
        {"number": 1, "seat": seats[0].number, "player": "Ann", "text": "Good <b>luck</b>\\u202e!"},
        {"number": 2, "seat": seats[1].number, "player": "Bob", "text": "You too."},
    ]
    assert [entry.digest for entry in gunbai.entries(game)] == before
    _, _, record = answer(f"{pages}/games/{game}/record", binary=True)
    assert "luck" not in record
    _, _, page = answer(f"{pages}/games/{game}/talk", headers={"accept": "text/html"})
    assert "Good &lt;b&gt;luck&lt;/b&gt;" in page


def test_nobody_else_speaks(pages: str, seats: list[Seat]) -> None:
    game = seats[0].game
    status, text = posted(pages, f"/games/{game}/talk", text="Hello?")
    assert (status, json.loads(text)["reason"]) == (403, "TOKEN_MISSING")
    assert read(pages, game) == []


def test_a_stranger_learns_nothing_of_a_private_game(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, private=True, chance="referee")
    game = made.info.game
    seat = gunbai.join(game, "Ann", seat=1, invitation=made.invitations[0].code)
    ann = cookies(game, seat)
    assert posted(pages, f"/games/{game}/talk", ann, text="Between us.")[0] == 200
    assert [message["text"] for message in read(pages, game, ann)] == ["Between us."]
    assert answer(f"{pages}/games/{game}/talk")[0] == 403
    assert posted(pages, f"/games/{game}/talk", text="Who is there?")[0] == 403


def test_the_operator_can_switch_it_off(address: str, seats: list[Seat]) -> None:
    game = seats[0].game
    with serving(make_site(lambda: aio.connect(address, own_connection=True), talk=False)) as pages:
        assert answer(f"{pages}/games/{game}/talk")[0] == 404
        assert posted(pages, f"/games/{game}/talk", text="Hello?")[0] == 404
        assert 'id="talk"' not in answer(f"{pages}/games/{game}")[2]


async def test_what_is_said_appears_on_the_other_page_and_can_be_muted(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as ann, person(browser, pages) as bob:
        await begin_duel(ann, bob)
        await ann.locator("#talk > summary").click()
        await ann.get_by_label("Say something").fill("Have fun")
        await ann.get_by_label("Say something").press("Enter")
        await expect(ann.locator(".talk-said")).to_have_text("1 Ann: Have fun")
        # The fold says that there is something new.
        await expect(bob.locator(".talk-new")).to_have_text("1 new")
        await bob.locator("#talk > summary").click()
        await expect(bob.locator(".talk-said")).to_have_attribute("aria-live", "polite")
        await expect(bob.locator(".talk-said")).to_have_text("1 Ann: Have fun")
        await expect(bob.locator(".talk-new")).to_have_text("")
        await bob.get_by_label("Mute table talk").check()
        await bob.reload()
        await ann.get_by_label("Say something").fill("Still there?")
        await ann.get_by_role("button", name="Send").click()
        await expect(ann.locator(".talk-said li")).to_have_count(2)
        await expect(bob.locator(".talk-said li")).to_have_count(0)
        await bob.locator("#talk > summary").click()
        await bob.get_by_label("Mute table talk").uncheck()
        await expect(bob.locator(".talk-said li")).to_have_count(2)
