"""The title of docs/writing-a-game.md is assembled as the page says, compiled, checked and played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "writing-a-game.md"
TAKEN = ("clients/python", "games", "protos", "referee", "store", "tests", "docs/cases.md", "pyproject.toml")
"""What the new title meets in the checkout."""
BLOCK = re.compile(
    r"(?:^\*\*`(?P<path>[^`]+)`\*\*\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    """A fenced block and the file above it, which following blocks go on with."""

    path: str
    kind: str
    text: str


def blocks() -> Iterator[Block]:
    path = ""
    for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        path = found["path"] or path
        yield Block(path, found["kind"], found["text"])


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout in which the page was followed."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in TAKEN:
        copy(ROOT / name, folder / name)
    for transcript in (folder / "tests" / "playthroughs").glob("*/*.txt"):
        transcript.unlink()
    for block in blocks():
        follow(folder, block)
    run(folder, "clients/python/hatch_build.py")
    return folder


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        return
    target.parent.mkdir(exist_ok=True)
    shutil.copy(source, target)


def follow(folder: Path, block: Block) -> None:
    """Write a file, or change one as a diff says."""
    file = folder / block.path
    if block.kind == "diff":
        text = file.read_text(encoding="utf-8")
        before, after = (side(block.text, sign) for sign in "-+")
        assert text.count(before) == 1, f"{block.path} has no longer one place for\n{block.text}"
        file.write_text(text.replace(before, after), encoding="utf-8")
    elif block.kind != "transcript":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding="utf-8")


def side(diff: str, sign: str) -> str:
    """Return the lines of one side of a diff."""
    return "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] in {" ", sign})


def run(folder: Path, *arguments: str) -> str:
    """Run Python in the copy, whose packages come before the installed ones, and return what it prints."""
    paths = os.pathsep.join([str(folder), str(folder / "clients" / "python")])
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{arguments}\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}"
    return done.stdout


def test_the_playthrough_is_written_and_begins_as_the_page_shows(checkout: Path) -> None:
    run(checkout, "-m", "tests.playthroughs.transcript")
    told = (checkout / "tests/playthroughs/pig/two_players.txt").read_text(encoding="utf-8")
    (shown,) = (block.text for block in blocks() if block.kind == "transcript")
    assert shown.count("\n") > 10
    assert told.startswith(shown), told[:1500]


def test_the_title_keeps_what_every_title_promises(checkout: Path) -> None:
    folders = [f"tests/{name}" for name in ("games", "cases", "structure/test_titles.py", "structure/test_siblings.py")]
    told = run(
        checkout,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-q",
        "-k",
        "pig",
        *folders,
        "tests/structure/test_imports.py",
    )
    passed = re.search(r"(\d+) passed", told)
    assert passed is not None
    assert int(passed[1]) > 25


def test_its_code_is_in_shape(checkout: Path) -> None:
    run(checkout, "-m", "ruff", "check", "games/pig")
    run(checkout, "-m", "ruff", "format", "--check", "games/pig")
