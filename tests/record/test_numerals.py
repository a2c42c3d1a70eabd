"""Whole numbers are those that programs write."""

from __future__ import annotations

import pytest

from gunbai_record.numerals import is_whole


@pytest.mark.parametrize("text", ["0", "7", "007", "9" * 18])
def test_ascii_digits_are_a_number(text: str) -> None:
    assert is_whole(text)


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1 ", "1_0", "1.0", "３", "٣", "²", "Ⅷ", "9" * 19])
def test_nothing_else_is_one(text: str) -> None:
    assert not is_whole(text)
