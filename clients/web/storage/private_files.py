"""Files that only this user may read."""

from __future__ import annotations

import os
from pathlib import Path


def write_private(file: Path, content: bytes) -> None:
    """Write a file that only this user may read, in a folder for them alone: all of it, or nothing. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    with open(part, "wb", opener=_open_private) as written:
        written.write(content)
    part.replace(file)


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
