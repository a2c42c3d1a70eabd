"""`gunbai dev bench`: measure, and compare with the project's targets."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from bench.figures import FULL, QUICK, Figure, Pace

Announce = Callable[[str], None]
SIGNS = {"at least": "≥", "at most": "≤"}


class Section(NamedTuple):
    """Figures that belong together."""

    name: str
    figures: list[Figure]


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Take a quick look instead of a full measurement.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure boardgame.io's server too (npm installs it in build/).")
    ] = False,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder for record files; its disk is measured too.")
    ] = None,
) -> None:
    """Measure the service, the store and the rules against their peers.

    Exits with 1 if a target is missed.
    """
    import uvloop

    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("starting")
        sections = uvloop.run(
            _measured(
                QUICK if quick else FULL, folder, lambda what: progress.update(task, description=what), with_peers=peers
            )
        )
    if as_json:
        typer.echo(json_of(sections))
    else:
        Console().print(table_of(sections))
    raise typer.Exit(any(figure.missed for section in sections for figure in section.figures))


async def _measured(pace: Pace, folder: Path | None, progress: Announce, *, with_peers: bool) -> list[Section]:
    """Measure in this process first: whatever forks processes has to run before gRPC has threads."""
    from bench import browsing, folding, logging, peers, reading, rules, sizes, storing, telemetry, verifying

    played = await rules.measure(pace, progress)
    with tempfile.TemporaryDirectory(dir=folder) as made:
        verified = await verifying.measure(Path(made), pace, progress)
        names = ("commands", "records", "memory", "store", "log", "pages", "telemetry", "sizes", "peers")
        places = [Path(made) / name for name in names]
        for place in places:
            place.mkdir()
        commands = await _commands(places[0], pace, progress)
        readings = await reading.measure(places[1], pace, progress)
        folded = await folding.measure(places[1], readings.long_game, pace, progress)
        memory = await reading.measure_memory(places[2], pace, progress)
        stored = await storing.measure(places[3], pace, progress)
        logged = await logging.measure(places[4], pace, progress)
        browsed = await browsing.measure(places[5], progress)
        costs = await telemetry.measure(places[6], pace, progress)
        sized = await sizes.measure(places[7], pace, progress)
        beside = await peers.measure(places[8], pace, progress) if with_peers else []
    return [
        Section("Commands", commands),
        *([Section("Peers", beside)] if with_peers else []),
        Section("Metrics and traces", costs),
        Section("Readers", [*readings.figures, *memory]),
        Section("Sizes", [*sized, *readings.sizes]),
        Section("Records", [*folded, *verified]),
        Section("The store alone", stored),
        Section("The transparency log", logged),
        Section("The page", browsed),
        Section("Rules", played),
    ]


async def _commands(folder: Path, pace: Pace, progress: Announce) -> list[Figure]:
    from bench import children, traffic
    from gunbai_client.aio import connect
    from gunbai_client.transport.aio import open_channel

    durable = folder / "echo"
    durable.mkdir()
    with children.service(folder) as child, children.echo() as bare, children.echo(durable) as committing:
        async with (
            connect(child.address) as client,
            open_channel(bare.address, None) as channel,
            open_channel(committing.address, None) as other,
        ):
            return await traffic.measure(client, child, [(bare, channel), (committing, other)], pace, progress)


def machine() -> dict[str, str]:
    """Return what is needed to interpret the figures."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "cores": str(os.cpu_count()),
        "grpcio": version("grpcio"),
    }


def json_of(sections: list[Section]) -> str:
    """Return the figures and the machine as JSON."""
    figures = [
        {"section": section.name, **msgspec.to_builtins(figure), "missed": figure.missed}
        for section in sections
        for figure in section.figures
    ]
    return msgspec.json.encode({"machine": machine(), "figures": figures}).decode()


def table_of(sections: list[Section]) -> Table:
    """Return the figures next to their targets."""
    table = Table(title="gunbai dev bench", caption=", ".join(f"{name} {value}" for name, value in machine().items()))
    table.add_column("")
    for name in ("measured", "target", ""):
        table.add_column(name, justify="right", no_wrap=True)
    for section in sections:
        table.add_section()
        table.add_row(f"[bold]{section.name}[/]")
        for figure in section.figures:
            table.add_row(*_row(figure))
    return table


def _row(figure: Figure) -> tuple[str, str, str, str]:
    name = f"{figure.name} [dim]({figure.remark})[/]" if figure.remark else figure.name
    value = "not measured" if figure.value is None else f"{_number(figure.value)} {figure.unit}"
    target = f"{SIGNS[figure.target.bound]} {_number(figure.target.value)}" if figure.target else ""
    return name, value, target, _verdict(figure)


def _verdict(figure: Figure) -> str:
    if figure.target is None or figure.value is None:
        return ""
    return "[red]missed[/]" if figure.missed else "[green]reached[/]"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
