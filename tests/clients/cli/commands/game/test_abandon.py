"""`gunbai game abandon`."""

from __future__ import annotations

from tests.clients.cli.command_run import Run


def test_the_host_ends_a_game_with_a_reason(run: Run, duel: str) -> None:
    assert run("game", "abandon", duel, "--reason", "rain").code == 0
    assert "rain" in run("watch", duel).out
    assert duel in run("game", "list", "--status", "abandoned", "--most", "500").out
    assert run("game", "abandon", duel).code == 3
