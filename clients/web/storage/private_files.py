"""Files that only this user may read."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gunbai_record.errors import GunbaiError


class CannotStore(GunbaiError):
    """The site's server cannot read or write its files."""


@contextmanager
def storing() -> Iterator[None]:
    """Raise CannotStore instead of an error of the operating system or the database."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise CannotStore(str(error), "PAGES_CANNOT_STORE") from error


def write_private(file: Path, content: bytes) -> None:
    """Write a file atomically, in a private folder, so that only this user may read it. Raises CannotStore."""
    with storing():
        make_private(file)
        part = file.with_name(f"{file.name}.{secrets.token_hex(8)}.part")
        try:
            with open(part, "wb", opener=_open_private) as written:
                written.write(content)
            # A crash leaves the old file or the new one, never a half of one.
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


def make_private(file: Path) -> None:
    """Make a file's private folder. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


def check_folder(folder: Path) -> None:
    """Check that files can be written in a folder, which is created if it is missing. Raises CannotStore."""
    probe = folder / f".{secrets.token_hex(8)}"
    write_private(probe, b"")
    with storing():
        probe.unlink()


def _open_private(path: str, flags: int) -> int:
    # From the start: until a later chmod, others could read it.
    return os.open(path, flags, 0o600)
