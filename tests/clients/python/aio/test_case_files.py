"""Case files by the client: an entry, or a command at a position, with the ruling on it."""

from __future__ import annotations

import tomllib

import pytest

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai_client import Gunbai, Seat
from gunbai_client.blocking.case_files import case_of_command, case_of_entry
from gunbai_client.errors import InvalidRequest


def test_a_case_has_the_position_the_command_and_what_followed(gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    seats[0].submit(cmd.ChooseFigure(figure=cmd.FIGURE_SMALL))
    file = case_of_entry(gunbai, game, 5)
    (case,) = tomllib.loads(file.text)["case"]
    assert (case["name"], case["clause"]) == (f"{game}@5", file.clause)
    assert case["table"] == gunbai.table(game, 4)
    (move,) = case["moves"]
    assert (move["actor"], move["command"], move["fields"]) == (1, "ChooseFigure", {"figure": "FIGURE_SMALL"})
    assert [event["event"] for event in move["events"]] == ["FigureChosen"]


def test_a_command_that_would_be_refused_is_a_case_of_its_clause(gunbai: Gunbai, seats: list[Seat]) -> None:
    file = case_of_command(gunbai, seats[0].game, 4, 1, cmd.Shoot())
    (case,) = tomllib.loads(file.text)["case"]
    assert file.clause == case["clause"] == case["moves"][0]["refused"] == "IN-3.10"
    assert case["table"] == gunbai.table(seats[0].game, 4)


def test_what_is_no_command_of_the_title_is_no_case(gunbai: Gunbai, seats: list[Seat]) -> None:
    with pytest.raises(InvalidRequest, match="entry 1 is not a command of the title"):
        case_of_entry(gunbai, seats[0].game, 1)


def test_a_later_entry_is_a_case_of_the_position_before_it(gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    for seat in seats:
        seat.submit(cmd.ChooseFigure(figure=cmd.FIGURE_SMALL))
    (case,) = tomllib.loads(case_of_entry(gunbai, game, 6).text)["case"]
    assert case["table"] == gunbai.table(game, 5) != gunbai.table(game, 4)
