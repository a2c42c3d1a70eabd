"""The dealer's desk: what may be entered is listed, entered, and corrected while nobody has acted on it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gunbai_client import Gunbai
from tests.clients.web.http_requests import answer, cookies, sent


@pytest.fixture
def desk(gunbai: Gunbai) -> tuple[str, dict[str, str]]:
    """Return a game of King of Tokyo that waits for the first card of the market, and the cookies of its dealer."""
    made = gunbai.create("king_of_tokyo", seats=2, chance="dealer")
    players = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    for player in players:
        player.submit(player.legal().commands[0].command)
    return made.info.game, cookies(made.info.game, dealer=made.dealer_token)


def asked(pages: str, game: str, headers: dict[str, str]) -> Any:
    """Return what the dealer is asked."""
    return json.loads(answer(f"{pages}/games/{game}/dealer", headers=headers)[2])


def test_a_card_is_entered_by_its_first_letters_and_a_wrong_entry_is_corrected(
    pages: str, gunbai: Gunbai, desk: tuple[str, dict[str, str]]
) -> None:
    game, dealer = desk
    first = asked(pages, game, dealer)
    assert (first["waiting"]["chance"], first["last"], first["outcomes"], first["faces"]) == (True, None, [], [])
    assert {"id": "acid_attack", "name": "Acid Attack"} in first["components"]
    chosen = {"words": "Acid", "expected": first["expected"], "id": "first"}
    assert sent(pages, f"/games/{game}/dealer", dealer, **chosen) == (200, {"accepted": first["version"] + 1})

    wrong = asked(pages, game, dealer)["last"]
    assert (wrong["version"], wrong["sentence"]) == (first["version"] + 1, "The card is Acid Attack.")
    right = {"words": "omnivore", "corrects": wrong["version"], "id": "second"}
    status, ruling = sent(pages, f"/games/{game}/dealer", dealer, **right)
    assert (status, "accepted" in ruling) == (200, True), ruling
    sentences = [entry.sentences.command for entry in gunbai.entries_in_words(game, first["version"])]
    assert sentences[0] == "The card is Acid Attack."
    assert "Omnivore" in sentences[-1]


def test_only_cards_of_the_deck_are_offered_and_each_name_once(pages: str, desk: tuple[str, dict[str, str]]) -> None:
    game, dealer = desk
    names = [component["name"] for component in asked(pages, game, dealer)["components"]]
    assert len(names) == len({*names}) == 64
    assert {"Gigazaur", "Cyberbunny", "Kraken", "King", "MekaDragon", "Alienoid"}.isdisjoint(names)
    for entry in ("first", "second"):
        entered = {"words": "evacuation orders", "expected": asked(pages, game, dealer)["expected"], "id": entry}
        status, said = sent(pages, f"/games/{game}/dealer", dealer, **entered)
        assert status == 200, said
    assert "Evacuation Orders" not in [component["name"] for component in asked(pages, game, dealer)["components"]]


def test_what_cannot_come_is_said_to_with_where_it_lies(pages: str, desk: tuple[str, dict[str, str]]) -> None:
    game, dealer = desk
    first = asked(pages, game, dealer)
    entered = {"words": "acid", "expected": first["expected"], "id": "it"}
    assert sent(pages, f"/games/{game}/dealer", dealer, **entered)[0] == 200
    again = {"words": "acid", "expected": asked(pages, game, dealer)["expected"], "id": "again"}
    status, said = sent(pages, f"/games/{game}/dealer", dealer, **again)
    assert (status, said["message"]) == (400, "Acid Attack cannot come up now. Acid Attack lies on the table: market")


@pytest.mark.parametrize(
    ("words", "problem"),
    [("xyzzy", "cannot read"), ("a", "'a' is ambiguous: it can mean Acid Attack, Alien"), ("", "expected")],
)
def test_words_that_mean_no_outcome_or_several_are_said_to(
    pages: str, desk: tuple[str, dict[str, str]], words: str, problem: str
) -> None:
    game, dealer = desk
    entered = {"words": words, "expected": asked(pages, game, dealer)["expected"], "id": "it"}
    status, answered = sent(pages, f"/games/{game}/dealer", dealer, **entered)
    assert (status, problem in answered["message"]) == (400, True), answered


def test_what_is_no_outcome_is_not_corrected(pages: str, desk: tuple[str, dict[str, str]]) -> None:
    game, dealer = desk
    status, answered = sent(pages, f"/games/{game}/dealer", dealer, words="acid", corrects=1, id="it")
    assert (status, answered["message"]) == (400, "corrects: not a chance outcome")


def test_nobody_else_enters_anything(pages: str, desk: tuple[str, dict[str, str]]) -> None:
    game, _ = desk
    assert answer(f"{pages}/games/{game}/dealer")[0] == 403
