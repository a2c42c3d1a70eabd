"""What a user would pick instead: boardgame.io's server with its store in memory, one move at a time in many matches.

The computing time of its process for a move is compared with that of the service for a command, in the same rounds. Its
store keeps nothing on a disk, and it has no record and no proof, so the comparison favours it.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from pathlib import Path
from statistics import median

from bench import children
from bench.children import Child
from bench.figures import Figure, Pace, Trial, alternate, at_most
from bench.traffic import AT_ONCE, Server, cost, relative, service_trial, unary
from gunbai_client.aio import connect

SOURCES = Path(__file__).parent / "boardgame_io"
PACKAGES = ("package.json", "package-lock.json")
INSTALLED = SOURCES.parents[1] / "build" / SOURCES.name
"""The folder in which its packages are installed: nothing of them is in the repository."""
OURS, THEIRS = f"Submit, {AT_ONCE} games", f"boardgame.io, {AT_ONCE} matches"
INSTALL_SECONDS = 300

Announce = Callable[[str], None]


class Unavailable(Exception):
    """The peer cannot be measured here; the message says why."""


async def measure(folder: Path, pace: Pace, progress: Announce) -> list[Figure]:
    """Return what a move costs the server of the peer beside what a command costs ours."""
    progress("installing boardgame.io")
    try:
        packages = await asyncio.to_thread(installed, INSTALLED)
    except Unavailable as missing:
        return [Figure(f"Submit / {THEIRS}", None, "x", at_most(1), remark=str(missing))]
    ours: list[float] = []
    theirs: list[float] = []
    with children.service(folder) as child, server(packages) as peer:
        # In this order: what forks a process does so before gRPC has threads.
        async with driver(packages, peer) as moves, connect(child.address) as client:
            rounds = {
                OURS: service_trial(client, Server(child, client.stubs.referee, ours), unary, AT_ONCE, pace),
                THEIRS: trial(peer, moves, theirs, pace.seconds),
            }
            samples = await alternate(rounds, pace.rounds, progress)
    return [
        *(Figure(name, median(samples[name]), "/s") for name in (OURS, THEIRS)),
        cost(f"computing per call: {OURS}", ours),
        cost(f"computing per move: {THEIRS}", theirs),
        relative(f"computing: Submit / {THEIRS}", ours, theirs, at_most(1)),
    ]


def installed(place: Path) -> Path:
    """Return the folder with the packages, which are installed if they are not there. Raises Unavailable."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise Unavailable("Node.js and npm are missing: apt-get install nodejs npm")
    done = place / "installed.json"
    wanted = (SOURCES / PACKAGES[1]).read_bytes()
    if done.exists() and done.read_bytes() == wanted:
        return place
    place.mkdir(parents=True, exist_ok=True)
    for name in PACKAGES:
        shutil.copyfile(SOURCES / name, place / name)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]
    try:
        subprocess.run(command, cwd=place, capture_output=True, timeout=INSTALL_SECONDS, check=True)  # noqa: S603  # npm
    except (OSError, subprocess.SubprocessError) as error:
        raise Unavailable(f"npm cannot install boardgame.io: {_why(error)}") from None
    done.write_bytes(wanted)
    return place


def _why(error: Exception) -> str:
    """Return the first line in which npm says why it failed."""
    if isinstance(error, subprocess.CalledProcessError):
        lines = error.stderr.decode(errors="replace").strip().splitlines()
        return lines[0] if lines else f"it ended with {error.returncode}"
    if isinstance(error, subprocess.TimeoutExpired):
        return f"it took more than {INSTALL_SECONDS} seconds"
    return str(error)


def server(packages: Path) -> AbstractContextManager[Child]:
    """Run the peer's server as it is run in production."""
    return children.running(["node", str(SOURCES / "server.cjs"), str(packages)], {"NODE_ENV": "production"})


class Driver:
    """The process that plays the matches of the peer, one connection for each."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def said(self) -> str:
        """Return the next line of the process. Raises Unavailable if it has ended."""
        assert self._process.stdout is not None  # noqa: S101  # it was started with a pipe
        line = await self._process.stdout.readline()
        if not line:
            raise Unavailable("the driver of the matches has ended")
        return line.decode()

    async def begin(self, seconds: float) -> None:
        """Open new matches and begin to play them for so many seconds."""
        assert self._process.stdin is not None  # noqa: S101  # it was started with a pipe
        self._process.stdin.write(f"{seconds}\n".encode())
        await self.said()


@asynccontextmanager
async def driver(packages: Path, peer: Child, matches: int = AT_ONCE) -> AsyncIterator[Driver]:
    """Run what plays a number of matches at once."""
    command: Sequence[str] = ("node", str(SOURCES / "driver.cjs"), str(packages), peer.address, str(matches))
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    try:
        yield Driver(process)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


def trial(peer: Child, moves: Driver, costs: list[float], seconds: float) -> Trial:
    """Return a trial of the moves a second of all matches together; opening them is not counted."""

    async def measured() -> float:
        await moves.begin(seconds)
        computed = peer.cpu_seconds()
        done = int(json.loads(await moves.said()))
        costs.append(1_000_000 * (peer.cpu_seconds() - computed) / done)
        return done / seconds

    return measured
