"""Key files, 32 random bytes that only their owner may read, and similar files: written whole or not at all.

A file that root writes gets the owner of the old file or of the folder: the service's user.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

KEY_BYTES = 32
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def kept_key(file: Path) -> bytes:
    """Return the key in a file, which is created if it is missing.

    Raises ValueError for any other content, or OSError.
    """
    if not file.exists():
        make_key(file)
    keep_private(file)
    key = file.read_bytes()
    if len(key) != KEY_BYTES:
        raise ValueError(
            f"{file}: a key has {KEY_BYTES} bytes, not {len(key)}; restore the file from a backup "
            "or, if nothing depends on the key yet, remove the file to make a new one"
        )
    return key


def make_key(file: Path) -> None:
    """Write a new key: a crash leaves the whole file or none, and an existing file stays."""
    # A link, unlike a rename, fails if the file exists: of two processes, both use the first one's key.
    with _written_beside(file, secrets.token_bytes(KEY_BYTES), 0o600) as new, suppress(FileExistsError):
        os.link(new, file)
    sync_folder(file)


def replace_file(file: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace a file's content: a crash leaves the old or the new one, whole. Raises OSError."""
    with _written_beside(file, content, mode) as new:
        new.replace(file)
    sync_folder(file)


@contextmanager
def new_file(file: Path) -> Iterator[IO[bytes]]:
    """Yield a new file for its owner only: it appears whole when the block ends, or not at all. Raises OSError."""
    new = file.with_name(f"{file.name}.{secrets.token_hex(8)}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        _give(descriptor, _in_place_of(file))
        with os.fdopen(descriptor, "wb") as writing:
            yield writing
            writing.flush()
            os.fsync(writing.fileno())
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
    sync_folder(file)


@contextmanager
def _written_beside(file: Path, content: bytes, mode: int) -> Iterator[Path]:
    """Yield a file next to another one, with its content on the disk; its name is gone after the block."""
    new = file.with_name(f"{file.name}.{secrets.token_hex(8)}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        _give(descriptor, _in_place_of(file))
        with os.fdopen(descriptor, "wb") as writing:
            writing.write(content)
            writing.flush()
            os.fsync(writing.fileno())
        yield new
    finally:
        new.unlink(missing_ok=True)


def opened(file: Path, flags: int = os.O_RDWR) -> int:
    """Open a file for its owner only, creating it if it is missing; return its descriptor. Raises OSError."""
    there = file.exists()
    descriptor = os.open(file, flags | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if not there:
        _give(descriptor, file.parent)
    return descriptor


def _give(descriptor: int, owner: Path) -> None:
    """Give root's file to another file's owner. Raises OSError."""
    if os.geteuid() == 0:
        status = owner.stat()
        os.fchown(descriptor, status.st_uid, status.st_gid)


def _in_place_of(file: Path) -> Path:
    """Return the file whose owner a new file gets: the one it replaces, or its folder."""
    return file if file.exists() else file.parent


def keep_private(file: Path) -> None:
    """Remove everybody else's permissions on a file. Raises OSError if we may not do that."""
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & _OTHERS:
        file.chmod(mode & ~_OTHERS)


def sync_folder(file: Path) -> None:
    """Wait until a file's name is on the disk."""
    descriptor = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
