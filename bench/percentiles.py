"""Percentiles of times over many orders of magnitude, as in HdrHistogram: counted in buckets, with none forgotten.

A time is rounded down to its eight leading bits, so a percentile is at most 0.8 % too low, whether it is microseconds
or minutes, and a histogram of any number of times has at most some thousand buckets.
"""

from __future__ import annotations

import math
from collections import Counter

import msgspec

SHOWN = (50.0, 90.0, 99.0, 99.9)
_BITS = 8
_MICROS = 1_000_000


class Row(msgspec.Struct, frozen=True):
    """The percentiles of what a histogram counted, in milliseconds."""

    name: str
    count: int
    p50: float
    p90: float
    p99: float
    p999: float
    highest: float


class Histogram:
    """Times in seconds, counted to a microsecond or to eight bits."""

    def __init__(self) -> None:
        self._counts = Counter[int]()
        self.count, self.highest = 0, 0.0

    def add(self, seconds: float) -> None:
        """Count a time; a negative one counts as zero."""
        micros = max(int(seconds * _MICROS), 0)
        left_out = max(micros.bit_length() - _BITS, 0)
        self._counts[micros >> left_out << left_out] += 1
        self.count += 1
        self.highest = max(self.highest, seconds)

    def percentile(self, percent: float) -> float:
        """Return the time in seconds that this percentage of the times does not exceed; NaN if there are none."""
        wanted, passed = math.ceil(self.count * percent / 100), 0
        for micros, count in sorted(self._counts.items()):
            passed += count
            if passed >= wanted:
                return micros / _MICROS
        return math.nan

    def row(self, name: str) -> Row:
        """Return its percentiles under a name."""
        p50, p90, p99, p999 = (round(1000 * self.percentile(percent), 3) for percent in SHOWN)
        return Row(name, self.count, p50, p90, p99, p999, round(1000 * self.highest, 3))
