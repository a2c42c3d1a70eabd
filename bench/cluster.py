"""`gunbai cluster`: three servers, two referees and a load of bots on this machine, to see how they go on.

The bots have both addresses. Every few seconds a line shows how much they played; when one referee is killed, by hand
or with --kill-after, they go on with the other.
"""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from bench.nodes import NotStarted, Referee, cluster, referees
from gunbai_client import GunbaiError, StaleVersion
from gunbai_client.aio import Gunbai, Seat, connect

HEADING = "Without a service"
FOLDER = Path("build/cluster")
_REPORT_SECONDS = 2.0


class Load:
    """Bots that play one game after another, two seats each, and count what they did."""

    def __init__(self, target: str, seed: int) -> None:
        self._target, self._rng = target, random.Random(seed)
        self.counted = Counter[str]()
        self.slowest = 0.0
        """How long the slowest call took since this was last reset, in seconds."""

    async def play(self) -> None:
        """Play for ever."""
        async with connect(self._target, deadline=30) as gunbai:
            while True:
                try:
                    await self._game(gunbai)
                    self.counted["games"] += 1
                except GunbaiError as error:
                    self.counted["errors"] += 1
                    self.counted[f"error {type(error).__name__}"] += 1
                    await asyncio.sleep(0.1)

    async def _game(self, gunbai: Gunbai) -> None:
        made = await gunbai.create("liars_dice", seats=2)
        seats = [await gunbai.join(made.info.game, f"bot {seat}", seat=seat) for seat in (1, 2)]
        await gunbai.holding(made.host_token).start(made.info.game)
        asked = seats
        while asked:
            asked = [seat for seat in seats if await self._moved(seat)]

    async def _moved(self, seat: Seat) -> bool:
        """Make a move of a seat if it is asked; return whether the game goes on."""
        legal = await seat.legal()
        if seat.number in legal.waiting.seats and legal.commands:
            began = time.monotonic()
            with suppress(StaleVersion):
                await seat.submit(self._rng.choice(legal.commands).command, expected_version=legal.expected_version)
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.counted["commands"] += 1
        return bool(legal.waiting.seats)


def cluster_command(
    folder: Annotated[Path, typer.Option(help="The folder for all files; it is made anew.")] = FOLDER,
    bots: Annotated[int, typer.Option(min=1, help="How many games are played at once.")] = 8,
    seconds: Annotated[float, typer.Option(help="Stop after so long; 0: when interrupted.")] = 0,
    kill_after: Annotated[float, typer.Option(help="Kill the first referee after so many seconds; 0: do not.")] = 0,
    seed: Annotated[int, typer.Option(help="The seed of the bots' choices.")] = 1,
) -> None:
    """Run three servers, two referees and bots on this machine until interrupted."""
    if folder.exists() and any(folder.iterdir()):
        import shutil

        if not (folder / "n1" / "nats.conf").exists():
            raise typer.BadParameter(f"{folder} has other files", param_hint="--folder")
        shutil.rmtree(folder)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with cluster(folder.resolve()) as servers:
            typer.echo(f"Three servers of NATS at {servers.store}")
            with referees(folder.resolve(), servers.store, options=servers.options) as made:
                target = ",".join(referee.address for referee in made)
                for referee in made:
                    typer.echo(
                        f"{referee.name} at {referee.address}, process {referee.running and referee.running.pid}"
                    )
                typer.echo(f"Clients take --target {target}\nAll files are in {folder}. Ctrl+C stops everything.")
                asyncio.run(_played(Load(target, seed), bots, seconds, _killing(made[0], kill_after)))
    except NotStarted as error:
        typer.echo(f"gunbai cluster: {error}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        pass
    typer.echo("Everything is stopped.")


def _killing(referee: Referee, after: float) -> Callable[[float], None]:
    """Return what kills a referee once so much time has passed."""

    def killed(passed: float) -> None:
        if after and passed >= after and referee.running is not None:
            referee.end()
            typer.echo(f"{referee.name} was killed")

    return killed


async def _played(load: Load, bots: int, seconds: float, look: Callable[[float], None]) -> None:
    """Let bots play, and print what they do."""
    began, before = time.monotonic(), 0
    playing = [asyncio.create_task(load.play()) for _ in range(bots)]
    try:
        while not seconds or time.monotonic() - began < seconds:
            await asyncio.sleep(_REPORT_SECONDS)
            passed, commands = time.monotonic() - began, load.counted["commands"]
            typer.echo(
                f"{passed:5.0f} s: {load.counted['games']} games, {(commands - before) / _REPORT_SECONDS:.0f} commands "
                f"a second, the slowest {1000 * load.slowest:.0f} ms, {load.counted['errors']} errors"
            )
            load.slowest, before = 0.0, commands
            look(passed)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
