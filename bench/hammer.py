"""`gunbai dev hammer`: a load of any size on a running service, or on one of its own, with every answer checked."""

from __future__ import annotations

import asyncio
import math
import tempfile
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Shown

from bench import children, nodes
from bench.children import Child
from bench.command import machine
from bench.load import Load, Plan
from bench.percentiles import Row
from titles.catalogue import TITLES

REPORT_SECONDS = 5.0
_KIB, _MIB = 1024, 1 << 20


class Place(msgspec.Struct, frozen=True):
    """A service under load: its address, its processes, and its files, as far as they are known."""

    target: str
    processes: Sequence[Child] = ()
    servers: Sequence[Child] = ()
    """The NATS servers behind it."""
    folders: Sequence[Path] = ()


class Phase(msgspec.Struct, frozen=True):
    """What happened in one part of the run, and what it cost; None for what cannot be known."""

    name: str
    seconds: float
    calls: int
    commands: int
    entries_watched: int
    service_cpu_seconds: float | None
    servers_cpu_seconds: float | None
    service_mib: float | None
    """The service's resident memory at the end of it."""
    stored_mib: float | None
    """The size of the service's files at the end of it."""


class Report(msgspec.Struct, frozen=True):
    """What the load was, what it encountered, and what was wrong."""

    machine: dict[str, str]
    plan: Plan
    target: str
    phases: list[Phase]
    times_ms: list[Row]
    counted: dict[str, int]
    records_compared: int
    problems: list[str]


def hammer(  # noqa: PLR0917  # every option of a command is a parameter
    target: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Address of a running service (default: gunbai starts one).")
    ] = "",
    store: Annotated[
        Literal["sqlite", "jetstream"], typer.Option(help="Store to use for the service that gunbai starts.")
    ] = "sqlite",
    referees: Annotated[
        int, typer.Option(min=1, max=8, metavar="COUNT", help="Number of referees that share a stream.")
    ] = 2,
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Temporary folder for that service.")] = None,
    pid: Annotated[
        list[int] | None,
        typer.Option(metavar="PID", help="Id of a process of the running service, to measure. Repeatable."),
    ] = None,
    title: Annotated[
        list[str] | None,
        typer.Option(metavar="TITLE", help="Title to play. Repeatable (default: the duel and Liar's Dice)."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, metavar="COUNT", help="Number of open games.")] = 100,
    players: Annotated[
        int, typer.Option(min=1, max=4096, metavar="COUNT", help="Number of moves in flight at once.")
    ] = 64,
    rate: Annotated[
        float, typer.Option(min=0, metavar="RATE", help="Moves per second (0: as fast as answers arrive).")
    ] = 0,
    watchers: Annotated[
        int, typer.Option(min=0, max=100_000, metavar="COUNT", help="Number of watchers per game.")
    ] = 100,
    slow: Annotated[
        int, typer.Option(min=0, max=100_000, metavar="COUNT", help="Number of watchers that pause after each entry.")
    ] = 10,
    readers: Annotated[
        int,
        typer.Option(
            min=0, max=4096, metavar="COUNT", help="Number of concurrent readers of old positions and entries."
        ),
    ] = 4,
    storm: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="Disconnect all watchers this often (0: never).")
    ] = 10,
    seconds: Annotated[float, typer.Option(min=1, max=86_400, metavar="SECONDS", help="Time to play.")] = 30,
    compare: Annotated[
        int, typer.Option(min=0, metavar="COUNT", help="Number of whole records to compare at the end.")
    ] = 500,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Random seed.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Load a service, and check every answer.

    Exits with 1 if an answer was wrong.
    """
    import uvloop

    chosen = tuple(title or Plan(games).titles)
    if unknown := [name for name in chosen if name not in TITLES]:
        raise typer.BadParameter(f"there is no title {unknown[0]}", param_hint="--title")
    plan = Plan(
        games, chosen, at_once=players, rate=rate, watchers=watchers, slow=slow, readers=readers,
        storm_seconds=storm if watchers + slow else 0, seed=seed,
    )  # fmt: skip
    given = nullcontext(Place(target, [Child(target, process_id) for process_id in pid or ()]))
    try:
        with given if target else _own(store, referees, folder, games) as place:
            report = uvloop.run(_hammered(place, plan, seconds, compare))
    except nodes.NotStarted as error:
        typer.echo(f"gunbai dev hammer: {error}", err=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        _print(report)
    raise typer.Exit(bool(report.counted.get("problems")))


@contextmanager
def _own(store: str, number: int, folder: Path | None, games: int) -> Iterator[Place]:
    """Yield a service that runs only for the load, with as many games in memory as there are."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        at, hot = Path(made), max(games, 4096)
        if store == "sqlite":
            with children.service(at, hot) as child:
                yield Place(child.address, [child], folders=[at])
            return
        with nodes.cluster(at / "nats") as servers:
            options = [*servers.options, "--hot-games", str(hot)]
            with nodes.referees(at, servers.store, number, options) as running:
                yield Place(
                    ",".join(process.address for process in running),
                    [Child(process.address, process.process_id) for process in running],
                    [Child(node.name, node.process_id) for node in servers.nodes],
                    [at],
                )


