"""A verification in a worker: its entries, read a few hundred at a time, and its progress."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2 as pb
from referee.errors import RecordDamaged
from referee.game.game import Game
from referee.proof.verification import Progress
from referee.records.stored_entries import as_written
from referee.records.workers import Work, Workers
from store.contract import Store

_CHUNK = 256
PARTS = 100
"""How many parts of the entries report progress."""


class Verifying:
    """The verification of a game with this many entries. Belongs to one call."""

    def __init__(self, workers: Workers, entries: int) -> None:
        self._workers, self._entries = workers, entries
        self._done, self._signalled, self._reported = 0, -1, -1
        self._news = asyncio.Event()

    async def responses(
        self, task: Callable[[Work, Progress], pb.Verification]
    ) -> AsyncGenerator[pb.VerifyGameResponse, None]:
        """Yield a task's progress from its beginning on, as fast as the reader takes it; then its result.

        Raises ServiceBusy, ServiceStopping or RecordDamaged.
        """
        loop = asyncio.get_running_loop()

        def verified(work: Work) -> pb.Verification:
            def progress(done: int) -> None:
                work.piece()
                self._done = done
                # At most PARTS signals, however many entries there are.
                if done * PARTS // self._entries > self._signalled * PARTS // self._entries:
                    self._signalled = done
                    loop.call_soon_threadsafe(self._news.set)

            progress(0)
            return task(work, progress)

        verifying = asyncio.create_task(self._workers.run(verified))
        verifying.add_done_callback(lambda _: self._news.set())
        try:
            while not verifying.done():
                await self._news.wait()
                self._news.clear()
                if self._reported < self._done and not verifying.done():
                    self._reported = self._done
                    progress = pb.VerificationProgress(entries_done=self._reported, entries=self._entries)
                    yield pb.VerifyGameResponse(progress=progress)
            yield pb.VerifyGameResponse(verification=verifying.result())
        finally:
            verifying.cancel()


def entries_for_worker(store: Store, game: Game, loop: asyncio.AbstractEventLoop) -> Iterator[record.Entry]:
    """Yield a game's entries up to its version, in a thread that is not the loop's.

    Raises RecordDamaged if they do not lead to the game's digest.
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
