"""Takebacks: what is printed of the branch in which a game goes on."""

from __future__ import annotations

from clients.cli.takebacks import branch_lines
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_RUNNING, GameInfo, Seat


def test_a_branch_that_waits_names_the_seats_whose_word_is_missing() -> None:
    seats = [Seat(seat=1, taken=True), Seat(seat=2), Seat(seat=3)]
    first, second = branch_lines("night", GameInfo(game="branch", status=GAME_STATUS_OPEN, seats=seats))
    assert first == "To go on in [bold]branch[/] takes the word of seat 2, 3 too."
    assert "gunbai takeback night --consent branch" in second


def test_a_branch_that_has_begun_is_played() -> None:
    _, second = branch_lines("night", GameInfo(game="branch", status=GAME_STATUS_RUNNING))
    assert "gunbai play branch" in second
