"""`gunbai submit`."""

from __future__ import annotations

from tests.clients.cli.ran import Run


def test_a_script_gives_one_command_at_a_time(run: Run, duel: str) -> None:
    refused = run("submit", duel, "Shoot", "--seat", "1")
    assert refused.code == 1
    assert "Refused by IN-3.10" in refused.out
    assert "`gunbai clauses IN-3.10` explains the rule." in refused.err
    accepted = run("submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1", "--json")
    assert accepted.code == 0
    (entry,) = accepted.json["accepted"]["entries"]
    assert entry["command"]["open"]["figure"] == "FIGURE_LARGE"
