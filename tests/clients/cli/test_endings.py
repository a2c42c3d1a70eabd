"""The end of a game as players are told it."""

from __future__ import annotations

from tests.clients.cli.ran import Run


def test_the_end_is_told_once_with_the_board_the_clause_and_what_shows_more(run: Run, duel: str) -> None:
    told = run("play", duel, typed="1\n" * 300).out
    end = told.rpartition("INFLUDANCE Duel, game ")[2].splitlines()
    assert end[1].startswith("Won by ")
    assert any(line.endswith(" won: goal (IN-7.1).") for line in end)
    assert end[-2].startswith("IN-7.1: A player whose cowboy is the first on its winning line")
    assert end[-1] == f"`gunbai replay {duel}` steps through the game; `gunbai analyse {duel}` rates it."
    assert "The game ends: goal" not in told


def test_of_a_game_without_a_result_its_state_alone_is_said(run: Run, duel: str) -> None:
    run("abandon", duel)
    told = run("play", duel, typed="").out
    assert told.splitlines()[-1] == "abandoned"
    assert "steps through the game" not in told
