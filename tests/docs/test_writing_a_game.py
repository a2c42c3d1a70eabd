"""docs/writing-a-game.md is followed from an empty folder, and leads to the package in examples/gunbai-ur."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.kit.rules.forms import Form
from lab.paths import ROOT
from lab.patience import PATIENCE

PAGE = (ROOT / "docs" / "writing-a-game.md").read_text(encoding="utf-8")
PROJECT = ROOT / "examples" / "gunbai-ur"
WRITTEN = ("protos", "src", "cases")
"""The folders that the page fills."""
MOST_WORDS = 2_000
FORMS: list[Any] = [form for form in Form.__subclasses__() if form.__module__ == Form.__module__]
BLOCK = re.compile(
    r"(?:^\*\*`(?P<path>[^`]+)`\*\*(?: \((?P<part>\w+)\))?\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """A fenced block with the file above it, and the prose between it and the block before."""

    path: str
    part: str
    """What of the file it is: "" for the whole, or "excerpt"."""
    kind: str
    text: str
    prose: str


def blocks() -> Iterator[Block]:
    end = 0
    for block in BLOCK.finditer(PAGE):
        yield Block(block["path"] or "", block["part"] or "", block["kind"], block["text"], PAGE[end : block.start()])
        end = block.end()


BLOCKS = tuple(blocks())
COMMANDS = [line.removeprefix("$ ") for block in BLOCKS if block.kind == "console" for line in block.text.splitlines()]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package of somebody who has followed the whole page."""
    folder = tmp_path_factory.mktemp("author")
    for block in BLOCKS:
        for name in re.findall(r"`(src/[\w/]+\.py)`", block.prose):
            take(folder, name)
        if block.kind == "console":
            for line in block.text.splitlines():
                run(folder, line.removeprefix("$ "))
        else:
            take(folder, block.path)
    return folder / PROJECT.name


def take(folder: Path, name: str) -> None:
    """Take a file that the page shows or names from the package."""
    target = folder / PROJECT.name / name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(PROJECT / name, target)


def run(folder: Path, command: str) -> None:
    """Run a command that writes or checks the package; games are played elsewhere."""
    words = shlex.split(command)
    if words[0] == "rm":
        (folder / words[1]).unlink()
    elif words[:2] == ["gunbai", "title"]:
        program = [sys.executable, "-m", "clients.cli", *words[1:]]
        done = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def files(project: Path) -> dict[str, bytes]:
    """Return the files of a package that the page fills."""
    paths = [path for folder in WRITTEN for path in (project / folder).rglob("*") if path.is_file()]
    return {str(path.relative_to(project)): path.read_bytes() for path in paths if path.parent.name != "__pycache__"}


def test_what_the_page_leads_to_is_the_example(followed: Path) -> None:
    followed_files, own = files(followed), files(PROJECT)
    assert sorted(followed_files) == sorted(own)
    assert [path for path in own if followed_files[path] != own[path]] == []


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.path], ids=lambda block: block.path)
def test_a_block_is_the_file_that_it_names_or_a_part_of_it(block: Block) -> None:
    shipped = (PROJECT / block.path).read_text(encoding="utf-8")
    assert block.text in shipped if block.part else block.text == shipped


def test_the_title_is_checked_before_and_after_it_has_words_a_board_and_bots() -> None:
    assert COMMANDS.count("gunbai title check gunbai-ur") == 3
    assert {line.split()[0] for line in COMMANDS} == {"gunbai", "pip", "rm"}


def test_the_page_lists_every_form_of_draws_with_its_fields() -> None:
    forms = [f"{form.__name__}({', '.join(field.name for field in fields(form))})" for form in FORMS]
    assert re.findall(r"^\| `(\w+\([\w, ]+\))` \|", PAGE, re.MULTILINE) == forms


def test_the_page_is_short() -> None:
    assert len(PAGE.split()) <= MOST_WORDS
