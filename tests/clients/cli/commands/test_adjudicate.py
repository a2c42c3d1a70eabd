"""`gunbai adjudicate`."""

from __future__ import annotations

from tests.clients.cli.ran import Run


def test_a_command_is_adjudicated_at_any_position(run: Run, finished: str) -> None:
    refused = run("adjudicate", f"{finished}@4", "Shoot", "--seat", "1")
    assert refused.code == 1
    assert "Refused by IN-3.10" in refused.out
    accepted = run("adjudicate", f"{finished}@4", "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1")
    assert accepted.code == 0
    assert "→ Ann chooses the large figure." in accepted.out
