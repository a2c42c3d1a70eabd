"""Commands that look after a service: `gunbai server config`, `status`, `doctor`, `backup`, `restore` and `archive`."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from gunbai_record.text.counts import counted
from gunbai_record.text.foreign import visible, visible_json
from referee.commands import (
    DATABASE,
    AsJson,
    ConfigFile,
    DatabaseFile,
    ForwarderFile,
    OperatorFile,
    ServiceKey,
    StoreKey,
    StoreMark,
    StoreMonitors,
    StoreName,
    StoreServers,
    files_of,
    place_of,
    shared_of,
    stream_key_of,
)
from referee.progress import progress_shown
from store.contract import StorageError

if TYPE_CHECKING:
    from referee.maintenance.backups import RestoredBackup, Source
    from referee.records.doctor import Examined
    from referee.shared_stream import SharedStream

WIDEST = 10_000
"""The maximum number of characters of a settings line that is read from a pipe."""

config = typer.Typer(
    add_completion=False,
    help="Show the settings of `gunbai serve`, and their sources.",
)


@config.command(context_settings={"ignore_unknown_options": True})
def settings(
    options: Annotated[
        list[str] | None, typer.Argument(help="Options for `gunbai serve`, such as --config FILE.", metavar="OPTION")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the settings of `gunbai serve`, and their sources."""
    from rich.console import Console
    from rich.table import Column, Table

    from referee.commands import serve
    from referee.configuration import shown

    rows = shown(serve, options or ())
    if as_json:
        typer.echo(json.dumps([row._asdict() for row in rows], ensure_ascii=False))
        return
    table = Table(*(Column(name, overflow="fold") for name in ("setting", "value", "from")))
    for setting in rows:
        table.add_row(
            setting.name,
            json.dumps(setting.value, ensure_ascii=False) if setting.value is not None else "",
            setting.source,
        )
    console = Console(markup=False)
    if not console.is_terminal:
        # A reader of the pipe finds each setting on one whole line.
        console.width = console.measure(table, options=console.options.update(width=WIDEST)).maximum
    console.print(table)


