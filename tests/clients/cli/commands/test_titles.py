"""`gunbai titles`."""

from __future__ import annotations

from tests.clients.cli.ran import DUEL, Run


def test_titles_are_listed_for_people_and_for_scripts(run: Run) -> None:
    assert "INFLUDANCE Duel" in run("titles").out
    assert DUEL in [title["name"] for title in run("titles", "--json").json]
