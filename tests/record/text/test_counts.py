"""Numbers with their nouns."""

from __future__ import annotations

from gunbai_record.text.counts import counted


def test_one_of_a_kind_is_no_plural() -> None:
    seats = [counted(number, "seat") for number in (1, 2)]
    entries = [counted(number, "entry") for number in (1, 1200)]
    assert seats + entries == ["1 seat", "2 seats", "1 entry", "1,200 entries"]
