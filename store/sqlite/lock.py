"""One process per file: a lock of the operating system on a file beside it, which holds the owner's process id.

Beside it, because whoever closes a file gives up all locks that SQLite itself holds on it (fcntl(2)). The lock goes
with its process however that ends, so the file is left where it is: only the lock counts, never the file.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from store.contract import StorageLocked


class FileLock:
    """The lock on a database file, held from creation to `release`. Raises StorageLocked with the owner's pid."""

    def __init__(self, file: Path) -> None:
        self._descriptor = os.open(f"{file}-lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(self._descriptor, 20).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            raise StorageLocked(str(file), int(owner) if owner.isdigit() else 0) from None
        os.ftruncate(self._descriptor, 0)
        os.write(self._descriptor, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Lets another process have the file."""
        os.close(self._descriptor)
