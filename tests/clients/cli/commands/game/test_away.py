"""`gunbai game away`, and what is agreed for a seat that is away."""

from __future__ import annotations

from tests.clients.cli.command_run import Run


def test_notice_is_given_that_a_seat_is_away_and_the_others_wait_for_it(run: Run, duel: str) -> None:
    given = run("game", "away", duel, "1", "--seat", "2")
    assert given.code == 0
    assert "can come back until" in given.out
    early = run("game", "agree", duel, "go-on", "--absent", "1", "--seat", "2")
    assert (early.code, "seat 1 is not away" in early.err) == (3, True)
    assert run("game", "away", duel, "2", "--seat", "1").code == 3


def test_the_operator_gives_a_reason_to_void_a_game(run: Run, duel: str) -> None:
    refused = run("game", "abandon", duel, "--operator", "nowhere")
    assert (refused.code, "the operator must give a reason" in refused.err) == (2, True)
