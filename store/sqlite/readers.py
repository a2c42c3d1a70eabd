"""The threads that read: each with its own connection, so that neither the event loop nor the writer waits for them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

import msgspec

from store.contract import StorageCorrupt
from store.sqlite.queries import connect
from store.sqlite.trouble import storage_error

P = ParamSpec("P")
T = TypeVar("T")

# More do not read faster: they share the interpreter's lock.
THREADS = 2


class Readers:
    """Answers queries of one file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._pool = ThreadPoolExecutor(THREADS, "gunbai-store-reader")

    async def ask(
        self, game: str, query: Callable[Concatenate[sqlite3.Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """What a query finds. Raises StorageError, which names the game ("" for none) that the query is about."""

        def answer() -> T:
            try:
                return query(self._connection(), *values, **named)
            except sqlite3.Error as error:
                raise storage_error(error, self._file, game) from error
            except (msgspec.MsgspecError, TypeError, ValueError) as error:
                raise StorageCorrupt(self._file, game, f"a row is not what was written: {error}") from error

        return await asyncio.get_running_loop().run_in_executor(self._pool, answer)

    def stop(self) -> None:
        """Answers what was asked before and lets go of the file."""
        self._pool.shutdown()
        for connection in self._connections:
            connection.close()

    def _connection(self) -> sqlite3.Connection:
        """This thread's own."""
        if not hasattr(self._own, "connection"):
            self._own.connection = connect(self._file)
            self._connections.append(self._own.connection)
        connection: sqlite3.Connection = self._own.connection
        return connection
