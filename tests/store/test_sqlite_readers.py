"""The readers of the SQLite engine: each thread has a connection of its own, and none outlives the store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from store.sqlite import SqliteStore
from store.sqlite.readers import Readers


async def test_the_connections_are_closed_with_the_store(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    await (await SqliteStore.open(file)).close()
    readers = Readers(str(file))
    connection = await readers.run("", lambda connection: connection)
    readers.stop()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")
