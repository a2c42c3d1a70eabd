"""Threads that read, each with its own connection, so that neither the event loop nor the writer waits for them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from time import thread_time
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

import msgspec

from store.contract import StorageCorrupt
from store.sqlite.queries import connect
from store.sqlite.sqlite_errors import FAULTS, storage_error

P = ParamSpec("P")
T = TypeVar("T")

Charge: TypeAlias = Callable[[float], None]
"""Takes the processor seconds that a query took, in the context of the task that asked for it."""

# More threads do not read faster, because they share the interpreter's lock.
THREADS = 2
# A long query checks after this many steps of SQLite's virtual machine whether it should stop.
STEPS = 100_000


class Readers:
    """A pool of threads that run queries on one file, and charge the time to the callers."""

    def __init__(self, file: str, charge: Charge) -> None:
        self._file, self._charge = file, charge
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._stopping = threading.Event()
        self._pool = ThreadPoolExecutor(THREADS, "gunbai-store-reader")
        self._apart = ThreadPoolExecutor(1, "gunbai-store-inspector")

    async def run(
        self, game: str, query: Callable[Concatenate[sqlite3.Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Return the result of a query about a game ("" for none). Raises StorageError, which names the game."""
        loop, context = asyncio.get_running_loop(), copy_context()

        def answer() -> T:
            begun = thread_time()
            try:
                return query(self._connection(), *values, **named)
            except FAULTS as error:
                raise storage_error(error, self._file, game) from error
            except (msgspec.MsgspecError, TypeError, ValueError) as error:
                raise StorageCorrupt(self._file, game, f"a row differs from what was written: {error}") from error
            finally:
                # The caller may have left, and the loop may have closed: an abandoned query is charged all the same.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._charge, thread_time() - begun, context=context)

        return await loop.run_in_executor(self._pool, answer)

    async def wanted(
        self, query: Callable[Concatenate[sqlite3.Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Return the result of a possibly long query, which ends if its caller leaves. Raises StorageError."""
        gone = threading.Event()

        def while_wanted(connection: sqlite3.Connection) -> T:
            connection.set_progress_handler(gone.is_set, STEPS)
            try:
                return query(connection, *values, **named)
            finally:
                connection.set_progress_handler(None, 0)

        try:
            return await self.run("", while_wanted)
        finally:
            gone.set()

    async def apart(
        self, query: Callable[Concatenate[sqlite3.Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Return the result of a long query that no other one waits for; `stop` ends it. Raises StorageError."""

        def answer() -> T:
            connection = connect(self._file)
            connection.set_progress_handler(self._stopping.is_set, STEPS)
            try:
                return query(connection, *values, **named)
            except FAULTS as error:
                raise storage_error(error, self._file, "") from error
            finally:
                connection.close()

        return await asyncio.get_running_loop().run_in_executor(self._apart, answer)

    def stop(self) -> None:
        """Finish earlier queries, end long ones, and close the file."""
        self._stopping.set()
        self._apart.shutdown()
        self._pool.shutdown()
        for connection in self._connections:
            connection.close()

    def _connection(self) -> sqlite3.Connection:
        """Return this thread's connection."""
        if not hasattr(self._own, "connection"):
            self._own.connection = connect(self._file)
            self._connections.append(self._own.connection)
        connection: sqlite3.Connection = self._own.connection
        return connection
