"""The lock that admits one process per database, on a file of its own that holds the process id.

The file is separate because closing a file releases all of the process's locks on it, SQLite's included (fcntl(2)). The
operating system releases the lock when the process ends, so the file can stay: only the lock counts.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from gunbai_record.numerals import is_whole
from store.contract import StorageLocked
from store.key_files import opened


class FileLock:
    """The lock on a database file, held from creation to `release`. Raises StorageLocked with the owner's pid."""

    def __init__(self, file: Path) -> None:
        self._descriptor = opened(file.with_name(f"{file.name}-lock"))
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # Until the owner has written its id, this is a former owner's, or nothing.
            owner = os.read(self._descriptor, 20).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            raise StorageLocked(str(file), int(owner) if is_whole(owner) else 0) from None
        os.ftruncate(self._descriptor, 0)
        os.write(self._descriptor, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)
