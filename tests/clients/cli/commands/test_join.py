"""`gunbai join`."""

from __future__ import annotations

from tests.clients.cli.ran import Run


def test_the_last_to_join_starts_the_game_of_the_same_host(run: Run, duel: str) -> None:
    (game,) = [game for game in run("games", "--status", "running", "--json").json if game["game"] == duel]
    assert [seat["player"] for seat in game["seats"]] == ["Ann", "Bob"]
