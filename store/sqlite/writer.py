"""The one thread that writes: it commits pending writes in groups, and only then answers the callers.

Writes gather in two places: on the event loop, as long as each iteration adds another one, and in the queue while the
thread commits earlier ones. A single write is committed at once, and many concurrent writes take few commits and few
thread switches.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from asyncio import AbstractEventLoop, Future
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue

from msgspec.structs import replace
from sqlite_utils import Database

from store.contract import GameNotFound, Head, StorageCorrupt, StorageFull, StorageUnsettled, StoreError
from store.log_heads import GONE, LEAVES, head_of_leaves
from store.sqlite import queries
from store.sqlite.encryption import Vault
from store.sqlite.file_identity import FileIdentity
from store.sqlite.free_space import FreeSpace
from store.sqlite.heads_file import HeadsFile
from store.sqlite.queries import Mark
from store.sqlite.sqlite_errors import FAULTS, storage_error
from store.sqlite.writes import (
    APART,
    ENTRY,
    LEAF,
    REFUSAL,
    STATEMENTS,
    Adopt,
    Rehearsed,
    Replace,
    Row,
    Rows,
    Write,
    behind_head,
    leaf_row,
    refusal_row,
)

# The most writes in a commit, so that under heavy load the first does not wait for the last.
LARGEST_GROUP = 1024
# How long to wait for readers when the write-ahead log has to be emptied, in milliseconds.
READERS_MS = 1000
# The largest write-ahead log: SQLite starts over at 4 MiB, unless a reader still needs its content.
LARGEST_LOG = 16 * 1024 * 1024
# The most rows in a statement: SQLite takes 32,766 values, and the widest row has twenty.
MOST_AT_ONCE = 256
# What comes before the row in an insert statement.
VALUES = "VALUES "

Answer = Future[None]
Outcome = Exception | None


class Writer:
    """A thread that commits writes in order, in groups, and answers on the event loop.

    `written` is called on the loop for every write that is on disk, before its caller is answered.
    """

    def __init__(
        self,
        db: Database,
        file: str,
        space: FreeSpace,
        loop: AbstractEventLoop,
        written: Callable[[Write], None],
        *,
        heads: HeadsFile,
        identity: FileIdentity,
        vault: Vault,
    ) -> None:
        self._db = db
        self._heads, self._identity, self._vault = heads, identity, vault
        self._file = file
        self._space = space
        self._loop = loop
        self._written = written
        self._replacing = False
        """Whether the write-ahead log may still have replaced data."""
        self._gathering: list[tuple[Write, Answer]] = []
        self._queue: SimpleQueue[list[tuple[Write, Answer]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="gunbai-store-writer", daemon=True)
        self._thread.start()

    def write(self, write: Write) -> Answer:
        """Return a future that is done when the write is on disk, or fails with the error."""
        answer: Answer = self._loop.create_future()
        self._gathering.append((write, answer))
        if len(self._gathering) == 1:
            self._loop.call_soon(self._hand_over_when_quiet, 1)
        return answer

    def hand_over(self) -> None:
        """Pass the gathered writes to the thread."""
        if self._gathering:
            self._queue.put(self._gathering)
            self._gathering = []

    def stop(self) -> None:
        """Commit the writes handed over so far and wait for the thread to end."""
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        # A closed loop has no callers left to answer.
        with suppress(RuntimeError):
            while group := self._gather():
                writes = [write for write, _ in group]
                self._loop.call_soon_threadsafe(self._settle, group, self._commit(writes))

    def _hand_over_when_quiet(self, seen: int) -> None:
        # Waking the thread costs more than a small write: writes gather here until a turn of the loop brings none.
        gathered = len(self._gathering)
        if seen < gathered < LARGEST_GROUP:
            self._loop.call_soon(self._hand_over_when_quiet, gathered)
        else:
            self.hand_over()

    def _gather(self) -> list[tuple[Write, Answer]]:
        """Wait for a write and return all queued ones; return nothing when it is time to stop."""
        group: list[tuple[Write, Answer]] = []
        gathered = self._queue.get()
        with suppress(Empty):
            while gathered is not None:
                group += gathered
                if len(group) >= LARGEST_GROUP:
                    return group
                gathered = self._queue.get_nowait()
            # It is time to stop, once these are written.
            self._queue.put(None)
        return group

    def _settle(self, group: list[tuple[Write, Answer]], outcomes: Sequence[Outcome]) -> None:
        for (write, answer), outcome in zip(group, outcomes, strict=True):
            if outcome is None or isinstance(outcome, StorageUnsettled):
                self._written(write)
            # The caller may have been cancelled meanwhile: its write counts all the same.
            if answer.done():
                continue
            if outcome is None:
                answer.set_result(None)
            else:
                answer.set_exception(outcome)

    def _commit(self, writes: list[Write]) -> Sequence[Outcome]:
        """Return each write's error, or None if it is on disk. An error in the commit itself fails them all.

        The heads follow the commit and precede the answers: after a crash in between they are behind, never ahead.
        """
        # A thread that releases the interpreter next to a busy event loop waits to get it back, as after every system
        # call: make as few of them as possible here.
        try:
            self._identity.check()
            left = self._space.left()
            full = [self._space.refusal(left - write.size, reserved=write.spares_reserve) for write in writes]
            self._heads.make_room([LEAVES, *(game for write in writes for game in (write.game, *write.beside))])
            outcomes = self._inserted(writes, full)
        except Exception as error:  # noqa: BLE001  # the callers get it, and the thread goes on
            return [self._error(error, write) for write in writes]
        try:
            # SQLite trusts its index and drops everything after a damaged frame of its log. An acknowledged entry could
            # vanish while the rest of the chain still fits: only a second file, synced before the answer, shows it.
            self._heads.add(
                self._heads_after([write for write, error in zip(writes, outcomes, strict=True) if not error])
            )
            # Writes to a file that was replaced meanwhile are lost: do not acknowledge them.
            log = self._identity.check()
        except Exception:  # noqa: BLE001  # it is committed, whatever became of the heads
            # Readers may have seen the entry, so it cannot be taken back; an acknowledgement would promise too much.
            return [error or self._unsettled(write) for write, error in zip(writes, outcomes, strict=True)]
        if self._replacing or any(isinstance(write, Replace) for write in writes):
            wait, self._replacing = (0 if self._replacing else READERS_MS), True
            self._empty_log(wait)
        elif log > LARGEST_LOG:
            self._empty_log(0)
        return outcomes

    def _empty_log(self, wait: int) -> None:
        """Empty the write-ahead log, which has the pages of earlier commits.

        Readers in the middle of a query prevent it: it waits for them briefly, and then tries again after each commit.
        """
        with suppress(sqlite3.Error):
            self._db.conn.execute(f"PRAGMA busy_timeout = {wait}")
            ((busy, _, _),) = self._db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._replacing = bool(busy)
        with suppress(sqlite3.Error):
            self._db.conn.execute(f"PRAGMA busy_timeout = {queries.WAIT_SECONDS * 1000}")

    def _unsettled(self, write: Write) -> StorageUnsettled:
        return StorageUnsettled(str(self._heads.file), write.game)

    def _heads_after(self, writes: list[Write]) -> Iterable[Head]:
        """Return the new heads of all written games, with the number of rows outside their logs."""
        after: dict[str, Head] = {}
        written = {game for write in writes for game in write.beside}
        beside = queries.rows(self._db.conn, written) if written else {}
        for write in writes:
            head = write.head
            for game in {write.game, *write.beside} - {""}:
                before = after.get(game) or self._heads.get(game) or queries.whole_head(self._db.conn, game)
                rows, lost = beside.get(game, before.rows), max(before.lost, write.lost.get(game, 0))
                if game == write.game and head is not None:
                    after[game] = replace(before, version=head.version, digest=head.digest, rows=rows, lost=lost)
                else:
                    after[game] = replace(before, rows=rows, lost=lost)
        if any(write.leaves for write in writes) and (last := queries.last_leaf(self._db.conn)):
            after[LEAVES] = head_of_leaves(last)
        return after.values()

    def _inserted(self, writes: list[Write], full: list[StorageFull | None]) -> Sequence[Outcome]:
        if any(full):
            return self._as_far_as_there_is_room(writes, full)
        return self._apart(writes) if any(write.alone for write in writes) else self._together(writes)

    def _as_far_as_there_is_room(self, writes: list[Write], full: list[StorageFull | None]) -> Sequence[Outcome]:
        """Commit the writes that are not turned away."""
        admitted = [write for write, refusal in zip(writes, full, strict=True) if refusal is None]
        outcomes = iter(self._apart(admitted) if admitted else ())
        return [refusal or next(outcomes) for refusal in full]

    def _together(self, writes: list[Write]) -> Sequence[Outcome]:
        """Commit all writes at once, or separately if that fails, to find the one at fault."""
        try:
            if not self._in_one_statement(writes):
                with self._db.atomic():
                    self._insert(writes)
        except Exception:  # noqa: BLE001  # the write at fault raises it again
            return self._apart(writes)
        return [None] * len(writes)

    def _in_one_statement(self, writes: list[Write]) -> bool:
        """Commit the writes by one statement, its own transaction, if they only add entries; return whether they do."""
        # One statement gives up the interpreter once, a transaction of several for each of them.
        if not all(write.adds_entries_alone for write in writes):
            return False
        rows = [row for write in writes for row in write.rows[ENTRY]]
        if len(rows) > MOST_AT_ONCE:
            return False
        self._db.conn.execute(over(ENTRY, len(rows)), [*chain.from_iterable(rows)])
        return True

    def _apart(self, writes: list[Write]) -> Sequence[Outcome]:
        """Commit each write in a savepoint of one transaction, so that only the write at fault fails."""
        with self._db.atomic():
            return [self._attempt(write) for write in writes]

    def _attempt(self, write: Write) -> Outcome:
        try:
            outcome = self._breach(write)
        except Exception as error:
            # An error that ended the whole transaction rolled back the other writes too.
            if not self._db.conn.in_transaction:
                raise
            outcome = self._error(error, write)
        return self._missed(outcome) if isinstance(outcome, GameNotFound) else outcome

    def _missed(self, error: GameNotFound) -> StoreError:
        """Return the error for a missing game: damage, if it has a head."""
        return behind_head(Mark(error.game, self._file, self._heads.get(error.game)), GONE) or error

    def _breach(self, write: Write) -> Outcome:
        """Write, or return the broken law: checked first if the tables cannot check it, else after they refused."""
        try:
            with self._db.atomic():
                if write.alone and (breach := write.breach(self._db.conn)):
                    return breach
                self._insert([write])
                # Undone by the exception, which rolls the savepoint back.
                if write.trial:
                    raise Rehearsed
        # A number of more than 64 bits never gets to SQLite: Python raises this instead.
        except (sqlite3.IntegrityError, OverflowError) as error:
            return write.breach(self._db.conn) or self._error(error, write)
        return None

    def _insert(self, writes: list[Write]) -> None:
        """Run each statement over the rows of all writes. Raises StorageCorrupt if rows of their games are missing."""
        self._check_rows(writes)
        rows: Rows = defaultdict(list)
        for write in writes:
            write.prepare(self._db.conn)
            for statement, own in write.rows.items():
                rows[statement] += own
            if write.refused is not None:
                rows[REFUSAL].append(refusal_row(write.refused, self._next_number(len(rows[REFUSAL])), self._vault))
        rows[LEAF] = self._leaves(writes)
        # In one fixed order, because foreign keys and triggers need a game's opening before its rows.
        for statement in sorted(rows, key=STATEMENTS.index):
            for several in in_pieces(statement, rows[statement]):
                self._db.conn.execute(over(statement, len(several)), [*chain.from_iterable(several)])
        for write in writes:
            if isinstance(write, Adopt):
                self._db.conn.executemany(ENTRY, write.further())
                self._db.conn.executemany(APART, write.apart)

    def _leaves(self, writes: list[Write]) -> list[Row]:
        """Return the leaves' rows, numbered. Raises LeavesBehind if they would take other leaves' numbers."""
        leaves = [leaf for write in writes for leaf in write.leaves]
        if not leaves:
            return []
        queries.check_leaf_log(self._db.conn, Mark(LEAVES, self._file, self._heads.leaves()))
        last = queries.last_leaf(self._db.conn)
        first = last.number + 1 if last is not None else 0
        return [leaf_row(leaf, number, self._vault) for number, leaf in enumerate(leaves, first)]

    def _check_rows(self, writes: list[Write]) -> None:
        """Check that no row outside the logs is missing, before new ones hide the difference."""
        heads = {game: head for write in writes for game in write.beside if (head := self._heads.get(game))}
        counts = queries.rows(self._db.conn, heads) if heads else {}
        for game, head in heads.items():
            if counts.get(game, GONE) < head.rows:
                raise StorageCorrupt(self._file, game, "rows next to its log are missing; restore the newest backup")

    def _next_number(self, further: int) -> int:
        """Return the number of a refused move after this many further ones."""
        ((last,),) = self._db.conn.execute("SELECT coalesce(max(number), 0) FROM refusals").fetchall()
        return int(last) + 1 + further

    def _error(self, error: Exception, write: Write) -> Exception:
        return storage_error(error, self._file, write.game) if isinstance(error, FAULTS) else error


def in_pieces(statement: str, rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Yield the rows in as few pieces as possible, of 1, 2, 4, 8 ... rows, so that few statements are prepared.

    Each execution releases the interpreter and waits for a busy event loop to return it; with one row per statement, a
    commit for 64 games would wait 64 times. A statement that inserts nothing takes one row at a time.
    """
    done, most = 0, MOST_AT_ONCE if VALUES in statement else 1
    while left := min(len(rows) - done, most):
        size = 1 << (left.bit_length() - 1)
        yield rows[done : done + size]
        done += size


@cache
def over(statement: str, rows: int) -> str:
    """Return a statement for several rows at once."""
    insert, values, row = statement.partition(VALUES)
    return insert + values + ", ".join([row] * rows) if values else statement


def size_of(file: str | Path) -> int:
    """Return a file's size; 0 if there is none."""
    try:
        return os.stat(file).st_size  # noqa: PTH116  # a Path would take as long again as the call
    except FileNotFoundError:
        return 0
