"""The event loop's pulse: it beats every second, and a thread can see when it last did."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import monotonic

from referee.records.background_task import Background

EVERY_SECONDS = 1.0
SILENT_SECONDS = 30.0
"""After how long without a beat the loop counts as stuck: no call is answered meanwhile."""


class Pulse(Background):
    """Beats on the event loop; each of `hears` is called at each beat, with its delay in seconds."""

    def __init__(self, hears: Iterable[Callable[[float], None]] = (), every_seconds: float = EVERY_SECONDS) -> None:
        self.hears, self._every = list(hears), every_seconds
        self._last = monotonic()

    @property
    def alive(self) -> bool:
        """Whether the loop runs. Any thread may ask."""
        return monotonic() - self._last < SILENT_SECONDS

    async def _run(self) -> None:
        while True:
            due = monotonic() + self._every
            await asyncio.sleep(self._every)
            self._last = monotonic()
            for hear in self.hears:
                hear(max(0.0, self._last - due))
