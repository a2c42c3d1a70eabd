"""Values in sentences: times, durations, and what a result is based on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games.kit.words.phrasebook import Speaker
from gunbai.record.v1.results_pb2 import ResultBasis
from gunbai_record.plain import EnumWords

BASES = EnumWords(ResultBasis.items())
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def utc(micros: int) -> str:
    """Return a time in microseconds since 1970-01-01 UTC as a date and a minute in UTC."""
    return f"{_EPOCH + timedelta(microseconds=micros):%Y-%m-%d %H:%M} UTC"


def duration(seconds: int, say: Speaker, nouns: tuple[str, str, str]) -> str:
    """Return a duration in hours, minutes and seconds; each noun has a form for each class of numbers."""
    hours, rest = divmod(seconds, 3600)
    counts = zip((hours, *divmod(rest, 60)), nouns, strict=True)
    return say.list([say.count(count, noun) for count, noun in counts if count] or [say.count(0, nouns[-1])])