async def _hammered(place: Place, plan: Plan, seconds: float, compare: int) -> Report:
    load, phases = Load(place.target, plan), list[Phase]()
    watching = plan.watchers + plan.slow
    parts: list[tuple[str, Awaitable[object]]] = [(f"{plan.games:,} games opened", load.open())]
    if watching:
        parts.append((f"{watching:,} streams opened", load.connect()))
    parts.append(("played", load.run(seconds)))
    for name, work in parts:
        phases.append(await _phase(name, work, load, place))
    await load.close()
    compared = 0
    if compare:
        began = load.read_back(compare)
        phases.append(await _phase("records compared", began, load, place))
        compared = min(compare, len(load.tables) + len(load.finished))
    rows = [load.times[name].row(name) for name in sorted(load.times)]
    return Report(
        machine(), plan, place.target, phases, rows, dict(load.counted), compared, load.problems,
    )  # fmt: skip


async def _phase(name: str, work: Awaitable[object], load: Load, place: Place) -> Phase:
    """Do one part of the run, and print how it is going."""
    calls, commands, watched = (load.counted[key] for key in ("calls", "commands", "watched"))
    before, behind, began = _cpu(place.processes), _cpu(place.servers), time.monotonic()
    reporting = asyncio.create_task(_reporting(name, load))
    try:
        await work
    finally:
        reporting.cancel()
    return Phase(
        name,
        round(time.monotonic() - began, 2),
        load.counted["calls"] - calls,
        load.counted["commands"] - commands,
        load.counted["watched"] - watched,
        _finite(_cpu(place.processes) - before),
        _finite(_cpu(place.servers) - behind),
        _finite(_resident_mib(place.processes)),
        _finite(_stored_mib(place.folders)),
    )


def _finite(figure: float) -> float | None:
    return None if math.isnan(figure) else round(figure, 2)


async def _reporting(name: str, load: Load) -> None:
    began, calls = time.monotonic(), load.counted["calls"]
    while True:
        await asyncio.sleep(REPORT_SECONDS)
        rate, calls = (load.counted["calls"] - calls) / REPORT_SECONDS, load.counted["calls"]
        typer.echo(
            f"{name}: {time.monotonic() - began:4.0f} s, {len(load.tables)} games, {rate:.0f} calls a second, "
            f"the slowest {1000 * load.slowest:.0f} ms, {load.counted['watched']} entries watched, "
            f"{load.counted['errors']} errors, {load.counted['problems']} problems",
            err=True,
        )
        load.slowest = 0.0


def _each(cpu_seconds: float | None, calls: int) -> float | None:
    """Return a call's CPU time in microseconds."""
    return None if cpu_seconds is None or not calls else 1_000_000 * cpu_seconds / calls


def _cpu(processes: Sequence[Child]) -> float:
    return sum(process.cpu_seconds() for process in processes) if processes else math.nan


def _resident_mib(processes: Sequence[Child]) -> float:
    sizes = [process.resident_kib() for process in processes]
    return sum(filter(None, sizes)) / _KIB if sizes and None not in sizes else math.nan


def _stored_mib(folders: Sequence[Path]) -> float:
    if not folders:
        return math.nan
    stored = 0
    for folder in folders:
        for file in folder.rglob("*"):
            with suppress(FileNotFoundError):
                stored += file.stat().st_size if file.is_file() else 0
    return stored / _MIB


def _print(report: Report) -> None:
    console = Console()
    caption = ", ".join(f"{name} {value}" for name, value in report.machine.items())
    phases = Shown(
        "", "s", "calls", "CPU us/call", "servers' us/call", "memory MiB", "files MiB", title="gunbai dev hammer"
    )
    for phase in report.phases:
        costs = (_each(cpu, phase.calls) for cpu in (phase.service_cpu_seconds, phase.servers_cpu_seconds))
        figures = (phase.seconds, phase.calls, *costs, phase.service_mib, phase.stored_mib)
        phases.add_row(phase.name, *("" if figure is None else f"{figure:,.0f}" for figure in figures))
    times = Shown("ms", "count", "50 %", "90 %", "99 %", "99.9 %", "highest", caption=caption)
    for row in report.times_ms:
        shown = (row.p50, row.p90, row.p99, row.p999, row.highest)
        times.add_row(row.name, f"{row.count:,}", *(f"{figure:,.1f}" for figure in shown))
    for table in (phases, times):
        for column in table.columns[1:]:
            column.justify = "right"
        console.print(table)
    counted = ", ".join(f"{count:,} {name}" for name, count in sorted(report.counted.items()))
    console.print(f"{counted}; {report.records_compared:,} whole records compared")
    for problem in report.problems:
        console.print(f"[red]wrong:[/] {problem}", highlight=False)
