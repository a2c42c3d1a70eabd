"""`gunbai title new`: the smallest complete title, which is small enough to read in one go."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from lab.patience import PATIENCE
from tests.clients.cli.command_run import Run

MOST_FILES = 8
MOST_LINES = 250
BESIDE_THE_TITLE = {"README.md", ".gitignore", ".github/workflows/check.yml"}
"""What tells people and machines about the package."""


def test_a_new_title_is_few_files_and_few_lines(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "gunbai-pig"
    written = run("title", "new", "pig", "--seats", "2-6", "--folder", str(folder), "--json").json["files"]
    assert set(written) > BESIDE_THE_TITLE
    by_hand = set(written) - BESIDE_THE_TITLE
    assert len(by_hand) <= MOST_FILES
    assert sum(len((folder / file).read_text("utf-8").splitlines()) for file in by_hand) <= MOST_LINES


def test_the_numbers_of_seats_stand_in_the_rules_and_in_their_clause(run: Run, tmp_path: Path) -> None:
    for seats, rules, clause in (("3", "range(3, 4)", "3 players play."), ("2-6", "range(2, 7)", "2 to 6 players")):
        folder = tmp_path / seats
        run("title", "new", "pig", "--seats", seats, "--folder", str(folder))
        assert f"seats={rules}," in (folder / "src/gunbai_pig/rules.py").read_text("utf-8")
        assert clause in (folder / "protos/gunbai/titles/pig/v1/clauses.proto").read_text("utf-8")


def test_a_new_title_is_typed_strictly(run: Run, tmp_path: Path) -> None:
    run("title", "new", "pig", "--folder", str(tmp_path))
    command = [sys.executable, "-m", "mypy", "--strict", "--explicit-package-bases", "src/gunbai_pig"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout
