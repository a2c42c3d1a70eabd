"""The dealer's desk: what may be entered is listed, entered, and corrected while nobody has acted on it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gunbai_client import Gunbai
from tests.clients.web.asking import answer, cookies, sent


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
    return json.loads(answer(f"{pages}/games/{game}/desk", headers=headers)[2])


def test_what_may_come_is_listed_and_a_wrong_entry_is_corrected(
    pages: str, gunbai: Gunbai, desk: tuple[str, dict[str, str]]
) -> None:
    game, dealer = desk
    first = asked(pages, game, dealer)
    assert (first["waiting"]["chance"], first["last"]) == (True, None)
    assert len(first["outcomes"]) > 60
    chosen = {"command": first["outcomes"][0]["command"], "expected": first["expected"], "id": "first"}
    assert sent(pages, f"/games/{game}/desk", dealer, **chosen) == (200, {"accepted": first["version"] + 1})

    wrong = asked(pages, game, dealer)["last"]
    assert (wrong["version"], wrong["sentence"]) == (first["version"] + 1, first["outcomes"][0]["sentence"])
    right = {
        "name": wrong["forms"][0]["name"],
        "fields": {"card": "omnivore"},
        "corrects": wrong["version"],
        "id": "second",
    }
    status, ruling = sent(pages, f"/games/{game}/desk", dealer, **right)
    assert (status, "accepted" in ruling) == (200, True), ruling
    said = [each.sentences.command for each in gunbai.entries_in_words(game, first["version"])]
    assert said[0] == first["outcomes"][0]["sentence"]
    assert "Omnivore" in said[-1]


def test_what_cannot_come_is_refused_with_its_clause(pages: str, desk: tuple[str, dict[str, str]]) -> None:
    game, dealer = desk
    first = asked(pages, game, dealer)
    entered = {"name": first["forms"][0]["name"], "fields": {"card": "none"}, "expected": first["expected"], "id": "it"}
    status, ruling = sent(pages, f"/games/{game}/desk", dealer, **entered)
    assert (status, ruling["refused"]["clause"][:3]) == (200, "KT-")


def test_nobody_else_enters_anything(pages: str, desk: tuple[str, dict[str, str]]) -> None:
    game, _ = desk
    assert answer(f"{pages}/games/{game}/desk")[0] == 403
