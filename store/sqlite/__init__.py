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
from store.sqlite.room import Room
from store.sqlite.schema import bring_up_to_date
from store.sqlite.trouble import storage_error
from store.sqlite.writer import Writer
from store.sqlite.writes import Write

# An acknowledged write survives the loss of power, and readers and the writer do not wait for each other.
SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


class SqliteStore:
    """A store in one file; it belongs to the event loop that opened it."""

    @classmethod
    async def open(cls, path: Path | str, quota_bytes: int = 0) -> Self:
        """Open or create the file, and migrate its tables; it grows to the quota, or for 0 while the disk has room.

        Raises StorageLocked if another process uses it, StorageCorrupt if it is not a sound database, and StorageError
        if it cannot be opened.
        """
        return cls(*await asyncio.to_thread(open_file, Path(path)), quota_bytes)

    def __init__(self, lock: FileLock, db: Database, file: str, quota_bytes: int = 0) -> None:
        self._lock = lock
        self._db = db
        self._followers = Followers()
        self._writer = Writer(db, file, Room(file, quota_bytes), asyncio.get_running_loop(), self._written)
        self._readers = Readers(file)
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def create(
        self,
        opening: Opening,
        entries: Sequence[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        consents: Sequence[bytes] = (),
    ) -> None:
        check_create(opening, entries, grants, summary)
        await self._write(writes.create(opening, entries, grants, summary, consents))

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
        return await self._reading.run(game, queries.read, game, after, upto)

    async def find(self, game: str, command_id: str) -> Stored | None:
        return await self._reading.run(game, queries.find, game, command_id)

    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        return self._followers.follow(game, after, self.read)

    async def opening(self, game: str) -> Opening:
        return await self._reading.run(game, queries.opening, game)

    async def every_game(self) -> list[str]:
        return await self._reading.run("", queries.every_game)

    async def grant(self, token_hash: bytes) -> Grant | None:
        return await self._reading.run("", queries.grant, token_hash)

    async def add_refusal(self, refusal: RefusedMove) -> None:
        await self._write(writes.refusal(refusal))

    async def refusals(self, game: str, after: int = 0, limit: int = 100) -> list[RefusedMove]:
        check_page(limit)
        return await self._reading.run(game, queries.refusals, game, after, limit)

    async def dropped_refusals(self, game: str) -> int:
        return await self._reading.run(game, queries.dropped_refusals, game)

    async def games(self, only: Filter = ANY_GAME, page_token: str = "", page_size: int = 50) -> Page:
        check_page(page_size)
        before = place_before(page_token)
        # One row more than fits shows whether another page follows.
        return page_of(await self._reading.run("", queries.games, only, before, page_size + 1), page_size)

    async def rebuild(self, summaries: Iterable[Summary]) -> None:
        await self._write(writes.rebuild(summaries))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._writer.hand_over()
            await asyncio.to_thread(self._release)
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

    def _release(self) -> None:
        """Finish earlier calls and close; the last connection merges the write-ahead log into the file."""
        self._writer.stop()
        self._readers.stop()
        self._db.close()
        self._lock.release()


def open_file(path: Path) -> tuple[FileLock, Database, str]:
    """Return the lock on a file, the database, with its tables migrated, and the full name of the file."""
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
    """Return the database for writing. The file holds secrets, so only its owner may read it."""
    file.touch(mode=0o600)
    try:
        return prepared(Database(queries.connect(str(file), read_only=False)), str(file))
    except sqlite3.Error as error:
        raise storage_error(error, str(file), "") from error


def prepared(db: Database, file: str) -> Database:
    """Return the database with its settings and tables, or close it."""
    try:
        for setting in SETTINGS:
            db.execute(f"PRAGMA {setting}")
        bring_up_to_date(db, file)
    except BaseException:
        db.close()
        raise
    return db
