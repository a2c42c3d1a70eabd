"""A new package keeps the contract, and `gunbai title check` names the file and line of a fault in it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from lab.patience import PATIENCE

EVENTS = "protos/gunbai/titles/pig/v1/events.proto"
COMMANDS = "protos/gunbai/titles/pig/v1/commands.proto"
CLAUSES = "protos/gunbai/titles/pig/v1/clauses.proto"
RULES = "src/gunbai_pig/rules.py"
CASES = "cases/pig/turns.toml"
VISIBLE = """import "gunbai/rules/v1/options.proto";
message RollDie {
  option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT;"""

CERTAIN = """FACES))

    def probability(self, table, outcome):
        return 1
"""


class Mistake(NamedTuple):
    """What an author does to a file of the package, and the law and the sentence by which they are told."""

    file: str
    before: str
    after: str
    law: str
    sentence: str
    at: tuple[str, str] | None = None
    """The file and the text in it whose line is named."""


LEADS, PLAYED = "the package provides a title", "random games can be played"
MISTAKES = [
    Mistake(EVENTS, "face = 2;", "face = 2", "the protos compile", "events.proto:10:"),
    Mistake(RULES, "def turn(", "def turn((", LEADS, "SyntaxError", (RULES, "def turn(")),
    Mistake(RULES, "GOAL = 10", "GOAL = TEN", LEADS, "NameError: name 'TEN'", (RULES, "GOAL = TEN")),
    Mistake(COMMANDS, "message RollDie {", VISIBLE, LEADS, "pig hides RollDie: give Title `load_bots="),
    Mistake(RULES, "Left(seat=seat)", "Left(by=seat)", PLAYED, "TypeError", (RULES, "Left(by=seat)")),
    Mistake(EVENTS, "// A player left", "message Bang {}\n//", "every event", "Bang has no", (EVENTS, "message Bang")),
    Mistake(RULES, "FACES))", CERTAIN, "every outcome of chance", "1/6, not 1", (RULES, "class RollTheDie")),
    Mistake(RULES, "<= GOAL for", "< GOAL for", "no table breaks", "no player has", (RULES, "def invariants")),
    Mistake(RULES, "GOAL = 10", "GOAL = 10**6", "a random game ends", "not over after 5000", (RULES, "def turn(")),
    Mistake(CASES, "points = 4 }", "points = 5 }", "the cases pass", "PointsTaken(seat=1, points=5)"),
    Mistake(CASES, "ended = {", "# {", "the cases show every", "but no case shows it", (CLAUSES, '"PI-3.1"')),
    Mistake(CASES, '"PI-1.1", ', "", "the cases show every clause", "no case cites PI-1.1", (CLAUSES, '"PI-1.1"')),
]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "gunbai-pig"
    code, printed = gunbai("title", "new", "pig", "--seats", "2-4", "--folder", str(folder))
    assert code == 0, printed
    return folder


def gunbai(*words: str) -> tuple[int, str]:
    """Run a command; return its exit code and what it printed."""
    command = [sys.executable, "-m", "clients.cli", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.returncode, done.stdout + done.stderr


def test_a_new_package_keeps_the_contract(package: Path) -> None:
    code, printed = gunbai("title", "check", "--json", str(package))
    laws = [json.loads(line) for line in printed.splitlines()]
    assert code == 0
    assert len(laws) > 20
    assert [law for law in laws if law["faults"]] == []


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.sentence)
def test_a_mistake_is_named_with_its_place(package: Path, tmp_path: Path, mistake: Mistake) -> None:
    folder = tmp_path / "gunbai-pig"
    shutil.copytree(package, folder)
    text = (folder / mistake.file).read_text(encoding="utf-8")
    assert mistake.before in text
    (folder / mistake.file).write_text(text.replace(mistake.before, mistake.after), encoding="utf-8")
    code, printed = gunbai("title", "check", str(folder))
    assert code == 1
    assert f"✗ {mistake.law}" in printed
    assert mistake.sentence in printed
    if mistake.at is not None:
        file, named = mistake.at
        text = (folder / file).read_text(encoding="utf-8")
        assert f"{file}:{text[: text.index(named)].count(chr(10)) + 1}: " in printed


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("new", "Nine Men"), "use lower-case letters, digits and underscores"),
        (("new", "shogun"), "gunbai already has a title shogun"),
        (("new", "nim", "--folder", "."), ". is not empty"),
        (("new", "nim", "--seats", "1-4"), "give a number from 2 to 20"),
        (("new", "nim", "--seats", "5-2"), "give a number from 2 to 20"),
        (("check", "docs"), "has no pyproject.toml"),
        (("check", "."), "needs one title under"),
    ],
)
def test_what_cannot_be_written_or_checked_is_said(words: tuple[str, ...], problem: str) -> None:
    code, printed = gunbai("title", *words)
    assert code == 2
    assert problem in " ".join(printed.split())
