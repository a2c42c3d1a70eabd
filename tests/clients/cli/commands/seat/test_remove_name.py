"""`gunbai seat remove-name`."""

from __future__ import annotations

from tests.clients.cli.command_run import Run


def test_a_player_removes_their_name(run: Run, duel: str) -> None:
    ran = run("seat", "remove-name", duel)
    assert (ran.code, "you have 2 seats" in ran.err) == (2, True)
    for _ in range(2):
        assert run("seat", "remove-name", duel, "--seat", "1").out == "Removed the name of seat 1.\n"
    shown = run("watch", duel, "--no-follow")
    assert shown.code == 0
    assert "Ann" not in shown.out
    assert "(removed)" in shown.out
    assert not [row for row in run("game", "list", "--player", "Ann", "--json").json if row["game"] == duel]
