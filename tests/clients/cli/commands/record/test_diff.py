"""`gunbai record diff`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.cli.command_run import Run


def test_versions_of_a_game_and_its_file_differ_alike(
    run: Run, finished: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "duel.gunbai"
    assert run("record", "export", finished, "--output", str(path)).code == 0
    branch = run("game", "fork", f"{finished}@9", "--json").json["info"]["game"]
    difference = run("record", "diff", f"{finished}@12", f"{finished}@14", "--json").json
    mixed = run("record", "diff", f"{path}@12", f"{finished}@14", "--json").json
    parted = run("record", "diff", f"{finished}@14", branch, "--json").json
    assert (parted["shared_version"], parted["next"]["entry"]["version"]) == ("9", "10")
    assert parted["other_next"]["entry"]["game"] == branch
    monkeypatch.setenv("GUNBAI_TARGET", "127.0.0.1:1")
    offline = run("record", "diff", f"{path}@12", f"{path}@14", "--json").json
    assert difference == mixed == offline
    assert difference["differences"]
    assert run("record", "diff", f"{path}@12", f"{path}@14").out.startswith("One continues the other after version 12.")
    assert "The positions are equal." in run("record", "diff", f"{path}@12", f"{path}@12").out
    table = json.loads(run("record", "diff", f"{path}@12", f"{path}@14", "--table", "--json").out)
    assert table["differences"]


def test_files_of_games_that_have_nothing_in_common_part_at_the_beginning(run: Run, night: Path, other: Path) -> None:
    ran = run("record", "diff", str(night), str(other))
    assert (ran.out.startswith("They diverge from the beginning."), "comparing" in ran.err) == (True, False)
