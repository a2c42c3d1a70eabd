"""Damage that a disk can do to a database: bits that SQLite does not notice, missing rows, failing writes."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from store.sqlite import heads_file


def scribble(file: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Change the tables as no service can: the triggers that forbid it are removed meanwhile."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        for statement, values in statements:
            database.execute(statement, values)
        for _, sql in triggers:
            database.execute(sql)


def content(file: Path) -> bytes:
    """Return what a database contains while no service uses it."""
    return file.read_bytes()


def put_back(file: Path, older: bytes) -> None:
    """Put an older copy in the place of a database."""
    file.write_bytes(older)


def flip_in_index(file: Path, game: str, version: int) -> None:
    """Flip a bit of a game's name in the index by game and version, so that its last entry cannot be found by it.

    A page may have older copies of the cell in its free space, and not every bit hides it and nothing else: the one
    that does is found by trying.
    """
    whole = file.read_bytes()
    expected = last_versions(file) | {game: version - 1}
    for place in places(file, whole, game.encode() + bytes([version])):
        for bit in range(8 * len(game)):
            damaged = bytearray(whole)
            damaged[place + bit // 8] ^= 1 << bit % 8
            file.write_bytes(damaged)
            if last_versions(file) == expected:
                return
    raise AssertionError(f"no bit of the index hides version {version} of {game!r}")


def flipped_in(file: Path, index: str, key: bytes, at: int = 0, bit: int = 0) -> Iterator[None]:
    """Yield after a bit was flipped at each place where a key occurs in an index, one after another.

    It is in the byte `at` of the key; the one after it is the number of the row.
    """
    whole = file.read_bytes()
    for place in places(file, whole, key, index):
        damaged = bytearray(whole)
        damaged[place + at] ^= 1 << bit
        file.write_bytes(damaged)
        yield
    file.write_bytes(whole)


def places(file: Path, data: bytes, key: bytes, index: str = "sqlite_autoindex_entries_1") -> list[int]:
    """Return where a key stands in the pages of an index."""
    with closing(sqlite3.connect(file)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        pages = database.execute("SELECT pageno FROM dbstat WHERE name = ?", (index,)).fetchall()
    spans = [((page - 1) * size, page * size) for (page,) in pages]
    return [match.start() for start, end in spans for match in re.compile(re.escape(key)).finditer(data, start, end)]


def last_versions(file: Path) -> dict[str, int]:
    """Return the last version of each game according to the index; nothing if SQLite finds the file malformed."""
    with closing(sqlite3.connect(file)) as database, suppress(sqlite3.Error):
        last = "SELECT max(version) FROM entries WHERE entries.game = openings.game"
        return dict(database.execute(f"SELECT game, ({last}) FROM openings").fetchall())  # ours
    return {}


def open_in(folder: Path) -> list[str]:
    """Return what this process has open in a folder; if the system keeps no list of it, nothing."""
    listed = Path("/proc/self/fd")
    links = [link.readlink() for link in listed.iterdir() if link.is_symlink()] if listed.is_dir() else []
    return [str(link) for link in links if folder in (link, *link.parents)]


def broken(*_: object, **__: object) -> None:
    """Fail as a disk does."""
    raise OSError(errno.EIO, "Input/output error")


@contextmanager
def failing_sync() -> Iterator[None]:
    """Make the sync of the file of heads fail, once its bytes are with the system."""
    write = os.pwrite

    def unsynced(*arguments: Any) -> None:
        write(*arguments)
        broken()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "pwrite", unsynced)
        yield


@contextmanager
def failing_disk() -> Iterator[None]:
    """Make the sync fail, and every new file too."""
    with failing_sync(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(heads_file, "new_file", broken)
        yield
