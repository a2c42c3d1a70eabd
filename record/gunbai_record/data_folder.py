"""Where the service of a person keeps its files unless they are named: not in whatever folder it is started from."""

from __future__ import annotations

import os
from pathlib import Path


def data_file(name: str) -> Path:
    """Return the place of a file in $XDG_DATA_HOME/gunbai, or ~/.local/share/gunbai."""
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    # A relative path is to be ignored (XDG Base Directory Specification).
    folder = data if data.is_absolute() else Path.home() / ".local" / "share"
    return folder / "gunbai" / name
