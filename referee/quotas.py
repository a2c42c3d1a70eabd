"""Quotas: how much one peer or one token may ask for, so that a service on a public address stays one for all."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from time import monotonic

import msgspec

from referee.errors import QuotaExceeded

_REMEMBERED = 10_000


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The quotas of a service; 0 lifts one. Bursts of ten seconds' worth (of ten games, a minute's) are allowed."""

    games_per_minute: float = 60
    """Games created, branched or joined by one peer."""
    commands_per_second: float = 100
    """Commands judged for one token."""
    calls_per_second: float = 500
    """Other calls of one peer."""
    streams: int = 256
    """Streams that one peer has open at once."""


class Buckets:
    """Token buckets by key: each fills with `rate` per second up to `size`; the longest unused are forgotten."""

    def __init__(self, quota: str, rate: float, size: float, clock: Callable[[], float] = monotonic) -> None:
        self._quota, self._rate, self._size, self._clock = quota, rate, size, clock
        self._levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable) -> None:
        """Take one from the bucket of a key. Raises QuotaExceeded if it is empty."""
        if not self._rate:
            return
        now = self._clock()
        level, since = self._levels.pop(key, (self._size, now))
        level = min(self._size, level + (now - since) * self._rate)
        self._levels[key] = (max(level - 1, 0) if level >= 1 else level, now)
        if len(self._levels) > _REMEMBERED:
            self._levels.popitem(last=False)
        if level < 1:
            raise QuotaExceeded(self._quota, (1 - level) / self._rate)


class Quotas:
    """The buckets of a service."""

    def __init__(self, limits: Limits) -> None:
        self._streams_allowed = limits.streams
        self._streams: Counter[str] = Counter()
        per_minute, commands, calls = limits.games_per_minute, limits.commands_per_second, limits.calls_per_second
        self.games = Buckets(f"{per_minute:g} games a minute", per_minute / 60, max(per_minute, 10))
        self.commands = Buckets(f"{commands:g} commands a second", commands, commands * 10)
        self.calls = Buckets(f"{calls:g} calls a second", calls, calls * 10)

    @contextmanager
    def stream(self, peer: str) -> Iterator[None]:
        """Count a stream of a peer while it is open. Raises QuotaExceeded if it has too many."""
        if self._streams_allowed and self._streams[peer] >= self._streams_allowed:
            raise QuotaExceeded(f"{self._streams_allowed} streams at once", 1.0)
        self._streams[peer] += 1
        try:
            yield
        finally:
            self._streams[peer] -= 1
            self._streams += Counter()
