"""SQLite's errors as the contract's errors."""

from __future__ import annotations

import errno
import sqlite3

from store.contract import StorageCorrupt, StorageError, StorageFull, StorageLocked

# The low byte of an extended error code is its family.
FAMILY = 0xFF
# The statements are ours and fit the tables, and every requested page exists: if SQLite finds otherwise, it did not
# read what was written.
ALTERED = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_FORMAT}
SHORT = {sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}


FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What using SQLite raises. UnicodeDecodeError comes from a damaged schema, whose names may not be text any more."""


class Damage(sqlite3.DatabaseError):
    """A log's rows differ from what was written, although SQLite finds the pages sound."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def storage_error(error: sqlite3.Error | UnicodeDecodeError, file: str, game: str) -> StorageError:
    """Return the store's error for one of FAULTS in a call about a game ("" for none)."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and "decode" in str(error):
        return StorageCorrupt(file, game, "text that is not UTF-8")
    if code in SHORT or (code or 0) & FAMILY in ALTERED:
        return StorageCorrupt(file, game, str(error))
    match (code or 0) & FAMILY:
        case sqlite3.SQLITE_FULL:
            return StorageFull(file)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StorageCorrupt(file, game, str(error))
        case sqlite3.SQLITE_BUSY:
            return StorageLocked(file, 0)
        case _:
            return StorageError(file, str(error))


def system_error(error: OSError, file: str) -> StorageError:
    """Return the store's error for an operating system error."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return StorageFull(file)
    return StorageError(file, error.strerror or str(error))
