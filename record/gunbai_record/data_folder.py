"""Where a person's own service keeps its files unless they are named, no matter where it is started."""

from __future__ import annotations

import os
from pathlib import Path


def data_file(name: str) -> Path:
    """Return a file's place in $XDG_DATA_HOME/gunbai, or ~/.local/share/gunbai."""
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    # The XDG Base Directory Specification says to ignore relative paths.
    folder = data if data.is_absolute() else Path.home() / ".local" / "share"
    return folder / "gunbai" / name
