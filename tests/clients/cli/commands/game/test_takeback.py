"""`gunbai game takeback`."""

from __future__ import annotations

from tests.clients.cli.command_run import DUEL, Run


def test_one_player_proposes_and_the_other_consents(run: Run, duel: str) -> None:
    head = next(row["head"] for row in run("game", "list", "--json").json if row["game"] == duel)
    assert run("play", duel, typed="1\n").code == 0
    assert "name the position to go back to" in run("game", "takeback", duel).err
    proposed = run("game", "takeback", f"{duel}@{head}", "--seat", "1")
    assert "seat 2 must agree too" in proposed.out
    branch = proposed.out.split("--consent ")[1].split()[0]
    assert f"The game continues in {branch}" in run("game", "takeback", duel, "--consent", branch, "--seat", "2").out
    row_of = {row["game"]: row for row in run("game", "list", "--title", DUEL, "--json").json}
    assert row_of[duel]["status"] == "GAME_STATUS_CONTINUED"
    assert run("play", branch, typed="1\n").code == 0
