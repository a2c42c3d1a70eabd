"""Takebacks: what is printed of the branch in which a game goes on."""

from __future__ import annotations

import pytest

from clients.cli.seating.takebacks import BotsDisagree, branch_lines, check_bots
from clients.cli.session import Session
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_RUNNING, GameInfo, Seat
from tests.clients.cli.command_run import Run


def test_bots_agree_unless_chance_has_shown_something_since(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--bots", "1", "--start", "--player", "Ann", "--json").json["info"]["game"]
    head = int(run("game", "show", game, "--json").json["version"])
    session = Session(address)
    with session.connect() as gunbai:
        check_bots(session, gunbai, game, head)
        with pytest.raises(BotsDisagree, match=f"revealed at version {head}"):
            check_bots(session, gunbai, game, head - 1)
    refused = run("game", "takeback", f"{game}@{head - 1}")
    assert (refused.code, "the bots refuse" in refused.err) == (1, True)
    challenged = run("play", game, typed="1\n1\nchallenge\nundo\nquit\n").out
    assert "Nothing was taken back: the bots refuse" in challenged


def test_people_may_agree_to_take_back_what_chance_showed(run: Run, address: str) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    head = int(run("game", "show", game, "--json").json["version"])
    session = Session(address)
    with session.connect() as gunbai:
        check_bots(session, gunbai, game, head - 1)


def test_a_branch_that_waits_names_the_seats_whose_word_is_missing() -> None:
    seats = [Seat(seat=1, taken=True), Seat(seat=2), Seat(seat=3)]
    first, second = branch_lines("night", GameInfo(game="branch", status=GAME_STATUS_OPEN, seats=seats))
    assert first == "To continue in [bold]branch[/], seat 2, 3 must agree too."
    assert "gunbai game takeback night --consent branch" in second


def test_a_branch_that_has_begun_is_played() -> None:
    _, second = branch_lines("night", GameInfo(game="branch", status=GAME_STATUS_RUNNING))
    assert "gunbai play branch" in second
