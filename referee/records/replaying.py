"""Replaying: the positions of a range of versions, one after another, from one fold.

The position before the first one is restored like any other. From there on, each entry is read and folded once, in a
worker thread, batch by batch: a batch ends when it is large, and the next begins when its reader has taken it. So a
replay never holds more than a batch, however slowly it is read, and other calls have their turn between batches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from referee.game.fold import continued
from referee.game.game import Game
from referee.game.titles import Titles
from referee.records.stored_entries import check_position
from referee.records.workers import Work, Workers

M = TypeVar("M", bound=Message)

BATCH_BYTES = 256 * 1024
"""A batch ends when its content exceeds this."""


class Moment(NamedTuple):
    """A position and the entry that led to it, and the same before it, which a record's first one does not have."""

    game: Game
    entry: record.Entry
    before: record.Entry | None
    base: Game | None


class Replay(Generic[M]):
    """A fold that continues from batch to batch, and what it shows of each position. Belongs to one call.

    It begins after the entry `before`, with the resulting position; None for both at the start of a record.
    """

    def __init__(
        self,
        titles: Titles,
        secrets: Mapping[str, bytes],
        start: Game | None,
        before: record.Entry | None,
        show: Callable[[Moment], M],
    ) -> None:
        self._titles, self._secrets, self._show = titles, secrets, show
        self._game, self._before = start, before

    async def shown(self, entries: Iterable[record.Entry], workers: Workers) -> AsyncGenerator[M, None]:
        """Yield the view after each of some further entries, which were checked against the chain.

        Raises RecordDamaged, ServiceBusy or ServiceStopping.
        """
        waiting = deque(entries)

        def batch(work: Work) -> list[M]:
            return self._batch(waiting, work)

        while waiting:
            for message in await workers.run(batch):
                yield message

    def _batch(self, waiting: deque[record.Entry], work: Work) -> list[M]:
        """Fold entries until their content is large; check the position at the last entry read."""
        batch: list[M] = []
        size = 0
        while waiting and size <= BATCH_BYTES:
            work.piece()
            entry, base = waiting.popleft(), self._game
            self._game = continued(self._titles, base, (entry,), self._secrets, trusted=True)
            if not waiting:
                check_position(self._game, entry)
            batch.append(self._show(Moment(self._game, entry, self._before, base)))
            size += batch[-1].ByteSize()
            self._before = entry
        return batch
