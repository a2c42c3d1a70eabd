"""What if: any command at any version gets its ruling, and nothing is written."""

from __future__ import annotations

import json

from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import NOWHERE, answer, cookies, sent

CHOOSE = "gunbai.infludance_duel.v1.ChooseFigure"


def test_a_legal_command_is_told_with_what_would_follow(pages: str, seats: list[Seat]) -> None:
    game, legal = seats[0].game, seats[0].legal()
    _, _, text = answer(f"{pages}/games/{game}/title-commands")
    names = [each["name"] for each in json.loads(text)["commands"]]
    name = legal.commands[0].command.type_url.rpartition("/")[2]
    assert name in names
    asked = {"version": legal.version, "seat": 1, "name": name, "fields": {"figure": "FIGURE_SMALL"}}
    status, judged = sent(pages, f"/games/{game}/judged", {}, **asked)
    assert status == 200, judged
    assert judged["accepted"]
    assert judged["version"] == legal.version


def test_an_illegal_command_is_told_with_the_clause_and_nothing_is_written(
    pages: str, gunbai: Gunbai, seats: list[Seat]
) -> None:
    game, version = seats[0].game, seats[0].legal().version
    name = seats[0].legal().commands[0].command.type_url.rpartition("/")[2]
    status, judged = sent(
        pages, f"/games/{game}/judged", cookies(game, seats[1]), version=version, seat=2, name=name, fields={}
    )
    assert status == 200
    assert judged["refused"]["clause"].startswith("IN-")
    assert judged["refused"]["sentence"]
    assert gunbai.game(game).head == version


def test_a_question_that_is_none_is_refused(pages: str) -> None:
    status, told = sent(pages, f"/games/{NOWHERE}/judged", {}, version=1, seat=1, name="gunbai.chess.v1.Castle")
    assert (status, told["message"]) == (400, "there is no message 'gunbai.chess.v1.Castle'")
