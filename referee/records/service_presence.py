"""The presence of the service, noted in the store while anything has a deadline: a stop costs nobody time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from referee.records.background_task import Background
from store.contract import Store, StoreError
from store.shared_state import SharedState

EVERY_SECONDS = 10.0
"""How often the presence is noted: after a crash the clocks leave out up to this much more."""

PATIENCE_SECONDS = 2.0
"""How long it may take to note the presence."""


class Presence(Background):
    """Notes that the service is there while that is `wanted`, from when it begins until it is ended."""

    def __init__(
        self, store: Store, shared_state: SharedState, now: Callable[[], int], wanted: Callable[[], bool]
    ) -> None:
        self._store, self._shared_state, self._now, self._wanted = store, shared_state, now, wanted
        self._before: int | None = None
        self.attended = False
        """Whether another process was there when this one began: then nothing has stopped."""

    @property
    def before(self) -> int:
        """When the service was last there before it began, in microseconds; 0 if that was not read, or not known."""
        return self._before or 0

    async def read(self) -> None:
        """Read when the service was last there before it began, once."""
        if self._before is None:
            self.attended = await self._shared_state.attended()
            self._before = await self._store.presence()

    async def note(self) -> None:
        """Note that the service is there."""
        # What is not noted makes the time longer that clocks leave out, and harms nobody; a stop does not wait for it.
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.read()
                if self._wanted():
                    await self._store.note_presence(self._now())

    async def _run(self) -> None:
        while True:
            await self.note()
            await asyncio.sleep(EVERY_SECONDS)
