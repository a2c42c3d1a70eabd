"""A service inside the process of the tests, run as its command runs it: until a signal."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from referee.access.quotas import UNLIMITED
from referee.game.titles import finished
from referee.running import run
from referee.server import Service, Settings
from referee.telemetry import TelemetrySettings

SWITCHING = 0.005
"""The seconds after which Python switches threads; a service that an earlier test ran here has changed it."""


@contextmanager
def as_python_is() -> Iterator[None]:
    """Give the process the collector and the switching that Python has, before and after the block."""
    threshold = gc.get_threshold()
    sys.setswitchinterval(SWITCHING)
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)
        sys.setswitchinterval(SWITCHING)


@asynccontextmanager
async def served_inside(folder: Path, telemetry: TelemetrySettings | None = None) -> AsyncIterator[Service]:
    """Yield a service over a file in a folder; a signal ends it, and it has stopped in order when the block is left."""
    ready = asyncio.get_running_loop().create_future()
    settings, key = Settings(limits=UNLIMITED, drain_seconds=0), folder / "service.key"
    with as_python_is():
        service = asyncio.create_task(
            run(folder / "games.sqlite", key, finished(), settings, ready.set_result, telemetry=telemetry)
        )
        await asyncio.wait({service, ready}, return_when=asyncio.FIRST_COMPLETED)
        try:
            if ready.done():
                yield ready.result()
        finally:
            if not service.done():
                os.kill(os.getpid(), signal.SIGTERM)
            await service
