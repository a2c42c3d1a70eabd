"""The menu of `gunbai play`: what is listed, and what a typed line means."""

from __future__ import annotations

import io
import sys

import pytest

from clients.cli.menu import LONGEST, Menu
from clients.cli.output import Output
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.referee.v1.referee_pb2 import LegalCommand
from gunbai_client import Seat
from gunbai_client.aio import packed

COMMANDS = [
    LegalCommand(command=packed(cmd.PlaceCowboy(field=f"a{number}")), sentence=f"Place the cowboy on a{number}.")
    for number in range(1, LONGEST + 3)
]


def chosen(seat: Seat, monkeypatch: pytest.MonkeyPatch, *lines: str) -> object:
    """Return what the typed lines choose."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return Menu(Output(), "infludance_duel", [seat])._choose(seat, COMMANDS)


def test_a_number_chooses_from_the_list(seats: list[Seat], monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen(seats[0], monkeypatch, "2") == COMMANDS[1].command
    assert chosen(seats[0], monkeypatch, "99", "1") == COMMANDS[0].command


def test_a_word_filters_the_list(
    seats: list[Seat], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert chosen(seats[0], monkeypatch, "on A32", "1") == COMMANDS[31].command
    shown = capsys.readouterr().out
    assert "and 2 more: type a word to filter the list" in shown
    assert "   1  Place the cowboy on a32." in shown


def test_a_whole_command_is_chosen_whether_it_is_legal_or_not(
    seats: list[Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert chosen(seats[0], monkeypatch, 'Step {"heading": "HEADING_FORWARD"}') == cmd.Step(heading=cmd.HEADING_FORWARD)
    assert chosen(seats[0], monkeypatch, "EndTurn") == cmd.EndTurn()


def test_the_end_of_the_input_chooses_nothing(seats: list[Seat], monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen(seats[0], monkeypatch, "Nonsense") is None


def test_only_a_seat_that_is_asked_gets_a_question(seats: list[Seat], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    menu = Menu(Output(), "infludance_duel", [seats[1]])
    assert menu.ask()
    assert menu.head == 0
    menu = Menu(Output(), "infludance_duel", seats)
    assert menu.ask()
    assert menu.head == seats[0].gunbai.game(seats[0].game).head
    assert not menu.ask()
