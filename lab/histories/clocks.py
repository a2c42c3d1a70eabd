"""Clocks that jump: one process's time of day is ahead or behind by what a file says.

Whatever measures durations continues unchanged: a jump of the time of day does not affect it. (libfaketime shifts
absolute sleeps on the monotonic clock too, and they fail or last an hour.)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

JUMPING = """\
import time
from pathlib import Path

FILE, TIME_NS = Path(__file__).with_name("clock"), time.time_ns
time.time_ns = lambda: TIME_NS() + 1_000_000_000 * int(FILE.read_text())
time.time = lambda: time.time_ns() / 1_000_000_000
"""
"""What Python imports at its start (`sitecustomize`), before anything takes the clock."""


def set_clock(folder: Path, seconds: int) -> None:
    """Set by how much a service's clock is ahead; atomically, since the file is replaced."""
    new = folder / "clock.new"
    new.write_text(str(seconds))
    new.replace(folder / "clock")


def with_clock(folder: Path) -> Mapping[str, str]:
    """Return the environment of a service whose clock jumps."""
    set_clock(folder, 0)
    (folder / "sitecustomize.py").write_text(JUMPING)
    return {"PYTHONPATH": os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))}
