"""Copies a record between a database and a stream that referees share, while none of them runs."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from msgspec.structs import replace

from referee.game.titles import finished
from referee.records.doctor import ended, games_examined, names_in
from referee.shared_stream import SharedStream, join, untold
from store import record_copies
from store.record_copies import Copied, NotCopied, Progress
from store.sqlite import SqliteStore, detach

_LOOK_SECONDS = 0.2


async def into_stream(database: Path, shared: SharedStream, progress: Progress) -> Copied:
    """Copy a database, or a referee's copy of a former stream, into a new stream.

    The stream's mark is then where the first referee expects it. With the word that the stream may have gone back,
    running games are marked. Raises StorageError.
    """
    from store.jetstream.local_copy import Copy
    from store.jetstream.past import succession
    from store.jetstream.stream_mark import MarkFile, mark_of

    marks = MarkFile(shared.mark or mark_of(database))
    try:
        async with await Copy.open(database, elsewhere=True) as source:
            former = await source.reached(marks.noted)
            name = await source.log_name()
            succeeds = succession(former) if former is not None else f"database:{name}"
            over = {game async for game in ended(source)} if shared.after_restore else set()
            lost = {game: 0 for game in await source.every_game() if game not in over} if shared.after_restore else {}
            with tempfile.TemporaryDirectory(dir=database.parent) as folder:
                scratch = Path(folder) / "copy.sqlite"
                target_terms = replace(shared, mark=mark_of(scratch), after_restore=False)
                async with await join(scratch, target_terms, 0, untold, succeeds=succeeds) as target:
                    if target.succeeds != succeeds:
                        problem = (
                            f"the stream {shared.name} holds a different record; choose another name, or delete it"
                        )
                        raise NotCopied(target.address, problem)
                    copied = await record_copies.into_stream(source, target, name, lost, progress)
                    mark = target.mark
                    if former is None:
                        await source.end_here(f"the stream {shared.name} at {target.address}")
        if mark is not None:
            marks.note(mark)
    finally:
        marks.close()
    return copied


async def from_stream(database: Path, shared: SharedStream, progress: Progress) -> Copied:
    """Make a stream into a database: a copy like a referee's, examined, and then a record of its own.

    Raises StorageError.
    """
    async with await join(database, shared, 0, untold, reach=False, moved=True) as store:
        while (reached := await store.progress())[0] < reached[1]:
            progress("Reading the stream", *reached)
            await asyncio.sleep(_LOOK_SECONDS)
        await store.catch_up()
        report = await games_examined(store, finished(), lambda done, of: progress("Examining games", done, of))
        faults = [f"{fault.place}: {fault.problem}" for fault in report.faults] + await store.inspect(thorough=True)
        if faults:
            raise NotCopied(str(database), "; ".join(faults))
        entries = sum([(await store.head(game)).version async for game in names_in(store)])
        log = await store.leaf_log()
        copied = Copied(report.games, entries, log.size)
        presence, signer = await store.presence(), await store.signer()
        await store.end_here(f"the database {database}")
    await asyncio.to_thread(detach, database)
    async with await SqliteStore.open(database) as made:
        await made.note_presence(presence)
        if signer:
            await made.introduce(signer, ())
    return copied
