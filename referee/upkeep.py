"""The commands that look after a service beside it: `config`, `backup` and `restore`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.commands import DATABASE, ConfigFile, ForwarderFile, OperatorFile, ServiceKey, files_of
from store.contract import StorageError

if TYPE_CHECKING:
    from referee.backups import Source

HEADING = "Without a service"

config = typer.Typer(
    add_completion=False,
    rich_markup_mode="rich",
    help="Show the settings that `gunbai serve` would have with these options, and where each comes from.",
)


@config.command(context_settings={"ignore_unknown_options": True})
def settings(
    options: Annotated[
        list[str] | None, typer.Argument(help="Options of `gunbai serve`, such as --config FILE.", metavar="OPTION")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
) -> None:
    """Show the settings that `gunbai serve` would have with these options, and where each comes from."""
    from rich.console import Console
    from rich.table import Table

    from referee.commands import serve
    from referee.configuration import shown

    found = shown(serve, options or ())
    if as_json:
        typer.echo(json.dumps([each._asdict() for each in found], ensure_ascii=False))
        return
    table = Table("setting", "value", "from")
    for each in found:
        table.add_row(
            each.name, json.dumps(each.value, ensure_ascii=False) if each.value is not None else "", each.source
        )
    console = Console()
    if not console.is_terminal:
        console.width = 200
    console.print(table, markup=False)


def _source(database: Path, key: Path | None, operator: Path | None, forwarder: Path | None) -> Source:
    """Return the files of a service: those that are not named are beside its database."""
    from referee.backups import Source

    return Source(*files_of(database, key, operator, forwarder))


def backup(
    folder: Annotated[Path, typer.Argument(help="The folder in which a folder is made for it.", file_okay=False)],
    database: Annotated[Path, typer.Option(help="The file of the records.", exists=True, dir_okay=False)] = DATABASE,
    key: ServiceKey = None,
    operator: OperatorFile = None,
    forwarder: ForwarderFile = None,
    keep: Annotated[
        int, typer.Option(min=0, help="Then remove the oldest backups of this database there, but so many; 0: none.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
    config: ConfigFile = None,
) -> None:
    """Back up a database with its keys, beside a service that runs, and examine the copy. Exits with 1 on a fault."""
    import asyncio

    from referee.backups import back_up, spare
    from referee.game.titles import finished

    del config
    source = _source(database.absolute(), key, operator, forwarder)
    try:
        with _progress(as_json=as_json) as advance:
            made, manifest = asyncio.run(back_up(source, folder, finished(), advance))
        removed = spare(folder, database, keep) if keep else []
    except (StorageError, OSError, ValueError) as error:
        typer.echo(f"gunbai backup: {error}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        known = {"backup": str(made), "games": manifest.games, "files": [part.name for part in manifest.parts]}
        typer.echo(json.dumps(known | {"removed": [str(old) for old in removed]}))
        return
    typer.echo(f"{made}: {manifest.games} games, examined; {', '.join(part.name for part in manifest.parts)}")
    for old in removed:
        typer.echo(f"{old}: removed.")


def restore(
    backup: Annotated[Path, typer.Argument(help="The folder of the backup.", exists=True, file_okay=False)],
    database: Annotated[Path, typer.Option(help="The file that it becomes.", dir_okay=False)] = DATABASE,
    key: ServiceKey = None,
    operator: OperatorFile = None,
    forwarder: ForwarderFile = None,
    accept: Annotated[
        bool,
        typer.Option(
            "--accept-loss",
            help="Accept that what came after the backup is lost: such games are read and branched, not played on.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
    config: ConfigFile = None,
) -> None:
    """Put a backup where no database is, and say which games went on after it. Exits with 1 on a fault."""
    import asyncio

    from referee.backups import restore as put_back

    del config
    target = _source(database.absolute(), key, operator, forwarder)
    try:
        found = asyncio.run(put_back(backup, target, accept=accept))
    except (StorageError, OSError, ValueError) as error:
        typer.echo(f"gunbai restore: {error}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        typer.echo(json.dumps(found._asdict() | {"behind": [fault._asdict() for fault in found.behind]}))
        return
    for fault in found.behind:
        typer.echo(f"{fault.place}: {fault.problem}")
    typer.echo(f"{target.database}: {found.games} games restored, of which {len(found.behind)} may have gone on since.")
    if not found.accepted and (found.behind or not found.heads):
        typer.echo(
            "They are refused until a newer backup has them" if found.heads else "The service does not start",
            nl=False,
        )
        typer.echo(f", or you accept the loss: gunbai doctor --accept-loss --database {target.database}")


@contextmanager
def _progress(*, as_json: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Yield what shows on a terminal what is done, and how much of how much."""
    from rich.console import Console
    from rich.progress import Progress

    terminal = Console(stderr=True)
    with Progress(console=terminal, transient=True, disable=as_json or not terminal.is_terminal) as shown:
        bar = shown.add_task("Opening", total=None)

        def advance(what: str, done: int, total: int) -> None:
            shown.update(bar, description=what, completed=done, total=total)

        yield advance
