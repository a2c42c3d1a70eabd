"""The readers of the SQLite engine: each thread has a connection of its own, and none outlives the store."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from contextvars import ContextVar
from pathlib import Path

import pytest

from lab.patience import PATIENCE
from store.contract import GameNotFound, StorageCorrupt, StorageError
from store.sqlite import SqliteStore, queries
from store.sqlite.reading_threads import THREADS, Readers
from store.sqlite.sqlite_errors import Damage
from tests.store.store_values import fork, make


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


async def test_a_long_query_apart_ends_when_the_store_is_closed(tmp_path: Path) -> None:
    readers, begun = Readers(empty(tmp_path), lambda _: None), threading.Event()
    long = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 5000000) SELECT max(n) FROM n"

    def counting(connection: sqlite3.Connection) -> None:
        begun.set()
        connection.execute(long).fetchall()

    call = asyncio.create_task(readers.apart(counting))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    await asyncio.to_thread(readers.stop)
    with pytest.raises(StorageError, match="interrupted"):
        await call


async def test_the_connections_are_closed_with_the_store(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    await (await SqliteStore.open(file)).close()
    readers = Readers(str(file), lambda _: None)
    kept = await readers.run("", lambda connection: connection)
    apart = await readers.apart(lambda connection: connection)
    readers.stop()
    for connection in (kept, apart):
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")
    for asking in (readers.run("", str), readers.apart(str), readers.wanted(str)):
        with pytest.raises(RuntimeError, match="after shutdown"):
            await asking


async def test_a_query_is_charged_what_its_thread_took_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times, charged = iter([5.0, 7.5]), asyncio.Queue[float]()
    monkeypatch.setattr("store.sqlite.reading_threads.thread_time", lambda: next(times))
    readers = Readers(empty(tmp_path), charged.put_nowait)
    await readers.run("", str)
    assert await asyncio.wait_for(charged.get(), PATIENCE) == 2.5
    readers.stop()


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
        pairs = [await charged.get() for _ in range(2)]
    readers.stop()
    assert sorted(pairs) == [("first", True), ("second", True)]


def empty(folder: Path) -> str:
    """Return the name of a database that has nothing."""
    file = folder / "games.sqlite"
    file.touch()
    return str(file)


async def test_what_a_long_query_finds_damaged_is_an_error_of_its_file(tmp_path: Path) -> None:
    file = empty(tmp_path)
    readers = Readers(file, lambda _: None)

    def broken(_: sqlite3.Connection) -> None:
        raise Damage("it is altered")

    with pytest.raises(StorageCorrupt, match="it is altered") as raised:
        await readers.apart(broken)
    readers.stop()
    assert (raised.value.file, raised.value.game) == (file, "")


async def test_a_row_that_cannot_be_read_is_damage_of_its_game(tmp_path: Path) -> None:
    file = empty(tmp_path)
    readers = Readers(file, lambda _: None)

    def strange(_: sqlite3.Connection) -> None:
        raise ValueError("no number")

    with pytest.raises(StorageCorrupt, match="a row differs from what was written: no number") as raised:
        await readers.run("g", strange)
    readers.stop()
    assert (raised.value.file, raised.value.game) == (file, "g")


async def test_a_game_that_is_not_there_begins_nowhere(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        await make(store, "g")
        await fork(store, "branch", "g", 1)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        assert [queries.begins_after(connection, game) for game in ("g", "branch")] == [0, 1]
        with pytest.raises(GameNotFound):
            queries.begins_after(connection, "none")
