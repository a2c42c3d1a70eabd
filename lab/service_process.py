"""A real service in a separate process, which tests stop and kill."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from lab.paths import ROOT
from lab.patience import PATIENCE


async def start(
    folder: Path, port: int, *arguments: str, quotas: bool = False, environment: Mapping[str, str] | None = None
) -> Process:
    """Return a service over a file in a folder, once it takes calls; with the default quotas if requested.

    `environment` is added to the tests' environment. A process that does not start is gone afterwards.
    """
    held = "--loopback-quotas" if quotas else "--no-quotas"
    command = ["-m", "referee", "serve", "--json", held, "--port", str(port), "--log", "error"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--database", str(folder / "games.sqlite"), *arguments,
        stdout=PIPE, cwd=ROOT, env={**os.environ, **(environment or {})},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        assert json.loads(line)["address"] == f"127.0.0.1:{port}"
    except BaseException:
        await stop(process, signal.SIGKILL)
        raise
    return process


async def stop(process: Process, number: signal.Signals = signal.SIGTERM) -> int:
    """Send a signal; return the exit code."""
    if process.returncode is None:
        process.send_signal(number)
    return await asyncio.wait_for(process.wait(), PATIENCE)


@asynccontextmanager
async def running(folder: Path, port: int, *arguments: str, quotas: bool = False) -> AsyncIterator[Process]:
    """Yield a service that is gone when the block is left."""
    process = await start(folder, port, *arguments, quotas=quotas)
    try:
        yield process
    finally:
        await stop(process, signal.SIGKILL)


def resident_kib(process: Process) -> int:
    """Return the resident memory of a process in KiB. Raises FileNotFoundError on a system without /proc."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def cpu_seconds(process: Process) -> float:
    """Return the computing time that a process has used. Raises FileNotFoundError on a system without /proc."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
