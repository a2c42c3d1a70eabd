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


def test_in_the_players_own_turn_a_move_is_taken_back_at_once(run: Run, duel: str) -> None:
    played = run("play", duel, typed="1\n1\n1\n1\n1\nundo\nundo\nno\nquit\n")
    assert played.code == 0
    assert "takes back 1 move." in played.out
    assert "Every player must agree" in played.out
    head = next(game["head"] for game in run("game", "list", "--json").json if game["game"] == duel)
    assert run("play", duel, typed="1\nquit\n").code == 0
    undone = run("game", "takeback", f"{duel}@{head}")
    assert undone.out.strip().endswith("takes back 1 move.")
    found = {game["game"]: game for game in run("game", "list", "--title", DUEL, "--json").json}
    assert (found[duel]["status"], found[duel]["head"]) == ("GAME_STATUS_RUNNING", str(int(head) + 2))
