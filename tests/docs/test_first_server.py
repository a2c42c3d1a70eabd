"""docs/first-server.md works from top to bottom: its commands print what it shows, but for ids, keys and numbers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.ports import free_port
from lab.patience import PATIENCE
from tools import code

PAGE = (code.ROOT / "docs" / "first-server.md").read_text(encoding="utf-8")
STOP, SERVE = "^C", "gunbai serve "
VARYING = [
    (r"\b[a-z0-9]{16}\b", "GAME"),
    (r"\d{8}T\d{6}Z", "TIME"),
    (r"gunbai\+[0-9a-f]{8}\+[\w+/=]+", "KEY"),
    (r"\S*/games\.sqlite", "FILE"),
    (r"^gunbai \d.*$", "RELEASE"),
    (r"\d[\d,]*", "N"),
    (r"[^\S\n]+", " "),
    (r"^ | (?=\n|\Z)", ""),
]
"""What differs from run to run."""
ROOTS_OWN = re.compile(r"^The files belong to root.*\n?", re.MULTILINE)
"""What only root is shown, who follows no tutorial."""


def steps() -> Iterator[tuple[str, str]]:
    """Yield each command of the page with what the page shows below it."""
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for part in re.split(r"^(?:\$ |(?=\^C))", block, flags=re.MULTILINE):
            command, _, printed = part.partition("\n")
            if command:
                yield command, printed


def alike(printed: str) -> list[str]:
    """Return the lines of an output without what differs from run to run."""
    text = ROOTS_OWN.sub("", printed).strip("\n")
    for pattern, word in VARYING:
        text = re.sub(pattern, word, text, flags=re.MULTILINE)
    return text.splitlines()


def is_shown(shown: str, printed: str) -> bool:
    """Tell whether a line of the page, which may end early with an ellipsis, is the line that was printed."""
    return printed.startswith(shown.removesuffix("…").rstrip()) if shown.endswith("…") else printed == shown


class Operator:
    """A person at two terminals, one for the service; the id of the game and of the backup are those that they see."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._seen = folder, dict[str, str]()
        port = free_port()
        self._environment = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "COLUMNS": "200",
            "GUNBAI_SERVE_PORT": str(port),
            "GUNBAI_TARGET": f"localhost:{port}",
        }
        self._service: subprocess.Popen[str] | None = None

    def give(self, command: str, shown: str) -> str:
        """Give a command and return what it printed; of a service, the same number of lines as the page shows."""
        if command == STOP:
            self.stop()
            return ""
        for there, here in self._seen.items():
            command = command.replace(there, here)
        if command.startswith(SERVE):
            return self._serve(command, len(shown.splitlines()))
        done = subprocess.run(
            ["bash", "-c", command], cwd=self._folder, env=self._environment,
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}: {done.stderr}"
        for pattern in (r"\b[a-z0-9]{16}\b(?=:)", r"games-\d{8}T\d{6}Z"):
            for there, here in zip(re.findall(pattern, shown), re.findall(pattern, done.stdout), strict=False):
                self._seen.setdefault(there, here)
        return done.stdout

    def _serve(self, command: str, lines: int) -> str:
        self._service = subprocess.Popen(
            ["bash", "-c", f"exec {command}"], cwd=self._folder, env=self._environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._service.stdout is not None
        return "".join(self._service.stdout.readline() for _ in range(lines))

    def stop(self) -> None:
        """Press Ctrl+C at the service, if it runs."""
        if self._service is not None:
            with self._service:
                self._service.send_signal(signal.SIGINT)
            self._service = None


@pytest.fixture
def operator(tmp_path: Path) -> Iterator[Operator]:
    started = Operator(tmp_path)
    yield started
    started.stop()


def test_the_page_works_from_top_to_bottom(operator: Operator) -> None:
    given = [*steps()]
    assert [command for command, _ in given if command.startswith(SERVE)] == [f"{SERVE}--database games.sqlite"] * 2
    for command, shown in given:
        printed, expected = alike(operator.give(command, shown)), alike(shown)
        assert len(printed) == len(expected), f"{command}: {printed}"
        for there, here in zip(expected, printed, strict=True):
            assert is_shown(there, here), f"{command} printed {here!r}"
