"""Times of the record in sentences, the same in every language."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def utc(micros: int) -> str:
    """Return a time in microseconds since 1970-01-01 UTC as a date and a minute of UTC."""
    return f"{_EPOCH + timedelta(microseconds=micros):%Y-%m-%d %H:%M} UTC"
