"""The default engine: one SQLite file, written by one thread that commits in groups, used by one process.

An acknowledged write is on disk (WAL, synchronous=FULL). The tables are made by `store.sqlite.schema`; Datasette,
sqlite-utils and the sqlite3 shell can read them while the service runs.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from store.arguments import check_append, check_create, check_page
from store.contract import (
    ANY_GAME,
    Filter,
    Grant,
    Opening,
    Page,
    RefusedMove,
    StorageError,
    StoreClosed,
    Stored,
    Summary,
)
from store.following import Followers
from store.paging import page_of, place_before
from store.sqlite import queries, writes
from store.sqlite.lock import FileLock
from store.sqlite.readers import Readers
from store.sqlite.schema import bring_up_to_date
from store.sqlite.trouble import storage_error
from store.sqlite.writer import Writer
from store.sqlite.writes import Write

# With these an acknowledged write survives the loss of power, and readers and the writer do not wait for each other.
SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


class SqliteStore:
    """A store in one file; it belongs to the event loop that opened it."""

    @classmethod
    async def open(cls, path: Path | str) -> Self:
        """Opens the file, made if it is not there, and brings its tables up to date.

        Raises StorageLocked where another process has it, StorageCorrupt where it is no sound database, and
        StorageError where it cannot be opened.
        """
        return cls(*await asyncio.to_thread(open_file, Path(path)))

    def __init__(self, lock: FileLock, db: Database, file: str) -> None:
        self._lock = lock
        self._db = db
        self._followers = Followers()
        self._writer = Writer(db, file, asyncio.get_running_loop(), self._written)
        self._readers = Readers(file)
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def create(
        self, opening: Opening, entries: Sequence[Stored], grants: Sequence[Grant], summary: Summary
    ) -> None:
        check_create(opening, entries, grants, summary)
        await self._write(writes.create(opening, entries, grants, summary))

    async def append(
        self,
        game: str,
        expected_version: int,
        entries: Sequence[Stored],
        *,
        summary: Summary | None = None,
        grants: Sequence[Grant] = (),
    ) -> None:
        check_append(game, expected_version, entries, grants, summary)
        await self._write(writes.append(game, expected_version, entries, grants, summary))

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        return await self._reading.ask(game, queries.read, game, after, upto)

    async def head(self, game: str) -> int:
        return await self._reading.ask(game, queries.head, game)

    async def find(self, game: str, command_id: str) -> Stored | None:
        return await self._reading.ask(game, queries.find, game, command_id)

    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        return self._followers.follow(game, after, self.read)

    async def opening(self, game: str) -> Opening:
        return await self._reading.ask(game, queries.opening, game)

    async def every_game(self) -> list[str]:
        return await self._reading.ask("", queries.every_game)

    async def grants(self, game: str) -> list[Grant]:
        return await self._reading.ask(game, queries.grants, game)

    async def grant(self, token_hash: bytes) -> Grant | None:
        return await self._reading.ask("", queries.grant, token_hash)

    async def add_refusal(self, refusal: RefusedMove) -> None:
        await self._write(writes.refusal(refusal))

    async def refusals(self, game: str, after: int = 0, limit: int = 100) -> list[RefusedMove]:
        check_page(limit)
        return await self._reading.ask(game, queries.refusals, game, after, limit)

    async def summary(self, game: str) -> Summary:
        return await self._reading.ask(game, queries.summary, game)

    async def games(self, only: Filter = ANY_GAME, page_token: str = "", page_size: int = 50) -> Page:
        check_page(page_size)
        before = place_before(page_token)
        # One more than fits shows whether another page follows.
        return page_of(await self._reading.ask("", queries.games, only, before, page_size + 1), page_size)

    async def rebuild(self, summaries: Iterable[Summary]) -> None:
        await self._write(writes.rebuild(summaries))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._writer.hand_over()
            await asyncio.to_thread(self._let_go)
            self._followers.close()

    @property
    def _reading(self) -> Readers:
        if self._closed:
            raise StoreClosed
        return self._readers

    def _write(self, write: Write) -> asyncio.Future[None]:
        if self._closed:
            raise StoreClosed
        return self._writer.write(write)

    def _written(self, write: Write) -> None:
        self._followers.publish(write.game, write.entries)

    def _let_go(self) -> None:
        """Answers what was asked before; the last connection to go merges the write-ahead log into the file."""
        self._writer.stop()
        self._readers.stop()
        self._db.close()
        self._lock.release()


def open_file(path: Path) -> tuple[FileLock, Database, str]:
    """The lock on a file, the connection that writes to it, its tables up to date, and its full name."""
    file = path.resolve()
    try:
        lock = FileLock(file)
    except OSError as error:
        raise StorageError(str(file), error.strerror or str(error)) from error
    try:
        return lock, open_database(file), str(file)
    except BaseException:
        lock.release()
        raise


def open_database(file: Path) -> Database:
    """The connection that writes. The file holds secrets, so it is made for its owner's eyes only."""
    file.touch(mode=0o600)
    try:
        return prepared(Database(queries.connect(str(file), read_only=False)), str(file))
    except sqlite3.Error as error:
        raise storage_error(error, str(file), "") from error


def prepared(db: Database, file: str) -> Database:
    """The database with its settings and tables as they must be, or closed."""
    try:
        for setting in SETTINGS:
            db.execute(f"PRAGMA {setting}")
        bring_up_to_date(db, file)
    except BaseException:
        db.close()
        raise
    return db
