"""What every test runs under: Hypothesis counts no milliseconds on a shared machine, and searches long if asked to.

Compiled modules are kept, whatever the environment says: otherwise every process that a test starts compiles them
anew, which takes three times as long as to start.

Files are in memory where the system has room for them there: a test kills processes, never the machine, so it sees of
them what it would see on a disk, and waits for none. `TMPDIR` names another place.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

_ANYWHERE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("short", _ANYWHERE, max_examples=50, stateful_step_count=20)
settings.register_profile("long", _ANYWHERE, max_examples=300, stateful_step_count=50)
settings.load_profile("short")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_MEMORY = Path("/dev/shm")
_ROOM = 1 << 30
"""How many bytes must be free: a run needs a tenth of them at once."""
if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free >= _ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)

_COLLECTED_AFTER = 20_000
"""How many new objects start a search for garbage."""


def pytest_collection_finish() -> None:
    """Let no search for garbage look at the thousands of tests, which live to the end: it took a tenth of a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECTED_AFTER, 20, 20)
