"""The engines that the contract suite runs against: an engine of anybody's is tested by a further line in this list."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from store.contract import Store
from store.memory import MemoryStore
from store.sqlite import SqliteStore


class Engine(NamedTuple):
    """How to open an empty store in an empty folder; leaving the context closes it."""

    name: str
    open: Callable[[Path], AbstractAsyncContextManager[Store]]


@asynccontextmanager
async def open_memory(_folder: Path) -> AsyncIterator[Store]:
    store = MemoryStore()
    yield store
    await store.close()


@asynccontextmanager
async def open_sqlite(folder: Path) -> AsyncIterator[Store]:
    async with await SqliteStore.open(folder / "games.sqlite") as store:
        yield store


ENGINES = [Engine("memory", open_memory), Engine("sqlite", open_sqlite)]
