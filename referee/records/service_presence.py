"""The presence of the service: a time in which nobody could reach it costs nobody time.

A stop is known by the notes that the store keeps while anything has a deadline. A process that was paused, a machine
that slept and a clock that was put forward are known in the process itself: between two looks at the clocks there is a
gap, or the time of day went further than the time that passed.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from referee.records.background_task import Background
from store.contract import Store, StoreError
from store.shared_state import SharedState

EVERY_SECONDS = 10.0
"""How often the presence is noted: after a crash the clocks leave out up to this much more."""
LOOK_SECONDS = 1.0
"""How often the service looks at the clocks."""
GAP_SECONDS = 5.0
"""A gap of so much is an absence."""
PATIENCE_SECONDS = 2.0
"""How long it may take to note the presence."""
_REMEMBERED = 64
"""How many absences are remembered."""


class Absence(NamedTuple):
    """A time in which the service was not there, in microseconds since 1970; it began at 0 if that is not known."""

    since: int
    until: int


class _Look(NamedTuple):
    """What the clocks showed: that of the service, in microseconds; those of the machine, in seconds."""

    at: int
    time_of_day: float
    passed: float


class Presence(Background):
    """Knows when the service was there: from when it begins until it is ended, and by its notes before.

    Notes are made while they are `wanted`. After an absence that the clocks show, `on_return` is called.
    """

    def __init__(
        self,
        store: Store,
        shared_state: SharedState,
        now: Callable[[], int],
        wanted: Callable[[], bool],
        on_return: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._shared_state, self._now, self._wanted = store, shared_state, now, wanted
        self._on_return = on_return
        self._absences: deque[Absence] = deque(maxlen=_REMEMBERED)
        self._began, self._is_read = now(), False
        self._seen, self._returning = self._look(), asyncio.Lock()
        self._noted = 0.0

    @property
    def back_since(self) -> int:
        """Since when the service is there without a break; 0 if that is not known, or others were there meanwhile."""
        return max((away.until for away in self._past()), default=0)

    def last_seen(self, since: int) -> int:
        """Return when the service was last there before the first absence that ended after a moment; 0 if unknown."""
        return min((away.since for away in self._past() if away.until > since), default=0)

    def absent(self, since: int, until: int) -> int:
        """Return how long the service was not there between two moments, as far as that is remembered."""
        return sum(max(0, min(until, away.until) - max(since, away.since)) for away in self._past())

    def _past(self) -> list[Absence]:
        """Return the absences, but none that ends in the future: the clock was put back since."""
        now = self._now()
        return [away for away in self._absences if away.until <= now]

    async def read(self) -> None:
        """Read when the service was last there before it began, once."""
        if not self._is_read:
            attended, before = await self._shared_state.attended(), await self._store.presence()
            if not attended and not self._is_read:
                self._absences.appendleft(Absence(before, self._began))
            self._is_read = True

    def is_back(self) -> bool:
        """Look at the clocks, and return whether they show an absence: `returned` remembers it."""
        look, seen = self._look(), self._seen
        if max(look.passed - seen.passed, look.time_of_day - seen.time_of_day) >= GAP_SECONDS:
            return True
        self._seen = look
        return False

    async def returned(self) -> None:
        """Remember the absence that the clocks show, unless another process was there. Raises StorageError."""
        async with self._returning:
            if not self.is_back():
                return
            attended, look = await self._shared_state.attended(), self._look()
            if not attended:
                self._absences.append(Absence(self._seen.at, max(self._seen.at, look.at)))
            self._seen = look

    async def note(self, *, ends: bool = False) -> None:
        """Note that the service is there, if that is wanted, or if it ends: it may not have found all deadlines yet."""
        # What is not noted makes the time longer that clocks leave out, and harms nobody; a stop does not wait for it.
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.read()
                if ends or self._wanted():
                    await self._store.note_presence(self._now())

    def _look(self) -> _Look:
        return _Look(self._now(), time.time(), time.monotonic())

    async def _run(self) -> None:
        while True:
            with suppress(StoreError):
                if self.is_back():
                    await self.returned()
                    await self._on_return()
            if time.monotonic() - self._noted >= EVERY_SECONDS:
                await self.note()
                self._noted = time.monotonic()
            await asyncio.sleep(LOOK_SECONDS)