def status(
    probes: Annotated[str, typer.Option(metavar="HOST:PORT", help="Address of the service's probes.")] = "",
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Show how a service is doing: stream, damage, witnesses, disk, backups.

    gunbai asks the address that `gunbai serve --probes` names, and needs no certificate. Exits with 1 if the service is
    not ready, its storage is damaged, or a witness saw a different log. Damaged games are listed, but do not count as a
    failure.
    """
    import msgspec

    from referee.probes.asking import status_of
    from referee.probes.service_state import ServiceState

    del config
    if not probes:
        raise typer.BadParameter(
            "name the address of the service's probes with --probes or --config; if the service has none, start "
            "it with --probes 127.0.0.1:9465",
            param_hint="--probes",
        )
    try:
        text = status_of(*place_of(probes, "--probes"))
        state = msgspec.json.decode(text, type=ServiceState)
    except (OSError, ValueError) as error:
        typer.echo(f"gunbai server status: {probes}: {error}", err=True)
        raise typer.Exit(1) from None
    # It has the words of witnesses, who may be anybody.
    typer.echo(visible_json(text) if as_json else "\n".join(map(visible, state.sentences())))
    raise typer.Exit(0 if state.sound else 1)


def _source(database: Path, key: Path | None, operator: Path | None, forwarder: Path | None) -> Source:
    """Return a service's files: unnamed ones are next to its database."""
    from referee.maintenance.backups import Source

    return Source(*files_of(database, key, operator, forwarder))


def backup(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder for the new backup.", file_okay=False)],
    database: Annotated[Path, typer.Option(metavar="FILE", help="Database.", dir_okay=False)] = DATABASE,
    key: ServiceKey = None,
    operator: OperatorFile = None,
    forwarder: ForwarderFile = None,
    store: StoreServers = "",
    store_key: StoreKey = None,
    store_name: StoreName = "GUNBAI",
    keep: Annotated[int, typer.Option(min=0, metavar="COUNT", help="Keep only this many backups (0: keep all).")] = 0,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Back up a database and its keys while the service runs.

    gunbai examines the copy, and exits with 1 if it finds a fault.

    With --store, gunbai backs up the stream and its keys.
    """
    import asyncio

    from referee.game.titles import finished
    from referee.maintenance.backups import back_up, on_one_disk, spare
    from referee.maintenance.stream_backups import back_up_stream
    from referee.probes.service_state import backed_up_of

    del config
    source = _source(database.absolute(), key, operator, forwarder)
    shared = shared_of(store, stream_key_of(database, store_key), store_name)
    if shared is None and not database.is_file():
        raise typer.BadParameter(f"File '{database}' does not exist.", param_hint="--database")
    try:
        with progress_shown("Opening", as_json=as_json) as advance:
            made, manifest = asyncio.run(
                back_up(source, folder, finished(), advance)
                if shared is None
                else back_up_stream(source, shared, folder, advance)
            )
        backed_up_of(database).touch(mode=0o600)
        removed = spare(folder, Path(store_name) if shared else database, keep) if keep else []
    except (StorageError, OSError, ValueError) as error:
        typer.echo(f"gunbai server backup: {error}", err=True)
        raise typer.Exit(1) from None
    same_disk = shared is None and on_one_disk(made, database)
    if as_json:
        summary = {"backup": str(made), "games": manifest.games, "files": [part.name for part in manifest.parts]}
        summary |= {"removed": [str(old) for old in removed], "same_disk": same_disk}
        typer.echo(json.dumps(summary))
        return
    games = "" if shared else f"{counted(manifest.games, 'game')} examined; "
    typer.echo(f"{made}: {games}{', '.join(part.name for part in manifest.parts)}")
    for old in removed:
        typer.echo(f"Removed {old}.")
    if same_disk:
        typer.echo(f"{folder} is on the same disk as the database: copy the backup to another machine.", err=True)


def restore(
    backup: Annotated[
        Path, typer.Argument(metavar="BACKUP", help="Folder of the backup.", exists=True, file_okay=False)
    ],
    database: Annotated[Path, typer.Option(metavar="FILE", help="Database file to write.", dir_okay=False)] = DATABASE,
    key: ServiceKey = None,
    operator: OperatorFile = None,
    forwarder: ForwarderFile = None,
    store: StoreServers = "",
    store_key: StoreKey = None,
    store_name: StoreName = "GUNBAI",
    accept: Annotated[
        bool,
        typer.Option(
            "--accept-loss",
            help="Accept that entries after the backup are lost. "
            "Games that lost entries can be branched, but not played.",
        ),
    ] = False,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Restore a backup, and list games that continued after it. Exits with 1 on a fault.

    With --store, gunbai restores the backup of a stream, and creates the stream on those servers.
    """
    import asyncio

    from referee.maintenance.backups import restore as put_back

    del config
    target = _source(database.absolute(), key, operator, forwarder)
    shared = shared_of(store, stream_key_of(database, store_key), store_name)
    if shared is not None:
        if accept:
            raise typer.BadParameter(
                "to accept that a stream lost entries, start `gunbai serve --after-restore`", param_hint="--accept-loss"
            )
        _restore_stream(backup, target, shared, as_json=as_json)
        return
    try:
        restored = asyncio.run(put_back(backup, target, accept=accept))
    except (StorageError, OSError, ValueError) as error:
        typer.echo(f"gunbai server restore: {error}", err=True)
        raise typer.Exit(1) from None
    _tell_restored(restored, target, as_json=as_json)


def _tell_restored(restored: RestoredBackup, target: Source, *, as_json: bool) -> None:
    """Print what was restored, and what to do about what it lacks."""
    database = target.database
    if as_json:
        typer.echo(json.dumps(restored._asdict() | {"behind": [fault._asdict() for fault in restored.behind]}))
        return
    for fault in restored.behind:
        typer.echo(visible(f"{fault.place}: {fault.problem}"))
    for game in restored.missing:
        typer.echo(visible(f"{game}: newer than the backup, and missing"))
    went_on = "continued after the backup" if restored.heads else "may have continued after the backup"
    typer.echo(f"{database}: restored {counted(restored.games, 'game')}. {len(restored.behind)} of them {went_on}.")
    if restored.missing:
        typer.echo(f"Newer than the backup, and missing: {counted(len(restored.missing), 'game')}.")
    if restored.short_log and not restored.accepted:
        typer.echo(
            "The log of all games lacks leaves: until you accept the loss, no game can be created or ended, and "
            "exported records have no proofs."
        )
    if not restored.accepted and (restored.behind or restored.missing or restored.short_log or not restored.heads):
        typer.echo(f"{_way_on(restored)}accept the loss: gunbai server doctor --accept-loss --database {database}")
    if restored.of_root:
        typer.echo(f"The files belong to root. If the service runs as another user: {_given_away(target)}")


def _way_on(restored: RestoredBackup) -> str:
    """Return what to do about what a restored database lacks, up to accepting the loss."""
    if not restored.heads:
        return "The service does not start until you "
    refused = "The service rejects calls for the games above. " if restored.behind or restored.missing else ""
    return f"{refused}Restore a newer backup. If this is the newest, "


def _given_away(target: Source) -> str:
    """Return the command that gives a service's files to its user."""
    apart = [file for _, file in target.key_files() if file.exists() and not file.name.startswith(target.database.name)]
    return " ".join(["chown USER:", f"{quote(str(target.database))}*", *(quote(str(file)) for file in apart)])


def _restore_stream(backup: Path, target: Source, shared: SharedStream, *, as_json: bool) -> None:
    """Restore a stream's backup, and say what to do then. Exits with 1 on a fault."""
    import asyncio

    from referee.maintenance.stream_backups import restore_stream

    try:
        with progress_shown("Opening", as_json=as_json) as advance:
            restored = asyncio.run(restore_stream(backup, target, shared, advance))
    except (StorageError, OSError, ValueError) as error:
        typer.echo(f"gunbai server restore: {error}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        typer.echo(json.dumps(restored._asdict()))
        return
    typer.echo(f"Restored the stream {restored.stream}: {counted(restored.messages, 'message')}.")
    typer.echo("Start a referee with its mark file to see whether the stream lost anything.")


def archive(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder for the record files; created if missing.")],
    database: DatabaseFile = DATABASE,
    key: ServiceKey = None,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Export every game of a backup or an idle database.

    Exits with 1 on damage.
    """
    import asyncio

    from referee.game.titles import finished
    from referee.maintenance.archiving import archive as archived

    del config
    try:
        with progress_shown("Opening", as_json=as_json) as advance:
            result = asyncio.run(
                archived(
                    database,
                    key or database.with_suffix(".key"),
                    folder,
                    finished(),
                    lambda done, of: advance("Writing", done, of),
                )
            )
    except (StorageError, OSError, ValueError) as error:
        typer.echo(f"gunbai server archive: {error}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        typer.echo(json.dumps(result._asdict()))
    else:
        for damaged in result.damaged:
            typer.echo(visible(damaged))
        written = counted(result.written, "file")
        typer.echo(f"{folder}: {counted(result.games, 'game')}, {result.over} of them finished; wrote {written}.")
    raise typer.Exit(1 if result.damaged else 0)


def doctor(
    database: DatabaseFile = DATABASE,
    key: ServiceKey = None,
    tls_certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Server certificate chain (PEM).")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Server private key (PEM).")] = None,
    accept: Annotated[
        bool,
        typer.Option(
            "--accept-loss",
            help="Accept the loss of entries, then examine. Games that lost entries can be branched, but not played.",
        ),
    ] = False,
    accept_rules: Annotated[
        bool,
        typer.Option(
            "--accept-rules",
            help="Accept that the installed rules give the same rulings as those used in the games, then examine.",
        ),
    ] = False,
    store: StoreServers = "",
    store_key: StoreKey = None,
    store_name: StoreName = "GUNBAI",
    store_monitor: StoreMonitors = None,
    store_mark: StoreMark = None,
    as_json: AsJson = False,
    config: ConfigFile = None,
) -> None:
    """Examine an idle database, its keys, certificate, disk and clock. Exits with 1 on a fault."""
    import asyncio

    from referee.game.titles import finished
    from referee.maintenance.environment_checks import found_around
    from referee.records.doctor import accept_loss, examine
    from referee.shared_stream import examined

    del config
    shared = shared_of(store, stream_key_of(database, store_key), store_name, monitors=store_monitor, mark=store_mark)
    if shared is not None and accept:
        raise typer.BadParameter(
            "to accept that a stream lost entries, start `gunbai serve --after-restore`", param_hint="--accept-loss"
        )
    own_key = key or database.with_suffix(".key")
    try:
        if accept:
            asyncio.run(accept_loss(database, finished()))
        with progress_shown("Opening", as_json=as_json) as advance:
            progress = partial(advance, "Examining")
            if shared is None:
                examining = examine(database, own_key, finished(), progress, rules_accepted=accept_rules)
            else:
                examining = examined(
                    database, own_key, shared, finished(), progress, rules_accepted=accept_rules,
                    waiting=partial(typer.echo, err=True),
                )  # fmt: skip
            examination = asyncio.run(examining)
        around = found_around(database, tls_certificate, tls_key, examination.newest)
    except StorageError as error:
        typer.echo(f"gunbai server doctor: {error}", err=True)
        raise typer.Exit(1) from None
    faults, accepted = (*examination.faults, *around.faults), (*examination.accepted, *around.notices)
    _tell(examination._replace(faults=faults, accepted=accepted), as_json=as_json)


def _tell(examination: Examined, *, as_json: bool) -> None:
    """Print what was found, and exit with 1 if anything is wrong."""
    from referee.maintenance.environment_checks import versions

    if as_json:
        listed = {"faults": examination.faults, "accepted": examination.accepted}
        described = {name: [fault._asdict() for fault in faults] for name, faults in listed.items()}
        typer.echo(json.dumps({"games": examination.games, "versions": versions()} | described))
    else:
        for fault in (*examination.accepted, *examination.faults):
            typer.echo(visible(f"{fault.place}: {fault.problem}"))
        typer.echo(versions())
        faults = counted(len(examination.faults), "fault")
        typer.echo(f"{counted(examination.games, 'game')} examined, {faults}.")
    raise typer.Exit(1 if examination.faults else 0)
