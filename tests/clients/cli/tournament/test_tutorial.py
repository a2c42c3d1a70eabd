"""docs/tournaments.md is followed: a club night is played with the commands of the page, over the wire."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from clients.cli.discovery import names
from tests.clients.cli.command_run import Ran, Run

PAGE = (Path(__file__).parents[4] / "docs" / "tournaments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)\n```", PAGE, re.DOTALL)
NAMES = ("Ann", "Bob", "Cyd", "Dan")


def followed(run: Run, begins: str, *more: str) -> Ran:
    """Return what the command of the page did that begins so."""
    (command,) = [block for block in BLOCKS if block.startswith(f"gunbai {begins}")]
    return run(*shlex.split(command)[1:], *more)


def test_a_club_night_is_played_by_the_page(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.txt").write_text("\n".join(NAMES))
    assert followed(run, "tournament new").code == 0
    for _ in range(2):
        begun = followed(run, "tournament pair", "--json").json
        for game, invited in begun["invitations"].items():
            for words in invited.values():
                assert run(*shlex.split(words)[1:]).code == 0
            run("tournament", "table", "club.json")
            assert run("game", "concede", game, "--seat", "1", "--yes").code == 0
        assert followed(run, "tournament table club.json --wait").code == 0
    assert followed(run, "tournament table club.json --page").code == 0
    assert "Table after 2 of 2 rounds" in (tmp_path / "club.html").read_text()
    assert len((tmp_path / "club.csv").read_text().splitlines()) == 1 + len(NAMES)


def test_tables_of_the_same_deal_are_created_by_the_page(run: Run) -> None:
    made = followed(run, "new king_of_tokyo --tables", "--json").lines
    games = [created["info"]["game"] for created in made]
    assert [created["info"]["duplicate_games"] for created in made] == [games, games]


def test_a_seed_is_refused_unless_the_operator_allows_it(run: Run) -> None:
    refused = followed(run, "new king_of_tokyo --seed")
    assert refused.code == 3
    assert "--seeded-games" in refused.err


def test_the_page_is_short_and_names_commands_that_there_are() -> None:
    assert len(PAGE.split()) <= 1500
    named = set(re.findall(r"gunbai (tournament [a-z]+|title tournament|new|verify)", PAGE))
    assert named <= {*names()}
