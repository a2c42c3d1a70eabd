"""The mark: how far the stream was acknowledged, in a file that neither a restored stream nor a new copy resets.

The file has room for two lines, which are written in turn, so that a crash can tear only the older one. A line has the
stream, its era, its last message's sequence and digest, the number of the line, and a CRC-32 of it all.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from store.contract import StorageCorrupt, StorageLocked
from store.key_files import opened
from store.sqlite.sqlite_errors import system_error

# A disk's smallest sector, so that a torn write of one line leaves the other whole.
SLOT_BYTES = 512
SLOTS = 2


class StreamMark(NamedTuple):
    """A stream's last acknowledged message, and its era."""

    stream: str
    era: int
    sequence: int
    digest: bytes


class MarkFile:
    """A mark's file: opened by one process, and written before the marked message is answered."""

    def __init__(self, file: Path) -> None:
        """Read the file, if it exists. Raises StorageLocked, StorageCorrupt or StorageError."""
        self.file, self._number, self._descriptor = file, 0, -1
        self.noted: StreamMark | None = None
        """The mark in the file."""
        try:
            if file.exists():
                self._open()
                self._read()
        except OSError as error:
            raise system_error(error, str(file)) from error
        except BaseException:
            self.close()
            raise

    def note(self, mark: StreamMark) -> None:
        """Write a mark and wait for the disk, unless it is behind the one in the file. Raises StorageError."""
        if self._behind(mark):
            return
        try:
            if self._descriptor < 0:
                self._open()
            self._number += 1
            body = f"{mark.stream} {mark.era} {mark.sequence} {mark.digest.hex() or '-'} {self._number} ".encode()
            line = b"%b%08x\n" % (body, crc32(body))
            os.pwrite(self._descriptor, line.ljust(SLOT_BYTES, b"\0"), self._number % SLOTS * SLOT_BYTES)
            os.fdatasync(self._descriptor)
        except OSError as error:
            raise system_error(error, str(self.file)) from error
        self.noted = mark

    def close(self) -> None:
        """Release the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _behind(self, mark: StreamMark) -> bool:
        newest_noted = self.noted
        # An era outranks any sequence: after an accepted loss the stream goes on with lower ones.
        return newest_noted is not None and newest_noted.stream == mark.stream and newest_noted[1:3] >= mark[1:3]

    def _open(self) -> None:
        self._descriptor = opened(self.file)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StorageLocked(str(self.file), 0) from None

    def _read(self) -> None:
        content = os.pread(self._descriptor, SLOTS * SLOT_BYTES, 0)
        for start in range(0, len(content), SLOT_BYTES):
            with suppress(ValueError):
                number, mark = _parsed(content[start : start + SLOT_BYTES].rstrip(b"\0"))
                if number > self._number:
                    self._number, self.noted = number, mark
        if self.noted is None and content.strip(b"\0"):
            raise StorageCorrupt(str(self.file), "", "every line of the file was altered; restore it, or move it away")


def _parsed(line: bytes) -> tuple[int, StreamMark]:
    """Return a line's number and its mark. Raises ValueError."""
    body, checksum = line[:-9], line[-9:]
    if checksum != b"%08x\n" % crc32(body):
        raise ValueError("altered since it was written")
    stream, era, sequence, digest, number, _ = body.decode("ascii").split(" ")
    return int(number), StreamMark(stream, int(era), int(sequence), bytes.fromhex(digest.strip("-")))


def mark_of(copy: Path) -> Path:
    """Return the file of a copy's mark, unless another is named."""
    return copy.with_suffix(".stream.mark")
