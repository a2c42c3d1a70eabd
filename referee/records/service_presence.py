"""The service's presence: time in which nobody could reach it costs nobody time.

The store's notes show stops; they are made while anything has a deadline. The process itself notices when it was
paused, when the machine slept and when the clock was put forward: between two looks at the clocks there is a gap, or
the time of day advanced more than the elapsed time. Short gaps are pauses: their sum since a game's last entry is left
out of its clocks.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from referee.records.background_task import Background
from store.contract import Store, StoreError
from store.shared_state import SharedState

EVERY_SECONDS = 10.0
"""How often the presence is noted: after a crash, the clocks leave out up to this much more."""
LOOK_SECONDS = 0.25
"""How often the service looks at the clocks."""
GAP_SECONDS = 5.0
"""A gap of this length is an absence."""
PAUSE_SECONDS = 0.75
"""A gap of this length is a pause; pauses add up."""
EXCUSED = 1_000_000
"""The total microseconds of pauses that do not matter."""
PATIENCE_SECONDS = 2.0
"""How long it may take to note the presence."""
_REMEMBERED = 64
"""How many absences are remembered."""
_PAUSES = 4096
"""How many pauses are remembered."""


class Absence(NamedTuple):
    """An absence of the service, in microseconds since 1970; it began at 0 if its beginning is unknown."""

    since: int
    until: int


class _Look(NamedTuple):
    """What the clocks showed: the service's in microseconds, the machine's in seconds."""

    at: int
    time_of_day: float
    passed: float


class Presence(Background):
    """Knows when the service was running: while it runs itself, and earlier from its notes.

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
        self._pauses: deque[Absence] = deque(maxlen=_PAUSES)
        self.last_return = 0
        """When the last known absence or pause ended; none of them concerns what happened after it."""
        self._began, self._is_read = now(), False
        self._seen, self._returning = self._look(), asyncio.Lock()
        self._noted = 0.0

    @property
    def back_since(self) -> int:
        """Since when the service has run without a break; 0 if that is unknown, or others ran meanwhile."""
        return max((away.until for away in self._past()), default=0)

    def last_seen(self, since: int) -> int:
        """Return when the service last ran before the first absence that ended after a moment; 0 if unknown.

        Pauses between the moment and the absence make it earlier.
        """
        left = min((away.since for away in self._past() if away.until > since), default=0)
        return max(since, left - _overlap(self._pauses, since, left)) if left > since else left

    def paused(self, since: int) -> int:
        """Return how long the pauses after a moment took together, without absences; 0 while that is too short."""
        lost = _overlap(self._pauses, since, self._now())
        return lost if lost >= EXCUSED else 0

    def absent(self, since: int, until: int) -> int:
        """Return how long the service was away between two moments, as far as is remembered."""
        return _overlap((*self._past(), *self._pauses), since, until)

    def _past(self) -> list[Absence]:
        """Return the absences, except any that ends in the future: the clock was put back since."""
        now = self._now()
        return [away for away in self._absences if away.until <= now]

    async def read(self) -> None:
        """Read, once, when the service last ran before it began."""
        if not self._is_read:
            attended, before = await self._shared_state.attended(), await self._store.presence()
            # Another call may have read it during these awaits.
            if not attended and not self._is_read:
                self._absences.appendleft(Absence(before, self._began))
                self.last_return = max(self.last_return, self._began)
            self._is_read = True

    def is_back(self) -> bool:
        """Look at the clocks, and return whether they show a gap: `returned` remembers it."""
        look = self._look()
        if self._gap(look) >= PAUSE_SECONDS:
            return True
        self._seen = look
        return False

    async def returned(self) -> bool:
        """Remember the gap that the clocks show, unless another process was running; return whether it is an absence.

        Raises StorageError.
        """
        async with self._returning:
            # Another call may have handled the gap while this one waited.
            if not self.is_back():
                return False
            attended, look = await self._shared_state.attended(), self._look()
            # The clock may have been put back, but an absence must not end before it begins.
            away, is_long = Absence(self._seen.at, max(self._seen.at, look.at)), self._gap(look) >= GAP_SECONDS
            if not attended:
                (self._absences if is_long else self._pauses).append(away)
                self.last_return = max(self.last_return, away.until)
            self._seen = look
            return is_long

    def _gap(self, look: _Look) -> float:
        """Return how much time passed since the last look, by the clock that advanced more."""
        # The monotonic clock may stop while the machine sleeps, and the time of day may be put back.
        return max(look.passed - self._seen.passed, look.time_of_day - self._seen.time_of_day)

    async def note(self, *, ends: bool = False) -> None:
        """Note that the service is running, if wanted, or if it ends: it may not have found all deadlines yet."""
        # A missing note makes the clocks leave out more time, which harms nobody; a stop does not wait for it.
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
                if self.is_back() and await self.returned():
                    await self._on_return()
            if time.monotonic() - self._noted >= EVERY_SECONDS:
                await self.note()
                self._noted = time.monotonic()
            await asyncio.sleep(LOOK_SECONDS)


def _overlap(times: Iterable[Absence], since: int, until: int) -> int:
    """Return how much of the time between two moments these take."""
    return sum(max(0, min(until, away.until) - max(since, away.since)) for away in times)
