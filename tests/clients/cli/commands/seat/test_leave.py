"""`gunbai seat leave`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.cli.command_run import DUEL, Run


def test_who_leaves_has_no_seat_and_no_token_of_it(run: Run, state: Path) -> None:
    game = run("new", DUEL, "--json").json["info"]["game"]
    run("join", game, "--player", "Ann")
    assert run("seat", "leave", game).out == "You have left seat 1.\n"
    assert not [path for path in state.rglob("1*") if path.is_file()]
    assert run("seat", "leave", game).code == 2


def test_with_two_seats_the_one_to_leave_is_named(run: Run) -> None:
    game = run("new", "king_of_tokyo", "--seats", "3", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    ran = run("seat", "leave", game)
    assert ran.code == 2
    assert "you have 2 seats" in ran.err
    assert run("seat", "leave", game, "--seat", "2").code == 0
    assert [invitation["seat"] for invitation in run("seat", "invite", game, "--json").json] == [2, 3]
