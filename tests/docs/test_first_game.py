"""docs/first-game.md is followed: its commands and moves are given, and print what stands there."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bench.ports import free_port
from lab.paths import ROOT
from lab.patience import PATIENCE
from lab.service_process import running

PAGE = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SEED = "tokyo"
"""The dice of the page are those of this seed."""
LEFT_OUT = "..."
KEY = ".local/share/gunbai/gunbai.key"


class Shown(NamedTuple):
    """A command of the page, the lines that are typed, and the lines that it prints."""

    command: str
    typed: str
    printed: list[str]


def shown() -> list[Shown]:
    """Return the commands of the page in order; a conversation may go on in a later block."""
    text = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
    commands = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *printed = part.splitlines()
        typed = "".join(f"{line.removeprefix('> ')}\n" for line in printed if line.startswith("> "))
        commands.append(Shown(command, typed, printed))
    return commands


def missing(printed: list[str], shown_lines: list[str]) -> list[str]:
    """Return the first run of lines of the page that is not where it should be; [] if all of them are printed."""
    at, anywhere = 0, False
    for line in printed:
        if line == LEFT_OUT:
            anywhere = True
            continue
        ends = range(at, len(shown_lines) if anywhere else at + 1)
        place = next((end for end in ends if end < len(shown_lines) and matches(line, shown_lines[end])), None)
        if place is None:
            return [line, *shown_lines[at:]]
        at, anywhere = place + 1, False
    return [] if anywhere else shown_lines[at:]


def matches(line: str, shown_line: str) -> bool:
    """Return whether a line is printed; where the page cuts it short, whether it begins so."""
    return shown_line.startswith(line.removesuffix(LEFT_OUT)) if line.endswith(LEFT_OUT) else shown_line == line


def without_figures(lines: list[str]) -> list[str]:
    return [re.sub(r"\d+", "N", line) for line in lines]


class Reader:
    """Somebody who follows the page in an empty folder."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.game = ""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("GUNBAI_", "XDG_"))}
        service = {"GUNBAI_TARGET": f"127.0.0.1:{port}", "GUNBAI_LANGUAGE": "en"}
        self.environment = environment | service | {"HOME": str(folder), "COLUMNS": "200", "PYTHONPATH": str(ROOT)}

    async def follow(self, step: Shown, *more: str) -> list[str]:
        """Give a command of the page; return the lines that it prints, with the id that the game has there."""
        command = re.sub(r"\bqtu9sb8md2s3wuw7\b", self.game, step.command).replace("~/", f"{self.folder}/")
        program = [sys.executable, "-m", "clients.cli", *shlex.split(command)[1:], *more]
        done = await asyncio.to_thread(
            subprocess.run, program, input=step.typed, cwd=self.folder, env=self.environment,
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        if created := re.match(r"Created (\w+):", done.stdout):
            self.game = created[1]
        return str(done.stdout).replace(self.game, "qtu9sb8md2s3wuw7").splitlines()


@pytest.mark.parametrize("seed", [SEED, ""])
async def test_the_page_is_followed(tmp_path: Path, seed: str) -> None:
    """With the seed the dice are those of the page; without one a record can be attested, as the page says."""
    (tmp_path / KEY).parent.mkdir(parents=True)
    port = free_port()
    reader = Reader(tmp_path, port)
    async with running(tmp_path, port, "--seeded-games", "--key", str(tmp_path / KEY)):
        for step in shown():
            seeded = ("--seed", seed) if seed and step.command.startswith("gunbai new") else ()
            verifies = step.command.startswith("gunbai verify")
            if seed and verifies:
                continue
            printed = await reader.follow(step, *seeded)
            if seed:
                assert missing(step.printed, printed) == [], step.command
            elif verifies:
                assert missing(without_figures(step.printed), without_figures(printed)) == [], step.command


def test_the_readme_shows_what_the_page_shows() -> None:
    steps = shown()
    lines = {line for step in steps for line in step.printed}
    refused, attested = re.findall(r"^(Refused by .*?|first\.gunbai: .*?)…", README, re.MULTILINE)
    assert [any(line.startswith(begins) for line in lines) for begins in (refused, attested)] == [True, True]
    (new,) = (step.command for step in steps if step.command.startswith("gunbai new"))
    assert f"$ .venv/bin/{new} " in README
