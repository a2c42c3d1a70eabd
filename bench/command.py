"""`gunbai dev bench`: measure, and compare with the project's targets."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Awaitable, Callable
from importlib import import_module
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


Measure = Callable[[Path, Pace, Announce], Awaitable[list[Section]]]


def _of(name: str, module: str) -> Measure:
    """Return what measures one section. The module is loaded then: some of them load gRPC or a browser."""

    async def measured(folder: Path, pace: Pace, progress: Announce) -> list[Section]:
        return [Section(name, await import_module(f"bench.{module}").measure(folder, pace, progress))]

    return measured


async def _commands(folder: Path, pace: Pace, progress: Announce) -> list[Section]:
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
            figures = await traffic.measure(client, child, [(bare, channel), (committing, other)], pace, progress)
    return [Section("Commands", figures)]


async def _readers(folder: Path, pace: Pace, progress: Announce) -> list[Section]:
    from bench import folding, reading

    readings = await reading.measure(folder, pace, progress)
    folded = await folding.measure(folder, readings.long_game, pace, progress)
    apart = folder / "memory"
    apart.mkdir()
    memory = await reading.measure_memory(apart, pace, progress)
    return [
        Section("Readers", [*readings.figures, *memory]),
        Section("Long games", readings.sizes),
        Section("Folding", folded),
    ]


SECTIONS: dict[str, Measure] = {
    # First what measures in this process: what forks processes does so before gRPC has threads.
    "rules": _of("Rules", "rules"),
    "records": _of("Verification", "verifying"),
    "commands": _commands,
    "readers": _readers,
    "store": _of("The store alone", "storing"),
    "log": _of("The transparency log", "logging"),
    "page": _of("The page", "browsing"),
    "metrics": _of("Metrics and traces", "telemetry"),
    "sizes": _of("Many stored games", "sizes"),
    "peers": _of("Peers", "peers"),
    "learners": _of("Environments for learners", "learners"),
}
"""The sections by the names that `--only` takes, in the order in which they are measured."""
WITH_PEERS = {"peers", "learners"}
"""Those that install something, and are measured with `--peers` or if they are named."""


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Take a quick look instead of a full measurement.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per section.")] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure boardgame.io and OpenSpiel too (installed in build/).")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option(metavar="SECTION", help=f"Measure only these: {', '.join(SECTIONS)}.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder for record files. gunbai measures its disk too.")
    ] = None,
) -> None:
    """Measure the service, the store and the rules against their peers.

    Prints each section as soon as it is measured. Exits with 1 if a target is missed or a section fails.
    """
    import uvloop

    if unknown := sorted(set(only or ()) - SECTIONS.keys()):
        raise typer.BadParameter(f"unknown section {unknown[0]!r}", param_hint="--only")
    wanted = [name for name in SECTIONS if name in (only or SECTIONS) and (name not in WITH_PEERS or peers or only)]
    missed: list[bool] = []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting")

        def report(section: Section) -> None:
            missed.extend(figure.missed for figure in section.figures)
            if as_json:
                typer.echo(json_of(section))
            else:
                Console().print(table_of(section))

        async def measure_all() -> None:
            for name in wanted:
                with tempfile.TemporaryDirectory(dir=folder) as made:
                    try:
                        sections = await SECTIONS[name](
                            Path(made),
                            QUICK if quick else FULL,
                            lambda what: progress.update(task, description=what),
                        )
                    except Exception:  # noqa: BLE001 - the sections after it take minutes and are measured all the same
                        missed.append(True)
                        Console(stderr=True).print_exception()
                        continue
                for section in sections:
                    report(section)

        uvloop.run(measure_all())
    raise typer.Exit(any(missed))


def machine() -> dict[str, str]:
    """Return what is needed to interpret the figures."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "cores": str(os.cpu_count()),
        "grpcio": version("grpcio"),
    }


def json_of(section: Section) -> str:
    """Return the section's figures and the machine as JSON."""
    figures = [{**msgspec.to_builtins(figure), "missed": figure.missed} for figure in section.figures]
    return msgspec.json.encode({"section": section.name, "figures": figures, "machine": machine()}).decode()


def table_of(section: Section) -> Table:
    """Return the figures beside their targets."""
    caption = ", ".join(f"{name} {value}" for name, value in machine().items())
    table = Table(title=section.name, caption=caption, title_justify="left", caption_justify="left")
    table.add_column("")
    for name in ("measured", "target", ""):
        table.add_column(name, justify="right", no_wrap=True)
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
