"""docs/writing-a-game.md is followed in a copy of the checkout without its title, which then has the title again."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from lab.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-a-game.md").read_text(encoding="utf-8")
TITLE = "liars_dice"
TAKEN = (
    *("bench", "clients", "container", "docs", "games", "lab", "protos"),
    *("record", "referee", "store", "tests", "tools"),
)
TAKEN_FILES = (
    ".containerignore",
    "Containerfile",
    "Makefile",
    "mkdocs.yml",
    "README.md",
    "RIGHTS.md",
    "pyproject.toml",
    "requirements.lock.txt",
)
"""What is copied of the checkout."""
PLACES = ("protos/gunbai", "games", "tests/games", "tests/cases", "tests/playthroughs")
FOLDERS = tuple(f"{place}/{TITLE}" for place in PLACES)
"""The folders of the title: everything in them is on the page, by content or by name."""
DOORS = ("rules/", "words/", "board/", "bots/")
"""The folders of the title's package, with which the page begins the paths in them."""
FROZEN = f"tests/structure/frozen/gunbai.{TITLE}.v1.binpb"
"""The protos of the title in 1.0, which a new title does not have."""
FLOW = re.compile(r"(<!-- flow: .*? -->\n).*(<!-- end of the flow -->)", re.DOTALL)
BLOCK = re.compile(
    r"(?:^\*\*`(?P<path>[^`]+)`\*\*(?: \((?P<part>\w+)\))?\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """A fenced block with the file above it, and the prose between it and the block before."""

    path: str
    part: str
    """What of the file it is: "" for the whole, else "excerpt", "head" or "change"."""
    kind: str
    text: str
    prose: str


def full(path: str) -> str:
    """Return a path of the page as one from the root of the repository."""
    return f"games/{TITLE}/{path}" if path.startswith(DOORS) else path


def blocks() -> Iterator[Block]:
    """Yield the blocks of the page; a block without a name above it belongs to the file of the one before."""
    path, part, end = "", "", 0
    for found in BLOCK.finditer(PAGE):
        if found["path"]:
            path, part = full(found["path"]), found["part"] or ""
        yield Block(path, part, found["kind"], found["text"], PAGE[end : found.start()])
        end = found.end()


BLOCKS = tuple(blocks())
WHOLE = {block.path for block in BLOCKS if not block.part and block.kind not in {"console", "transcript"}}


def side(diff: str, sign: str) -> str:
    """Return the lines of one side of a diff."""
    return "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] in {" ", sign})


def shipped(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def files(root: Path) -> dict[str, bytes]:
    """Return the files of the title under a root."""
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file()]
    kept = [path for path in paths if "__pycache__" not in path.parts]
    changed = [root / block.path for block in BLOCKS if block.kind == "diff"]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in (*kept, *changed)}


class Reader:
    """Somebody who follows the page in a copy of the checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed: dict[str, str] = {}
        """What each command printed."""

    def begin(self) -> None:
        """Copy the checkout and remove the title from it."""
        for name in (*TAKEN, *TAKEN_FILES):
            copy(ROOT / name, self.folder / name)
        (self.folder / ".venv").symlink_to(sys.prefix)
        for folder in (*FOLDERS, f"record/gunbai/{TITLE}"):
            shutil.rmtree(self.folder / folder, ignore_errors=True)
        (self.folder / FROZEN).unlink()
        for transcript in (self.folder / "tests" / "playthroughs").glob("*/*.txt"):
            transcript.unlink()  # The other titles' playthroughs would only take time.
        for block in BLOCKS:
            if block.kind == "diff":
                self._replace(block.path, side(block.text, "+"), side(block.text, "-"))

    def follow(self, block: Block) -> None:
        """Take the files that the prose names from the repository, then do what the block says."""
        for name in re.findall(r"`([\w./]+)`", block.prose):
            if name not in (*FOLDERS, *DOORS):
                self._take(full(name))
        if block.kind == "console":
            for line in block.text.splitlines():
                self._run(line.removeprefix("$ "))
        elif block.kind == "diff":
            self._replace(block.path, side(block.text, "-"), side(block.text, "+"))
        elif block.part == "excerpt":
            assert block.text in shipped(block.path), f"{block.path} has no such lines:\n{block.text}"
            self._take(block.path)
        elif block.kind != "transcript":
            self._write(block.path, block.text)

    def _take(self, name: str) -> None:
        """Copy a file or folder of the title from the repository, unless the page has the whole file."""
        if name.startswith(FOLDERS) and name not in WHOLE:
            copy(ROOT / name, self.folder / name)
        if name.endswith("README.md"):
            self._write(name, FLOW.sub(r"\1\2", shipped(name)))
        if name.startswith("tests/playthroughs/"):
            head = [line for line in shipped(name).splitlines() if line.startswith("# ")]
            self._write(name, "\n".join(head) + "\n")

    def _write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def _replace(self, path: str, before: str, after: str) -> None:
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{path} has not one place for\n{before}"
        self._write(path, text.replace(before, after))

    def _run(self, command: str) -> None:
        """Run a command of the page with the copy's packages before the installed ones."""
        words = shlex.split(command)
        if words[0] == "make":
            words[1:1] = ["-o", ".venv/ready", "-o", ".venv/bin/python"]  # The environment is that of the checkout.
        roots = (self.folder, self.folder / "record", self.folder / "clients" / "python")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "MAKE"))}
        settings = {"PYTHONPATH": os.pathsep.join(map(str, roots)), "WORKERS": "0", "NO_COLOR": "1"}
        done = subprocess.run(
            words, cwd=self.folder, env=kept | settings, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}\n{done.stderr[-5000:]}"
        self.printed[command] = done.stdout


def copy(source: Path, target: Path) -> None:
    """Copy a file, or a folder with its compiled modules, which stay valid: a copy is as old as its source."""
    if source.is_dir():
        skipped = shutil.ignore_patterns("node_modules", ".*")
        shutil.copytree(source, target, ignore=skipped, dirs_exist_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Return a reader who has followed the whole page."""
    found = Reader(tmp_path_factory.mktemp("checkout"))
    found.begin()
    assert not any((found.folder / folder).exists() for folder in FOLDERS)
    for block in BLOCKS:
        found.follow(block)
    return found


def test_what_the_page_leads_to_is_the_title_as_it_ships(reader: Reader) -> None:
    followed, own = files(reader.folder), files(ROOT)
    assert sorted(followed) == sorted(own)
    assert [path for path in own if followed[path] != own[path]] == []


def test_the_commands_of_the_page_find_nothing_missing(reader: Reader) -> None:
    assert list(reader.printed)[:2] == ["make stubs", "make protos-accept"]
    assert f"\ngunbai.{TITLE}.v1." in (reader.folder / "tests" / "structure" / "added.txt").read_text("utf-8")
    run, coverage = (said for command, said in reader.printed.items() if "gunbai title cases" in command)
    held = re.search(rf"{TITLE}: (\d+) of (\d+) cases hold", run)
    assert held is not None
    assert held[1] == held[2]
    assert re.search(rf"{TITLE}: (\d+) of \1 clauses cited", coverage)


def test_the_promises_of_every_title_are_checked_last(reader: Reader) -> None:
    command, said = list(reader.printed.items())[-1]
    assert command.startswith("make test")
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None
    assert int(passed[1]) > 100
    assert "failed" not in said


def test_the_transcript_of_the_page_is_that_of_the_game() -> None:
    (shown,) = (block for block in BLOCKS if block.kind == "transcript")
    assert shown.text in shipped(shown.path)
