"""A service's time, with which its entries and papers are dated."""

from __future__ import annotations

from time import time_ns


def now() -> int:
    """Return the time in microseconds since 1970 (UTC)."""
    return time_ns() // 1000
