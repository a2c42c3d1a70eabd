"""The seal of a finished game: its verdict, and what was checked in plain words."""

from __future__ import annotations

import json
import re

import pytest

from clients.web.languages import CATALOGUES
from clients.web.pages.trust import Sealed, say_outcome
from clients.web.samples.sample_files import find_samples
from gunbai.referee.v1.audit_pb2 import (
    VERDICT_CONSISTENT,
    VERDICT_FAILED,
    VERDICT_INCOMPLETE,
    Verdict,
    Verification,
)
from gunbai.referee.v1.game_pb2 import (
    STANDING_ATTESTED,
    STANDING_REFEREED,
    STANDING_UNVERIFIED,
    GameInfo,
    Result,
    Seat,
    Standing,
)
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
    unproven = text.partition("What this does not prove:")[2].partition("</ul>")[0]
    assert "Whether this is the only record of the game." in unproven
    assert "Who sat in the seats" in unproven


def test_the_headline_says_who_won_next_to_the_final_position(pages: str) -> None:
    sample = find_samples()["king_of_tokyo"]
    text = answer(f"{pages}/games/{sample.game}/trust")[2]
    assert "<h1>By the rules: won by Searcher 2, 20–17–12</h1>" in text
    found = re.search(r'<img src="(/games/[^"]+\.small\.svg)" alt="The final position"', text)
    assert found is not None
    assert answer(pages + found[1])[0] == 200


@pytest.mark.parametrize(
    ("verdict", "standing", "irregular", "headline"),
    [
        (VERDICT_CONSISTENT, STANDING_REFEREED, False, "By the rules: won by Ann, 7–3"),
        (VERDICT_CONSISTENT, STANDING_ATTESTED, False, "By the rules: won by Ann, 7–3"),
        (VERDICT_CONSISTENT, STANDING_REFEREED, True, "On record: won by Ann, 7–3"),
        (VERDICT_INCOMPLETE, STANDING_REFEREED, False, "On record: won by Ann, 7–3"),
        (VERDICT_FAILED, STANDING_REFEREED, False, "The result is not proven"),
        (VERDICT_INCOMPLETE, STANDING_UNVERIFIED, False, "The result is not proven"),
    ],
)
def test_the_headline_claims_no_more_than_was_checked(
    verdict: Verdict.ValueType, standing: Standing.ValueType, headline: str, *, irregular: bool
) -> None:
    seats, result = [Seat(seat=1, player="Ann"), Seat(seat=2, player="Bob")], Result(winners=[1], scores=[7, 3])
    verification = Verification(verdict=verdict)
    if irregular:
        verification.irregular_entries.add(version=4)
    sealed = Sealed(GameInfo(standing=standing, seats=seats, result=result), verification, ships=False)
    assert say_outcome(sealed, CATALOGUES.lookup("en")) == headline
    sealed.info.ClearField("result")
    if "Ann" in headline:
        assert say_outcome(sealed, CATALOGUES.lookup("en")) == "The game ended without a result"


def test_the_verdict_counts_the_steps_and_each_check_is_a_card(pages: str, finished: str) -> None:
    _, _, text = answer(f"{pages}{finished}/trust")
    found = re.search(r"<h2>All (\d+) steps checked: nothing is wrong</h2>", text)
    assert found is not None
    cards = re.findall(r'(?s)<p class="much">.*?</svg>(?: (\d+))?</p>\s*<h2>([^<]+)</h2>', text)
    assert cards[:2] == [(found[1], "Unbroken chain"), (found[1], "Legal moves")]
    assert [name for _, name in cards[2:]] == ["Fair dice and cards"]


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
