"""Referees that share a record in a stream, each a process with a folder of its own; and the servers of the stream."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.patience import PATIENCE
from tests.referee.process import free_port

ROOT = Path(__file__).parents[2]
SHARED_FILES = ("games.key", "games.key.pub", "games.stream.key", "games.operator")
"""What all referees of a record have: their keys and the token of the operator."""


class Referee:
    """A referee as a process, which may be ended and started again at the same address."""

    def __init__(self, folder: Path, store: str, *options: str) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._command = [
            sys.executable, "-m", "referee", "serve", "--json", "--no-quotas", "--log", "warning",
            "--port", str(self.port), "--database", str(folder / "games.sqlite"), "--store", store, *options,
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start it, without waiting until it serves."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=log, cwd=ROOT)

    def served(self) -> None:
        """Wait until it serves. An AssertionError with its log if it does not."""
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, (self.folder / "log").read_text()
        assert json.loads(line)["address"] == self.address

    def start(self) -> None:
        """Start it, and wait until it serves."""
        self.begin()
        self.served()

    def end(self, *, kill: bool = True) -> int:
        """Kill it, or stop it in order; return the exit code."""
        if self.process is None:
            return 0
        (self.process.kill if kill else self.process.terminate)()
        code = self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return code


@contextmanager
def referees(folder: Path, store: str, number: int = 2, options: Sequence[str] = ()) -> Iterator[list[Referee]]:
    """Yield referees of one record that serve, with the same keys; all are gone at the end."""
    with ExitStack() as ended:
        made: list[Referee] = []
        for index in range(number):
            own = folder / f"referee-{index + 1}"
            own.mkdir(parents=True)
            for name in SHARED_FILES if made else ():
                shutil.copy(made[0].folder / name, own / name)
            made.append(Referee(own, store, *options))
            ended.callback(made[-1].end)
            # The keys are those of the first.
            if index == 0:
                made[0].start()
            else:
                made[-1].begin()
        for referee in made[1:]:
            referee.served()
        yield made
