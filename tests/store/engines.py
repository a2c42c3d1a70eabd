"""The engines that the contract suite runs against: an engine of anybody's is tested by a further line in this list."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from lab.disk_damage import scribble
from store.contract import Store
from store.jetstream import JetstreamStore
from store.memory import Log, MemoryStore
from store.sqlite import SqliteStore


class Engine(NamedTuple):
    """How to open an empty store in an empty folder (leaving the context closes it), and how a medium damages a log.

    `lose` takes the last entry of a game from the log, or the whole game; `swap` gives the last entry other bytes.
    `lose_paper` takes one paper of a game, by its number.
    The same of the log of leaves are `lose_leaf` and `swap_leaf`.
    """

    name: str
    open: Callable[[Path], AbstractAsyncContextManager[Store]]
    lose: Callable[[Store, Path, str], None]
    lose_game: Callable[[Store, Path, str], None]
    swap: Callable[[Store, Path, str, bytes], None]
    lose_paper: Callable[[Store, Path, str, int], None]
    lose_leaf: Callable[[Store, Path], None]
    swap_leaf: Callable[[Store, Path, bytes], None]


@asynccontextmanager
async def open_memory(_folder: Path) -> AsyncIterator[Store]:
    store = MemoryStore()
    yield store
    await store.close()


def log_of(store: Store, game: str) -> Log:
    """Return the log of a store in memory."""
    assert isinstance(store, MemoryStore)
    return store._logs[game]


def lose_in_memory(store: Store, _folder: Path, game: str) -> None:
    del log_of(store, game).entries[-1]


def lose_game_in_memory(store: Store, _folder: Path, game: str) -> None:
    assert isinstance(store, MemoryStore)
    del store._logs[game]


def swap_in_memory(store: Store, _folder: Path, game: str, data: bytes) -> None:
    log = log_of(store, game)
    log.entries[-1] = replace(log.entries[-1], data=data)


def lose_paper_in_memory(store: Store, _folder: Path, game: str, number: int) -> None:
    del log_of(store, game).papers[number - 1]


def lose_leaf_in_memory(store: Store, _folder: Path) -> None:
    assert isinstance(store, MemoryStore)
    del store._leaves[-1]


def swap_leaf_in_memory(store: Store, _folder: Path, data: bytes) -> None:
    assert isinstance(store, MemoryStore)
    store._leaves[-1] = replace(store._leaves[-1], data=data)


@asynccontextmanager
async def open_sqlite(folder: Path) -> AsyncIterator[Store]:
    async with await SqliteStore.open(folder / "games.sqlite") as store:
        yield store


class Broker:
    """The server of NATS for the tests of this process; `address` is empty unless it runs."""

    address = ""


@asynccontextmanager
async def open_jetstream(folder: Path) -> AsyncIterator[Store]:
    """Open a new record, whose copy is damaged like a database: it is what a referee reads from."""
    name = f"RECORD-{secrets.token_hex(8)}"
    key = bytes(32)
    async with await JetstreamStore.open(
        [Broker.address], folder / "games.sqlite", key, name=name, replicas=1
    ) as store:
        yield store


LAST = "WHERE game = ? AND version = (SELECT max(version) FROM entries WHERE game = ?)"


def lose_in_sqlite(_store: Store, folder: Path, game: str) -> None:
    scribble(folder / "games.sqlite", (f"DELETE FROM entries {LAST}", (game, game)))


def lose_game_in_sqlite(_store: Store, folder: Path, game: str) -> None:
    scribble(folder / "games.sqlite", *((f"DELETE FROM {table} WHERE game = ?", (game,)) for table in TABLES))


def swap_in_sqlite(_store: Store, folder: Path, game: str, data: bytes) -> None:
    scribble(folder / "games.sqlite", (f"UPDATE entries SET data = ? {LAST}", (data, game, game)))


def lose_paper_in_sqlite(_store: Store, folder: Path, game: str, number: int) -> None:
    scribble(folder / "games.sqlite", ("DELETE FROM papers WHERE game = ? AND number = ?", (game, number)))


LAST_LEAF = "WHERE number = (SELECT max(number) FROM leaves)"


def lose_leaf_in_sqlite(_store: Store, folder: Path) -> None:
    scribble(folder / "games.sqlite", (f"DELETE FROM leaves {LAST_LEAF}", ()))


def swap_leaf_in_sqlite(_store: Store, folder: Path, data: bytes) -> None:
    scribble(folder / "games.sqlite", (f"UPDATE leaves SET data = ? {LAST_LEAF}", (data,)))


TABLES = ("papers", "leaves", "apart", "entries", "catalogue", "secrets", "grants", "tallies", "openings")
ENGINES = [
    Engine(
        "memory",
        open_memory,
        lose_in_memory,
        lose_game_in_memory,
        swap_in_memory,
        lose_paper_in_memory,
        lose_leaf_in_memory,
        swap_leaf_in_memory,
    ),
    Engine(
        "sqlite",
        open_sqlite,
        lose_in_sqlite,
        lose_game_in_sqlite,
        swap_in_sqlite,
        lose_paper_in_sqlite,
        lose_leaf_in_sqlite,
        swap_leaf_in_sqlite,
    ),
    Engine(
        "jetstream",
        open_jetstream,
        lose_in_sqlite,
        lose_game_in_sqlite,
        swap_in_sqlite,
        lose_paper_in_sqlite,
        lose_leaf_in_sqlite,
        swap_leaf_in_sqlite,
    ),
]
