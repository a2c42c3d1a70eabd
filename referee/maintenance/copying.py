"""Copying a record between a database and a stream that referees share, while none of them runs."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from referee.game.titles import finished
from referee.records.doctor import games_examined
from referee.shared_stream import SharedStream, join
from store import record_copies
from store.record_copies import Copied, NotCopied, Progress
from store.sqlite import SqliteStore, detach

_LOOK_SECONDS = 0.2


async def into_stream(database: Path, shared: SharedStream, progress: Progress) -> Copied:
    """Copy a database into a stream, which is made for it. Raises StorageError."""
    async with await SqliteStore.open(database) as source:
        name = (await source.leaf_log()).name
        with tempfile.TemporaryDirectory(dir=database.parent) as folder:
            async with await join(Path(folder) / "copy.sqlite", shared, 0, _unheard, founding=name) as target:
                if target.founding != name:
                    raise NotCopied(target.address, f"the stream {shared.name} is another record; choose another name")
                return await record_copies.into_stream(source, target, progress)


async def from_stream(database: Path, shared: SharedStream, progress: Progress) -> Copied:
    """Make a database of a stream: a copy like that of a referee, examined, and then a record of its own.

    Raises StorageError.
    """
    async with await join(database, shared, 0, _unheard, reach=False) as store:
        while (reached := await store.progress())[0] < reached[1]:
            progress("Reading the stream", *reached)
            await asyncio.sleep(_LOOK_SECONDS)
        await store.catch_up()
        report = await games_examined(store, finished(), lambda done, of: progress("Examining games", done, of))
        faults = [f"{fault.place}: {fault.problem}" for fault in report.faults] + await store.inspect(thorough=True)
        if faults:
            raise NotCopied(str(database), "; ".join(faults))
        entries = sum([(await store.head(game)).version for game in await store.every_game()])
        copied = Copied(report.games, entries, (await store.leaf_log()).size)
        name, presence = store.founding, await store.presence()
    await asyncio.to_thread(detach, database, name)
    async with await SqliteStore.open(database) as made:
        await made.note_presence(presence)
    return copied


async def _unheard(_game: str) -> None:
    """Keep nothing beside the record."""
