"""`gunbai dev cluster`: three servers, two referees and a load of bots on this machine, to see how they carry on.

The bots have both addresses. Every few seconds a line shows how much they have played; when one referee is killed, by
hand or with --kill-after, they continue with the other.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from bench.load import Load, Plan
from bench.nodes import NotStarted, Referee, cluster, referees

FOLDER = Path("build/cluster")
_REPORT_SECONDS = 2.0


def cluster_command(
    folder: Annotated[Path, typer.Option(help="Folder for all files; replaced if it exists.")] = FOLDER,
    bots: Annotated[int, typer.Option(min=1, metavar="COUNT", help="Number of games played at once.")] = 8,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="Time to run (0: until interrupted).")] = 0,
    kill_after: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time until the first referee is killed (0: never).")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Random seed.")] = 1,
) -> None:
    """Run 3 NATS servers, 2 referees and bots on this machine."""
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
                load = Load(target, Plan(bots, ("liars_dice",), at_once=bots, seed=seed))
                asyncio.run(_played(load, seconds, _killing(made[0], kill_after)))
    except NotStarted as error:
        typer.echo(f"gunbai dev cluster: {error}", err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        pass
    typer.echo("Everything is stopped.")


def _killing(referee: Referee, after: float) -> Callable[[float], None]:
    """Return what kills a referee after this many seconds."""

    def killed(passed: float) -> None:
        if after and passed >= after and referee.running is not None:
            referee.end()
            typer.echo(f"{referee.name} was killed")

    return killed


async def _played(load: Load, seconds: float, look: Callable[[float], None]) -> None:
    """Let bots play for this long, or until interrupted, and print what they do."""
    looking = asyncio.create_task(_looked(load, look))
    try:
        await load.open()
        await load.run(seconds)
    finally:
        looking.cancel()


async def _looked(load: Load, look: Callable[[float], None]) -> None:
    began, before = time.monotonic(), 0
    while True:
        await asyncio.sleep(_REPORT_SECONDS)
        passed, commands = time.monotonic() - began, load.counted["commands"]
        typer.echo(
            f"{passed:5.0f} s: {load.counted['games']} games, {(commands - before) / _REPORT_SECONDS:.0f} commands "
            f"a second, the slowest {1000 * load.slowest:.0f} ms, {load.counted['errors']} errors, "
            f"{load.counted['problems']} problems"
        )
        load.slowest, before = 0.0, commands
        look(passed)
