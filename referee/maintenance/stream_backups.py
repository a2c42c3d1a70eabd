"""Backups of a stream that referees share: a snapshot of it with the keys, in a folder like a database's.

A referee's mark is not in it, and is never restored: it shows whether the stream went back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from referee.maintenance.backups import (
    FORM,
    Manifest,
    Source,
    begun,
    check_keys,
    copied_keys,
    manifest_in,
    put_keys_back,
    write_manifest,
)
from referee.progress import Advance
from referee.shared_stream import SharedStream
from store.contract import StorageError
from store.key_files import new_file, sync_folder
from store.sqlite.sqlite_errors import system_error

STREAM, STREAM_KEY = "stream", "stream-key"


class RestoredStream(NamedTuple):
    """The restored stream, and how many messages it has."""

    stream: str
    messages: int


def key_files(source: Source, shared: SharedStream) -> Iterator[tuple[str, Path]]:
    """Yield what each of a stream's keys is, and its file."""
    yield STREAM_KEY, shared.key
    yield from ((role, file) for role, file in source.key_files() if role != "secrets")


async def back_up_stream(
    source: Source, shared: SharedStream, folder: Path, progress: Advance
) -> tuple[Path, Manifest]:
    """Write a stream's snapshot with the keys into a new folder in this one. Raises StorageError.

    It gets its name once it is on the disk; until then there is no such backup.
    """
    from store.jetstream.snapshots import take

    if not await asyncio.to_thread(shared.key.exists):
        raise StorageError(str(shared.key), "missing: the stream cannot be read without it; name it with --store-key")
    name = f"{shared.name}-{datetime.now(UTC):{FORM}}"
    with begun(folder, name, Path(shared.name)) as partial:
        snapshot = partial / f"{shared.name}.{STREAM}"
        with new_file(snapshot) as target:
            await take(shared.servers, shared.name, target, lambda done, of: progress("Copying", done, of))
        parts = [(STREAM, snapshot), *copied_keys(key_files(source, shared), partial)]
        manifest = write_manifest(partial, 0, parts)
        partial.rename(folder / name)
        sync_folder(folder / name)
    return folder / name, manifest


async def restore_stream(backup: Path, target: Source, shared: SharedStream, progress: Advance) -> RestoredStream:
    """Create a backup's stream where there is none, and put its keys where they are missing. Raises StorageError."""
    from store.jetstream.snapshots import put_back

    named = manifest_in(backup).files_in(backup)
    if STREAM not in named:
        raise StorageError(str(backup), "this is the backup of a database, not of a stream: leave out --store")
    try:
        places = dict(key_files(target, shared))
        wanted = {role: file for role, file in named.items() if role in places}
        check_keys(wanted, places)
        put_keys_back(wanted, places)
        size = named[STREAM].stat().st_size
        with named[STREAM].open("rb") as source:
            messages = await put_back(
                shared.servers, shared.name, source, size, lambda done, of: progress("Restoring", done, of)
            )
    except OSError as error:
        raise system_error(error, str(backup)) from error
    return RestoredStream(shared.name, messages)
