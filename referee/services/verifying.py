"""Reading a record for a worker that verifies it: a few hundred entries at a time, however long the game is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from gunbai.record.v1 import entry_pb2 as record
from referee.desk.stored import as_written
from referee.errors import RecordDamaged
from referee.game.game import Game
from store.contract import Store

_CHUNK = 256


def entries_for_worker(store: Store, game: Game, loop: asyncio.AbstractEventLoop) -> Iterator[record.Entry]:
    """Yield the entries of a game up to its version, in a thread that is not the loop's.

    Raises RecordDamaged if they do not lead to the digest of the game.
    """
    digest = b""
    for after in range(0, game.version, _CHUNK):
        upto = min(after + _CHUNK, game.version)
        rows = asyncio.run_coroutine_threadsafe(store.read(game.id, after, upto), loop).result()
        if len(rows) < upto - after:
            raise RecordDamaged(game.id, after + len(rows) + 1, "it is missing")
        for row in rows:
            entry = as_written(game.id, row)
            digest = entry.digest
            yield entry
    if digest != game.digest:
        raise RecordDamaged(game.id, game.version, "it does not lead to the head that was verified")
