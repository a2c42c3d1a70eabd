"""Who sits at a new game: the user, and bots at other seats."""

from __future__ import annotations

import pytest
import typer

from clients.cli.seating.new_seats import Company, check_seats, company, login, seat_lines
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GameInfo, Seat


def test_nobody_sits_down_unless_it_is_asked_for() -> None:
    assert company() == Company(player="", bots=0, level=None, start=False)


def test_a_person_has_a_seat_and_a_game_that_starts_has_none_free() -> None:
    check_seats(3, Company("Ann", 2, 1, start=True))
    check_seats(3, Company("", 2, 1, start=False))
    for seats, wanted, problem in (
        (2, Company("", 2, 1, start=False), "in a game with 2 seats, a person must"),
        (4, Company("Ann", 1, 1, start=True), "2 seats would be free: give --bots 3"),
        (3, Company("", 1, 1, start=True), "2 seats would be free: give --bots 3"),
    ):
        with pytest.raises(typer.BadParameter, match=problem):
            check_seats(seats, wanted)


def test_a_user_without_a_name_gives_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "ann")
    assert login() == "ann"
    monkeypatch.delenv("USER")
    monkeypatch.setattr("getpass.getuser", missing)
    with pytest.raises(typer.BadParameter, match="your seat needs a name: add --player"):
        login()


def missing() -> str:
    raise OSError


def test_what_a_host_does_next_is_named() -> None:
    seats = [Seat(seat=1, player="[b]Ann", taken=True), Seat(seat=2)]
    lines = list(seat_lines(GameInfo(game="night", seats=seats, invited_only=True), sits=True, hosted={1: 2}))
    assert lines[0] == "Seat 1: \\[b]Ann"
    assert [line.partition("gunbai ")[2].split()[0] for line in lines[1:]] == ["join", "bot", "seat", "play"]
    seats[1].taken = True
    dealt = GameInfo(game="night", seats=seats, chance_source=CHANCE_SOURCE_DEALER)
    full = list(seat_lines(dealt, sits=False, hosted={2: 1}))
    assert full[2:] == [
        "[dim]Seat 2 plays while `gunbai play` runs. To run it yourself:[/] gunbai bot night --seat 2 --level 1",
        "[dim]Enter what dice and cards show:[/] gunbai game deal night",
    ]
