"""The child processes that are measured: the service on its own file, and a bare echo of the same messages."""

from __future__ import annotations

import json
import math
import os
import select
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

DATABASE = "games.db"
START_SECONDS = 60
STOP_SECONDS = 30


class Child(NamedTuple):
    """A child process that serves at an address."""

    address: str
    pid: int

    def resident_kib(self) -> int | None:
        """Return its resident memory in KiB, or None if the system does not tell."""
        status = Path(f"/proc/{self.pid}/status")
        if not status.exists():
            return None
        lines = status.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))

    def cpu_seconds(self) -> float:
        """Return its CPU time over all threads, in seconds; NaN if the system does not tell."""
        status = Path(f"/proc/{self.pid}/stat")
        if not status.exists():
            return math.nan
        user, system = status.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def service(folder: Path, hot_games: int = 4096, more: Sequence[str] = ()) -> Iterator[Child]:
    """Run the service on a folder's file of records, durable as always, without quotas."""
    options = [*more, "--port", "0", "--json", "--log", "warning", "--no-quotas", "--hot-games", str(hot_games)]
    with running([sys.executable, "-m", "referee", "serve", "--database", str(folder / DATABASE), *options]) as child:
        yield child


@contextmanager
def echo(*folder: Path) -> Iterator[Child]:
    """Run the bare echo; with a folder, one that commits there before it answers."""
    with running([sys.executable, "-m", "bench.echo", *(str(path / DATABASE) for path in folder)]) as child:
        yield child


@contextmanager
def running(command: Sequence[str], environment: Mapping[str, str] = MappingProxyType({})) -> Iterator[Child]:
    """Run a program that prints its address as a line of JSON once it serves."""
    changed = {**os.environ, **environment}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=changed) as child:  # noqa: S603  # our own programs
        try:
            output = child.stdout
            line = output.readline() if output and select.select([output], [], [], START_SECONDS)[0] else b"{}"
            yield Child(json.loads(line)["address"], child.pid)
        finally:
            child.terminate()
            try:
                child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
