"""The one thread that writes: it commits together whatever has gathered, and only then are the callers answered.

Writes gather twice: on the event loop, as long as each of its turns brings another one, and while the thread commits
those before. So a lone write goes to disk at once, and many callers at once cost few commits and few changes of thread.
"""

from __future__ import annotations

import sqlite3
import threading
from asyncio import AbstractEventLoop, Future
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from queue import Empty, SimpleQueue

from sqlite_utils import Database

from store.sqlite.trouble import storage_error
from store.sqlite.writes import STATEMENTS, Row, Rows, Write

# At most so many writes share a commit, so that the first of a flood does not wait for the last.
LARGEST_GROUP = 1024
# Rows of one statement: SQLite takes 32,766 values, and the widest row has eleven.
MOST_AT_ONCE = 256

Answer = Future[None]
Outcome = Exception | None


class Writer:
    """Commits writes in the order in which they came, in groups, and answers on the event loop.

    `written` is called on the loop for every write that is on disk, before its caller is answered.
    """

    def __init__(self, db: Database, file: str, loop: AbstractEventLoop, written: Callable[[Write], None]) -> None:
        self._db = db
        self._file = file
        self._loop = loop
        self._written = written
        self._gathering: list[tuple[Write, Answer]] = []
        self._queue: SimpleQueue[list[tuple[Write, Answer]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="gunbai-store-writer", daemon=True)
        self._thread.start()

    def write(self, write: Write) -> Answer:
        """Done when the write is on disk; fails with the error for which it is not."""
        answer: Answer = self._loop.create_future()
        self._gathering.append((write, answer))
        if len(self._gathering) == 1:
            self._loop.call_soon(self._hand_over_when_quiet, 1)
        return answer

    def hand_over(self) -> None:
        """Gives the thread what has gathered on the loop."""
        if self._gathering:
            self._queue.put(self._gathering)
            self._gathering = []

    def stop(self) -> None:
        """Commits what was handed over before and returns when the thread has ended."""
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        # A loop that was closed has nobody left to be answered.
        with suppress(RuntimeError):
            while group := self._gather():
                writes = [write for write, _ in group]
                self._loop.call_soon_threadsafe(self._settle, group, self._commit(writes))

    def _hand_over_when_quiet(self, seen: int) -> None:
        gathered = len(self._gathering)
        if seen < gathered < LARGEST_GROUP:
            self._loop.call_soon(self._hand_over_when_quiet, gathered)
        else:
            self.hand_over()

    def _gather(self) -> list[tuple[Write, Answer]]:
        """Waits for a write and takes all that have come by then; nothing when it is time to stop."""
        group: list[tuple[Write, Answer]] = []
        gathered = self._queue.get()
        with suppress(Empty):
            while gathered is not None:
                group += gathered
                if len(group) >= LARGEST_GROUP:
                    return group
                gathered = self._queue.get_nowait()
            if group:
                self._queue.put(None)
        return group

    def _settle(self, group: list[tuple[Write, Answer]], outcomes: Sequence[Outcome]) -> None:
        for (write, answer), outcome in zip(group, outcomes, strict=True):
            if outcome is None:
                self._written(write)
            if answer.done():
                continue
            if outcome is None:
                answer.set_result(None)
            else:
                answer.set_exception(outcome)

    def _commit(self, writes: list[Write]) -> Sequence[Outcome]:
        """Each write's error, or None where it is on disk. An error that is nobody's own ends them all."""
        try:
            if any(write.alone for write in writes):
                return self._apart(writes)
            return self._together(writes)
        except Exception as error:  # noqa: BLE001  # the callers are told, and the thread lives on
            return [self._told(error, write) for write in writes]

    def _together(self, writes: list[Write]) -> Sequence[Outcome]:
        """All at once; or apart when that fails, to find the one that is at fault."""
        try:
            with self._db.atomic():
                self._insert(writes)
        except Exception:  # noqa: BLE001  # told to the one that brings it about again
            return self._apart(writes)
        return [None] * len(writes)

    def _apart(self, writes: list[Write]) -> Sequence[Outcome]:
        """Each in a savepoint of one transaction, so that who is at fault fails alone."""
        with self._db.atomic():
            return [self._attempt(write) for write in writes]

    def _attempt(self, write: Write) -> Outcome:
        try:
            return self._breach(write)
        except Exception as error:
            # An error that ended the whole transaction took the others' writes with it.
            if not self._db.conn.in_transaction:
                raise
            return self._told(error, write)

    def _breach(self, write: Write) -> Outcome:
        """Writes, or tells the law that stands against it: before, where the tables cannot, or after they refused."""
        try:
            with self._db.atomic():
                if write.alone and (breach := write.breach(self._db.conn)):
                    return breach
                self._insert([write])
        except (sqlite3.IntegrityError, OverflowError) as error:
            return write.breach(self._db.conn) or self._told(error, write)
        return None

    def _insert(self, writes: list[Write]) -> None:
        """Runs each statement over everybody's rows."""
        rows: Rows = defaultdict(list)
        for write in writes:
            for statement, own in write.rows.items():
                rows[statement] += own
        for statement in sorted(rows, key=STATEMENTS.index):
            for several in in_pieces(rows[statement]):
                self._db.conn.execute(over(statement, len(several)), [*chain.from_iterable(several)])

    def _told(self, error: Exception, write: Write) -> Exception:
        return storage_error(error, self._file, write.game) if isinstance(error, sqlite3.Error) else error


def in_pieces(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows in as few pieces as may be, of 1, 2, 4, 8 ... rows: so few statements need ever be prepared.

    Each execution gives up the interpreter and waits to have it back from a busy event loop; a row at a time, a commit
    for 64 games would wait 64 times.
    """
    done = 0
    while left := min(len(rows) - done, MOST_AT_ONCE):
        size = 1 << (left.bit_length() - 1)
        yield rows[done : done + size]
        done += size


@cache
def over(statement: str, rows: int) -> str:
    """A statement for several rows at once."""
    insert, values, row = statement.partition("VALUES ")
    return insert + values + ", ".join([row] * rows) if values else statement
