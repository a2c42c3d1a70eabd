"""The file's identity: whether its name still leads to the opened file, and no other name does.

Two names for one file (hard links) would have two locks and two write-ahead logs, which damages a database; SQLite's
own locks do not prevent that. Writes to a deleted or replaced file are lost when it is closed.
"""

from __future__ import annotations

import os
from pathlib import Path

from store.contract import StorageError, StorageReplaced

MANIFEST = "backup.json"
"""The file next to a backup's database that says what the backup contains."""


class FileIdentity:
    """The database file and its write-ahead log as they were opened. `check` is cheap: it looks up two names."""

    def __init__(self, file: Path) -> None:
        self._file, self._log = str(file), f"{file}-wal"
        self._opened, self._opened_log = identity(status_of(self._file)), identity(status_of(self._log))

    def check(self) -> int:
        """Return the size of the write-ahead log.

        Raises StorageReplaced if a name leads to another file or none, or if the file has a second name.
        """
        log = status_of(self._log)
        if self._opened_log is None:
            self._opened_log = identity(log)
        if identity(status_of(self._file)) != self._opened or identity(log) != self._opened_log:
            raise StorageReplaced(self._file)
        return log.st_size if log is not None else 0


def status_of(file: str) -> os.stat_result | None:
    """Return a file's status; None if there is none."""
    try:
        return os.stat(file)  # noqa: PTH116  # a Path would take as long again as the call
    except FileNotFoundError:
        return None


def identity(status: os.stat_result | None) -> tuple[int, int, int] | None:
    """Return a file's device, inode and number of names; None if there is no file."""
    return None if status is None else (status.st_dev, status.st_ino, status.st_nlink)


def check_alone(file: Path) -> None:
    """Check that a file has only one name. Raises StorageError."""
    names = file.stat().st_nlink
    if names > 1 and file.is_file():
        raise StorageError(str(file), f"has {names} names (hard links), but only one is allowed; remove the others")


def check_no_backup(file: Path) -> None:
    """Check that a file is not part of a backup, which opening it would change. Raises StorageError."""
    if file.with_name(MANIFEST).exists():
        raise StorageError(
            str(file),
            "this file is part of a backup, which must not change; restore the backup with `gunbai server restore`",
        )
