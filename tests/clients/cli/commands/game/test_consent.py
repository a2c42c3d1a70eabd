"""`gunbai game consent`."""

from __future__ import annotations

from tests.clients.cli.command_run import Run


def test_a_seat_consents_at_a_version_or_at_the_newest(run: Run, duel: str) -> None:
    head = run("game", "list", "--json").json
    newest = next(int(game["head"]) for game in head if game["game"] == duel)
    given = [run("game", "consent", place, "--seat", "1").out for place in (duel, f"{duel}@{newest}", f"{duel}@4")]
    assert len({*given}) == 3
    assert run("game", "consent", duel, "--seat", "3").code == 2
