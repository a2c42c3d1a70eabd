"""What if: any command at any version gets its ruling, and nothing is written."""

from __future__ import annotations

import json
from base64 import b64encode

from gunbai.referee.v1.referee_pb2 import LegalCommand
from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import NOWHERE, answer, cookies, sent

CHOOSE = "gunbai.infludance_duel.v1.ChooseFigure"


def test_a_legal_command_is_told_with_what_would_follow(pages: str, seats: list[Seat]) -> None:
    game, legal = seats[0].game, seats[0].legal()
    _, _, text = answer(f"{pages}/games/{game}/title-commands")
    names = [command["name"] for command in json.loads(text)["commands"]]
    name = legal.commands[0].command.type_url.rpartition("/")[2]
    assert name in names
    command = {"version": legal.version, "seat": 1, "name": name, "fields": {"figure": "FIGURE_SMALL"}}
    status, judged = sent(pages, f"/games/{game}/judged", {}, **command)
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


def placing(seats: list[Seat]) -> LegalCommand:
    """Have both players choose a figure, and return the first field on which the first may place the cowboy."""
    for seat in seats:
        seat.submit(seat.legal().commands[0].command)
    return seats[0].legal().commands[0]


def test_a_command_that_is_offered_is_tried_out_and_nothing_is_written(
    pages: str, gunbai: Gunbai, seats: list[Seat]
) -> None:
    offered, game = placing(seats), seats[0].game
    version, command = gunbai.game(game).head, b64encode(offered.command.SerializeToString()).decode()
    status, judged = sent(pages, f"/games/{game}/tried", {}, version=version, seat=1, command=command)
    assert (status, judged["sentence"]) == (200, offered.sentence)
    assert judged["accepted"]
    assert gunbai.game(game).head == version


def test_a_tap_beside_what_can_be_chosen_is_refused_with_the_clause(
    pages: str, gunbai: Gunbai, seats: list[Seat]
) -> None:
    offered, game = placing(seats), seats[0].game
    tap = {"command": b64encode(offered.command.SerializeToString()).decode(), "from": offered.spots[0]}
    version = gunbai.game(game).head
    status, judged = sent(pages, f"/games/{game}/tried", {}, version=version, seat=1, spot="field:c3", **tap)
    assert status == 200
    assert judged["refused"]["clause"].startswith("IN-")
    tap["from"] = "field:d4"
    status, _ = sent(pages, f"/games/{game}/tried", {}, version=version, seat=1, spot="field:c3", **tap)
    assert status == 400


def test_a_tap_at_what_no_offered_command_takes_is_refused_by_the_first_that_would(
    pages: str, gunbai: Gunbai, seats: list[Seat]
) -> None:
    game, version = seats[0].game, seats[0].legal().version
    status, judged = sent(pages, f"/games/{game}/tried", {}, version=version, seat=1, spot="field:c3")
    assert status == 200
    assert judged["refused"]["clause"].startswith("IN-")
    for spot in ("card:jets", "field", "", "die:x"):
        assert sent(pages, f"/games/{game}/tried", {}, version=version, seat=1, spot=spot) == (200, {})
    assert gunbai.game(game).head == version


def test_the_moves_of_an_earlier_position_are_listed_to_anybody(pages: str, seats: list[Seat]) -> None:
    first, game = seats[0].legal(), seats[0].game
    placing(seats)
    _, _, text = answer(f"{pages}/games/{game}/choices?seat=1&version={first.version}")
    listed = json.loads(text)["commands"]
    assert [command["sentence"] for command in listed] == [command.sentence for command in first.commands]
