"""`gunbai games`."""

from __future__ import annotations

from tests.clients.cli.ran import DUEL, Run


def test_games_are_listed_with_their_players_and_labels(run: Run) -> None:
    game = run("new", DUEL, "--label", "Friday [night]", "--json").json["info"]["game"]
    run("join", game, "--player", "Žofie")
    shown = run("games", "--player", "Žofie", "--status", "open").out
    assert game in shown
    assert "Žofie, –" in shown
    assert "Friday [night]" in shown


def test_the_list_ends_after_the_most_games(run: Run) -> None:
    for _ in range(3):
        run("new", DUEL)
    assert len(run("games", "--most", "2", "--json").json) == 2


def test_no_games_are_an_answer(run: Run) -> None:
    assert "No games found" in run("games", "--player", "nobody at all").out
    assert run("games", "--player", "nobody at all", "--json").json == []
