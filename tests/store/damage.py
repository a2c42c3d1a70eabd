"""Damage that a disk may do to a database: bits that SQLite does not miss."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path


def flip_in_index(file: Path, game: str, version: int) -> None:
    """Flip a bit of a game's name in the index by game and version, so that its last entry cannot be found by it.

    A page may have older copies of the cell in its free space, and not every bit hides it: the one is found by trying.
    """
    whole = file.read_bytes()
    for place in places(file, whole, game.encode() + bytes([version])):
        for bit in range(8 * len(game)):
            damaged = bytearray(whole)
            damaged[place + bit // 8] ^= 1 << bit % 8
            file.write_bytes(damaged)
            if last_version(file, game) == version - 1:
                return
    raise AssertionError(f"no bit of the index hides version {version} of {game!r}")


def places(file: Path, data: bytes, key: bytes) -> list[int]:
    """Return where a key stands in the pages of the index."""
    with closing(sqlite3.connect(file)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        pages = database.execute("SELECT pageno FROM dbstat WHERE name = 'sqlite_autoindex_entries_1'").fetchall()
    spans = [((page - 1) * size, page * size) for (page,) in pages]
    return [found.start() for start, end in spans for found in re.compile(re.escape(key)).finditer(data, start, end)]


def last_version(file: Path, game: str) -> int:
    """Return the last version of a game according to the index."""
    with closing(sqlite3.connect(file)) as database, suppress(sqlite3.Error):
        (found,) = database.execute("SELECT max(version) FROM entries WHERE game = ?", (game,)).fetchone()
        return int(found or 0)
    return 0
