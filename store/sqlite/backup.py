"""Copies of a database while the service uses it: they have everything that was acknowledged before they began.

The heads are read first, so that they show what the copy must have. One transaction hides what is written meanwhile
from the copy; it delays no writer, but the write-ahead log grows until it ends.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import IO

from store.contract import StorageError
from store.key_files import new_file, opened
from store.sqlite import queries
from store.sqlite.heads_file import AHEAD, OF_BACKUP, check_lines, heads_of
from store.sqlite.sqlite_errors import FAULTS, storage_error, system_error

LAST_BYTES = 16 * AHEAD
"""How much of a file of heads is read at once: lines are added at its end, over the zeros that are written ahead."""
PAGES = 4096
"""How many pages are copied between two reports."""


def copy_database(database: Path, target: Path, heads: Path, progress: Callable[[int, int], None]) -> None:
    """Copy a database, and its heads as they were before, each into a new file on the disk.

    Raises StorageError if it cannot be read or written, or is a stream's copy.
    """
    heads_file = heads_of(database)
    try:
        with new_file(heads) as made_heads:
            made_heads.write(OF_BACKUP)
            if heads_file.exists():
                _copy_heads(heads_file, made_heads)
            os.close(opened(target, os.O_WRONLY | os.O_EXCL))
        try:
            with heads.open("rb") as copied:
                copied.seek(len(OF_BACKUP))
                check_lines(str(heads_file), copied)
        except StorageError:
            target.unlink()
            raise
        with closing(queries.connect(str(database))) as source, closing(sqlite3.connect(target)) as made:
            if queries.streams(source):
                raise StorageError(
                    str(database), "this is the copy of a record in a stream: back up the stream and its key instead"
                )
            _copy(source, made, progress)
        _sync(target)
    except OSError as error:
        raise system_error(error, str(target)) from error
    except FAULTS as error:
        raise storage_error(error, str(database), "") from error


def _copy_heads(heads_file: Path, target: IO[bytes]) -> None:
    """Copy a file of heads as it is now, though lines are added meanwhile."""
    with heads_file.open("rb") as source:
        # The end at once, or lines that are added meanwhile could be torn in the copy. What is before it stays.
        before = max(0, os.fstat(source.fileno()).st_size - LAST_BYTES)
        source.seek(before)
        end = source.read()
        source.seek(0)
        for place in range(0, before, LAST_BYTES):
            target.write(source.read(min(LAST_BYTES, before - place)))
        target.write(end)


def _copy(source: sqlite3.Connection, made: sqlite3.Connection, progress: Callable[[int, int], None]) -> None:
    """Copy one state of a database. Without the transaction, every write by the service would restart the copy."""
    # The whole file is synced at the end.
    made.execute("PRAGMA synchronous = OFF")
    # The transaction ends with the connection. A read begins the snapshot: BEGIN alone takes none.
    source.execute("BEGIN")
    source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    source.backup(made, pages=PAGES, progress=lambda _, left, total: progress(total - left, total), sleep=0)


def _sync(file: Path) -> None:
    descriptor = os.open(file, os.O_RDWR | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
