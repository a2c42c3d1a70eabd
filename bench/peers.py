"""What a user would pick instead: boardgame.io's server, with its durable store and with its store in memory.

The computing time of its process for a move is compared with that of the service for a command, in the same rounds and
as many games at once. FlatFile writes the state of a match and its whole log at each move, and never syncs: what it has
acknowledged may be lost with the power. The store in memory keeps nothing. Neither has a record or a proof, so both
comparisons favour boardgame.io.
"""

from __future__ import annotations

import asyncio
import json
import math
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
from bench.traffic import AT_ONCE, Place, Server, cost, relative, script, seated, service_trial, unary
from gunbai_client.aio import Gunbai, connect

SOURCES = Path(__file__).parent / "boardgame_io"
PACKAGES = ("package.json", "package-lock.json")
INSTALLED = SOURCES.parents[1] / "build" / SOURCES.name
"""The folder in which its packages are installed: nothing of them is in the repository."""
OURS, THEIRS = f"Submit, {AT_ONCE} games", f"boardgame.io in memory, {AT_ONCE} matches"
ON_DISK = "boardgame.io on disk"
FEW, SPAN = 8, 40
"""How many games and matches are played to a length, and how many moves of each are measured from there."""
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
        return [Figure(f"Submit / {ON_DISK}", None, "x", at_most(0.4), remark=str(missing))]
    ours: list[float] = []
    theirs: list[float] = []
    # In this order: what forks a process does so before gRPC has threads.
    with children.service(folder) as child, server(packages) as peer, server(packages, folder / "matches") as durable:
        async with (
            driver(packages, peer, AT_ONCE) as moves,
            driver(packages, durable, FEW) as durable_driver,
            connect(child.address) as client,
        ):
            by_length = await _by_length(client, child, (durable, durable_driver), pace, progress)
            rounds = {
                OURS: service_trial(client, Server(child, client.stubs.referee, ours), unary, AT_ONCE, pace),
                THEIRS: trial(peer, moves, theirs, pace.seconds),
            }
            samples = await alternate(rounds, pace.rounds, progress)
    return [
        *by_length,
        *(Figure(name, median(samples[name]), "/s") for name in (OURS, THEIRS)),
        cost(f"computing per call: {OURS}", ours),
        cost(f"computing per move: {THEIRS}", theirs),
        relative(f"computing: Submit / {THEIRS}", ours, theirs),
    ]


async def _by_length(
    client: Gunbai, child: Child, peer: tuple[Child, Driver], pace: Pace, progress: Announce
) -> list[Figure]:
    """Return what a move costs after some moves of a game, beside the peer's durable store."""
    places, figures, played = [await seated(client) for _ in range(FEW)], list[Figure](), 0
    durable, matches = peer
    for length in pace.lengths:
        progress(f"{length} moves, {FEW} games at once")
        try:
            await matches.play(moves=length)
            await _advance(client, places, played, length)
            played = length + SPAN
            before = durable.cpu_seconds(), child.cpu_seconds()
            await matches.play(moves=played)
        except Unavailable:
            # Every two minutes it reads the files of all matches, also one that is just being written, and then ends.
            return [*figures, Figure(f"Submit / {ON_DISK} after {length} moves", None, "x", remark="its server ended")]
        await _advance(client, places, length, played)
        moved = FEW * SPAN / 1_000_000
        theirs = [(durable.cpu_seconds() - before[0]) / moved]
        ours = [(child.cpu_seconds() - before[1]) / moved]
        figures += [
            cost(f"computing per call: Submit after {length} moves", ours),
            cost(f"computing per move: {ON_DISK} after {length} moves", theirs),
            relative(f"computing: Submit / {ON_DISK} after {length} moves", ours, theirs, at_most(0.4)),
        ]
    return figures


async def _advance(client: Gunbai, places: Sequence[Place], first: int, upto: int) -> None:
    """Play the script in each game from one move to another."""
    stub, moves = client.stubs.referee, script()[first:upto]
    here = [place._replace(head=place.head + first) for place in places]
    await asyncio.gather(*(unary(stub, place, moves, math.inf) for place in here))


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


def server(packages: Path, *disk: Path) -> AbstractContextManager[Child]:
    """Run the peer's server as it is run in production, with its store in memory or in a folder on the disk."""
    command = ["node", str(SOURCES / "server.cjs"), str(packages), *map(str, disk)]
    return children.running(command, {"NODE_ENV": "production"})


class Driver:
    """The process that plays the matches of the peer, one connection for each."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def _next_line(self) -> str:
        """Return the next line of the process. Raises Unavailable if it has ended."""
        assert self._process.stdout is not None  # noqa: S101  # it was started with a pipe
        line = await self._process.stdout.readline()
        if not line:
            raise Unavailable("the driver of the matches has ended")
        return line.decode()

    async def begin(self, **order: float) -> None:
        """Open new matches to play for so many `seconds`, or go on with the same to so many `moves`, and begin."""
        assert self._process.stdin is not None  # noqa: S101  # it was started with a pipe
        self._process.stdin.write(f"{json.dumps(order)}\n".encode())
        await self._next_line()

    async def ended(self) -> int:
        """Return the number of moves that were made, once they are."""
        return int(json.loads(await self._next_line()))

    async def play(self, *, moves: int) -> None:
        """Play the same matches on until each has so many moves."""
        await self.begin(moves=moves)
        await self.ended()


@asynccontextmanager
async def driver(packages: Path, peer: Child, matches: int) -> AsyncIterator[Driver]:
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
        await moves.begin(seconds=seconds)
        computed = peer.cpu_seconds()
        done = await moves.ended()
        costs.append(1_000_000 * (peer.cpu_seconds() - computed) / done)
        return done / seconds

    return measured
