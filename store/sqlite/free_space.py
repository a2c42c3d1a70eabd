"""Free space: how much more may be stored, so that the service stops writing before the disk is full.

The last part is reserved for running games: new games and refused moves are turned away first, running games' entries
last.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic

from store.contract import StorageFull

MIB = 1024 * 1024
FLOOR = 64 * MIB
"""How many bytes stay free on the disk, for the write-ahead log and everybody else; a 20th of a small disk."""
RESERVE = 256 * MIB
"""How many bytes are reserved for running games' entries; a tenth of a small disk or quota."""

LOOK_SECONDS = 0.2
"""How long a look at the disk stays valid while there is plenty of room."""
PLENTY = 1024 * MIB
"""More bytes than are written between two looks."""

USED_UP = "the disk has no room for entries; nothing was written, but games can still be read"
RESERVED = "the disk has no room for new games; nothing was written, but running games continue"


class FreeSpace:
    """The space for a database file: what its quota and its disk leave. A quota of 0 means all of the disk."""

    def __init__(self, file: str, quota_bytes: int = 0) -> None:
        self._file, self._wal, self._quota = Path(file), Path(f"{file}-wal"), quota_bytes
        disk = os.statvfs(file)
        size = disk.f_blocks * disk.f_frsize
        self._floor = min(FLOOR, size // 20)
        self._reserve = min(RESERVE, (quota_bytes or size) // 10)
        self._looked, self._left = 0.0, 0

    def left(self) -> int:
        """Return how many bytes may still be written, looking at the disk each time unless it has plenty."""
        if self._left < PLENTY or monotonic() - self._looked >= LOOK_SECONDS:
            self._looked, self._left = monotonic(), self._free()
        return self._left

    def _free(self) -> int:
        disk = os.statvfs(self._file)
        free = disk.f_bavail * disk.f_frsize - self._floor
        return min(free, self._quota - self._used()) if self._quota else free

    def refusal(self, left: int, *, reserved: bool) -> StorageFull | None:
        """Return why a write is turned away with this much space left; `reserved` space is only for entries."""
        if left <= 0:
            return StorageFull(str(self._file), USED_UP)
        if reserved and left <= self._reserve:
            return StorageFull(str(self._file), RESERVED)
        return None

    def _used(self) -> int:
        """Return the size of the database and its write-ahead log."""
        used = self._file.stat().st_size
        with suppress(FileNotFoundError):
            used += self._wal.stat().st_size
        return used
