"""Positions: bytes by game and version that can be recomputed at any time, in a file of their own.

The file is a cache next to the database, readable only by its owner; you can delete it whenever no service runs. It is
not synced, so keeping a position costs no commit, and it does not outgrow its limit: the oldest rows go first. A file
that SQLite finds damaged is replaced by a new one. The reader does not trust the rows.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from store.contract import StoreClosed
from store.key_files import opened
from store.sqlite.sqlite_errors import FAULTS

T = TypeVar("T")

LIMIT_BYTES = 256 * 1024 * 1024
"""The file's size limit in bytes: some 50,000 positions, for 6 million entries."""
_TABLE = """
CREATE TABLE IF NOT EXISTS positions (
  number INTEGER PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (game, version)
) STRICT
"""
_SETTINGS = ("journal_mode = MEMORY", "synchronous = OFF", "auto_vacuum = INCREMENTAL", "secure_delete = ON")
_DROPPED_AT_ONCE = 256


class Position(NamedTuple):
    """A position's version, and its bytes."""

    version: int
    data: bytes


class Positions:
    """A bounded cache of positions, in a file or in memory; a thread of its own uses it."""

    def __init__(self, file: Path | None = None, limit_bytes: int = LIMIT_BYTES) -> None:
        self._file, self._limit = file, limit_bytes
        self._thread = ThreadPoolExecutor(1, "gunbai-positions")
        self._connection: sqlite3.Connection | None = None
        self._closed = False

    async def nearest(self, game: str, after: int, upto: int) -> Position | None:
        """Return the game's position with the greatest version after < version <= upto, if there is one."""

        def select(connection: sqlite3.Connection) -> Position | None:
            row = connection.execute(
                "SELECT version, data FROM positions WHERE game = ? AND version > ? AND version <= ?"
                " ORDER BY version DESC LIMIT 1",
                (game, after, upto),
            ).fetchone()
            return Position(*row) if row else None

        return await self._run(select)

    def keep(self, game: str, *positions: Position) -> None:
        """Keep a game's positions in the background, dropping the oldest of all if there is not enough room."""

        def insert(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany(
                    "INSERT OR REPLACE INTO positions (game, version, data) VALUES (?, ?, ?)",
                    [(game, *position) for position in positions],
                )
            while self._size(connection) > self._limit:
                with connection:
                    dropped = connection.execute(
                        "DELETE FROM positions WHERE number IN (SELECT number FROM positions ORDER BY number LIMIT ?)",
                        (_DROPPED_AT_ONCE,),
                    )
                connection.execute("PRAGMA incremental_vacuum").fetchall()
                # Empty tables take room too: below a tiny limit, nothing is left to drop.
                if not dropped.rowcount:
                    return

        self._run(insert)

    def drop(self, game: str, version: int) -> None:
        """Drop a position in the background, if it is there."""

        def dropped(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("DELETE FROM positions WHERE game = ? AND version = ?", (game, version))

        self._run(dropped)

    async def forget(self, game: str) -> None:
        """Drop all of a game's positions, and return when they are gone."""

        def dropped(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("DELETE FROM positions WHERE game = ?", (game,))

        await self._run(dropped)

    async def close(self) -> None:
        """Finish running work and close the file. Closing twice has no further effect."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._put_away)
            self._thread.shutdown()

    def _run(self, use: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T | None]:
        """Return the future result of `use`, or None if even a new file cannot be used."""
        if self._closed:
            raise StoreClosed

        def used() -> T | None:
            # A damaged file is deleted and tried once more: it is only a cache.
            for _ in range(2):
                try:
                    return use(self._opened())
                except (*FAULTS, OSError):
                    self._put_away()
                    self._delete()
            return None

        return asyncio.get_running_loop().run_in_executor(self._thread, used)

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            if self._file is not None:
                # SQLite would create it with the permissions of the umask, and positions have hidden facts.
                os.close(opened(self._file))
                self._file.chmod(0o600)
            connection = sqlite3.connect(self._file or ":memory:")
            self._connection = connection
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}")
            connection.execute(_TABLE)
        return self._connection

    def _put_away(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def _delete(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink()

    def _size(self, connection: sqlite3.Connection) -> int:
        pages, free, size = (
            int(connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size


def beside(database: Path) -> Path:
    """Return the file of a database's positions."""
    return Path(f"{database.resolve()}-positions")
