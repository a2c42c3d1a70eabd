"""The readers of the SQLite engine: each thread has a connection of its own, and none outlives the store."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextvars import ContextVar
from pathlib import Path

import pytest

from store.sqlite import SqliteStore
from store.sqlite.readers import THREADS, Readers
from tests.patience import PATIENCE


async def test_a_long_query_ends_when_its_caller_has_gone_and_the_next_one_is_answered(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    await (await SqliteStore.open(file)).close()
    readers, begun = Readers(str(file), lambda _: None), threading.Event()
    endless = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT max(n) FROM numbers"
    ended: list[sqlite3.Error] = []

    def counting(connection: sqlite3.Connection) -> None:
        begun.set()
        try:
            connection.execute(endless).fetchall()
        except sqlite3.OperationalError as error:
            ended.append(error)
            raise

    for _ in range(THREADS):
        begun.clear()
        call = asyncio.create_task(readers.wanted(counting))
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    one = "SELECT 1"
    answers = [readers.run("", lambda connection: connection.execute(one).fetchall()) for _ in range(2 * THREADS)]
    assert await asyncio.wait_for(asyncio.gather(*answers), PATIENCE) == [[(1,)]] * 2 * THREADS
    readers.stop()
    assert [str(error) for error in ended] == ["interrupted"] * THREADS


async def test_the_connections_are_closed_with_the_store(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    await (await SqliteStore.open(file)).close()
    readers = Readers(str(file), lambda _: None)
    connection = await readers.run("", lambda connection: connection)
    readers.stop()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


async def test_a_query_is_charged_to_the_task_that_asked_for_it_even_when_it_has_gone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    await (await SqliteStore.open(file)).close()
    asking: ContextVar[str] = ContextVar("asking", default="nobody")
    charged: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
    readers = Readers(str(file), lambda seconds: charged.put_nowait((asking.get(), seconds > 0)))
    begun, over = threading.Event(), threading.Event()

    def waiting(_: sqlite3.Connection) -> None:
        begun.set()
        over.wait(PATIENCE)

    async def ask(name: str) -> None:
        asking.set(name)
        await readers.run("", waiting)

    first = asyncio.create_task(ask("first"))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    over.set()
    await asyncio.create_task(ask("second"))
    async with asyncio.timeout(PATIENCE):
        found = [await charged.get() for _ in range(2)]
    readers.stop()
    assert sorted(found) == [("first", True), ("second", True)]
