"""The seal of a finished game: its verdict, and what was checked in plain words."""

from __future__ import annotations

import json
import re

import pytest

from clients.web.samples.sample_files import find_samples
from gunbai_client import Gunbai
from tests.clients.web.http_requests import answer, cookies


@pytest.fixture
def finished() -> str:
    """Return the path of a finished game that ships with the pages."""
    return f"/games/{find_samples()['infludance_duel'].game}"


def test_a_finished_game_has_a_seal_that_opens_what_was_checked(pages: str, finished: str) -> None:
    _, _, page = answer(pages + finished)
    assert f'id="seal" href="{finished}/trust"' in page
    assert json.loads(answer(f"{pages}{finished}/seal")[2]) == {"verdict": "consistent"}
    status, _, text = answer(f"{pages}{finished}/trust")
    assert status == 200
    assert 'data-verdict="consistent"' in text
    for text_part in (
        "Nobody changed, added or removed an entry",
        "Every move was checked against the rules",
        "Nobody loaded the dice",
    ):
        assert text_part in text
    assert "gunbai verify" in text
    unchecked = text.partition("What was not checked")[2].partition("</ul>")[0]
    assert "Whether this is the only record of the game." in unchecked


def test_the_verdict_counts_the_steps_and_each_check_is_a_card(pages: str, finished: str) -> None:
    _, _, text = answer(f"{pages}{finished}/trust")
    found = re.search(r"<h1>All (\d+) steps checked: nothing is wrong</h1>", text)
    assert found is not None
    cards = re.findall(r'(?s)<p class="much">.*?</svg>(?: (\d+))?</p>\s*<h2>([^<]+)</h2>', text)
    assert cards[:2] == [(found[1], "Unbroken chain"), (found[1], "Legal moves")]
    assert [name for _, name in cards[2:]] == ["Fair dice and cards", "What was not checked", "What no check can show"]


def test_a_dealt_game_does_not_claim_that_its_dice_were_checked(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="dealer")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    seats[0].concede()
    _, _, text = answer(f"{pages}/games/{made.info.game}/trust")
    assert "The dice and cards were real" in text
    assert "Nobody loaded the dice" not in text


def test_a_game_that_goes_on_has_no_seal_yet(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    assert "seal.js" not in answer(f"{pages}/games/{made.info.game}")[2]
    status, _, text = answer(f"{pages}/games/{made.info.game}/trust", headers={"accept": "text/html"})
    assert (status, "Only a game that is over has a seal or a GIF." in text) == (409, True)


def test_the_seal_of_a_private_game_is_for_those_who_see_it(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, private=True, chance="referee")
    host = gunbai.holding(made.host_token)
    seats = [host.join(made.info.game, name) for name in ("Ann", "Bob")]
    host.start(made.info.game)
    seats[0].concede()
    path = f"{pages}/games/{made.info.game}/seal"
    assert answer(path, headers=cookies(made.info.game, seats[1]))[0] == 200
    assert answer(path)[0] == 403


def test_the_tables_of_a_finished_game_are_lines_for_the_check_in_a_browser(pages: str, finished: str) -> None:
    lines = answer(f"{pages}{finished}/tables")[2].splitlines()
    assert all({"table", "step", "seats"} == set(json.loads(line)) for line in lines)
    assert len(lines) > 20
