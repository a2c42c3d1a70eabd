"""Copies of a database while the service uses it: they have everything that was acknowledged before they began.

The heads are read first, so that they show what the copy must have. One transaction hides what is written meanwhile
from the copy; it delays no writer, but the write-ahead log grows until it ends.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path

from store.contract import StorageError
from store.key_files import new_file, opened
from store.sqlite import queries
from store.sqlite.heads_file import OF_BACKUP, check_lines, heads_of
from store.sqlite.sqlite_errors import FAULTS, storage_error, system_error

PAGES = 4096
"""How many pages are copied between two reports."""


def copy_database(database: Path, target: Path, heads: Path, progress: Callable[[int, int], None]) -> None:
    """Copy a database, and its heads as they were before, each into a new file on the disk.

    Raises StorageError if it cannot be read or written, or is a stream's copy.
    """
    heads_file = heads_of(database)
    try:
        # At once, or lines that are written meanwhile could be torn in the copy.
        content = heads_file.read_bytes() if heads_file.exists() else b""
        check_lines(str(heads_file), BytesIO(content))
        os.close(opened(target, os.O_WRONLY | os.O_EXCL))
        with new_file(heads) as made_heads:
            made_heads.write(OF_BACKUP)
            made_heads.write(content)
        del content  # A service may have many games.
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
