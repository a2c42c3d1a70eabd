"""Errors of the system and of SQLite, as what their caller is told: which file, which game, and whether it is full."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest

from store.contract import StorageCorrupt, StorageError, StorageFull, StorageLocked
from store.sqlite.backup import copy_database
from store.sqlite.sqlite_errors import storage_error, system_error


@pytest.mark.parametrize(
    ("number", "kind", "problem"),
    [
        (errno.ENOSPC, StorageFull, "the disk is full"),
        (errno.EDQUOT, StorageFull, "the disk is full"),
        (errno.EACCES, StorageError, "file: Permission denied"),
    ],
)
def test_an_error_of_the_system_names_its_file(number: int, kind: type[StorageError], problem: str) -> None:
    error = system_error(OSError(number, "Permission denied"), "file")
    assert type(error) is kind
    assert problem in str(error)
    assert error.file == "file"


def test_an_error_without_words_of_the_system_has_its_own() -> None:
    assert str(system_error(OSError("cut off"), "file")) == "file: cut off"


def failed(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("why")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, StorageFull),
        (sqlite3.SQLITE_BUSY, StorageLocked),
        (sqlite3.SQLITE_CORRUPT, StorageCorrupt),
        (sqlite3.SQLITE_CORRUPT_INDEX, StorageCorrupt),
        (sqlite3.SQLITE_NOTADB, StorageCorrupt),
        (sqlite3.SQLITE_ERROR, StorageCorrupt),
        (sqlite3.SQLITE_MISMATCH, StorageCorrupt),
        (sqlite3.SQLITE_IOERR_SHORT_READ, StorageCorrupt),
        (sqlite3.SQLITE_IOERR, StorageError),
        (sqlite3.SQLITE_CANTOPEN, StorageError),
    ],
)
def test_an_error_of_sqlite_is_one_of_its_kind(code: int, kind: type[StorageError]) -> None:
    error = storage_error(failed(code), "file", "g")
    assert type(error) is kind
    assert error.file == "file"
    if isinstance(error, StorageCorrupt):
        assert (error.game, str(error)) == ("g", "file: damaged at game 'g': why")


def test_an_error_without_a_code_is_one_of_the_storage() -> None:
    assert type(storage_error(sqlite3.OperationalError("why"), "file", "g")) is StorageError
    text = storage_error(sqlite3.OperationalError("Could not decode to UTF-8"), "file", "g")
    assert (type(text), str(text)) == (StorageCorrupt, "file: damaged at game 'g': text that is not UTF-8")


def test_what_is_no_database_is_not_copied_and_is_damage_of_no_game(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"no database" * 1000)
    with pytest.raises(StorageCorrupt) as damaged:
        copy_database(file, tmp_path / "copy", tmp_path / "heads", lambda _done, _total: None)
    assert (damaged.value.file, damaged.value.game) == (str(file), "")


def test_a_copy_that_cannot_be_made_names_where(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    sqlite3.connect(file).close()
    with pytest.raises(StorageError, match="No such file") as failed_:
        copy_database(file, tmp_path / "none" / "copy", tmp_path / "heads", lambda _done, _total: None)
    assert failed_.value.file == str(tmp_path / "none" / "copy")
