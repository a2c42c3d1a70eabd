"""The time of a service, which passes only when a test says so: what is to be in time is so on every machine."""

from __future__ import annotations

from time import time_ns


class Clock:
    """A clock that stands still until it is moved on."""

    def __init__(self) -> None:
        self._now = time_ns() // 1000

    def now(self) -> int:
        """Return the time in microseconds since 1970."""
        return self._now

    def go_on(self, seconds: int) -> None:
        """Let some time pass."""
        self._now += seconds * 1_000_000
