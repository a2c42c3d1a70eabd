"""Texts are compared as people write names who have another keyboard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.matching import folded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Émile", "emile"),
        ("E\u0301mile", "emile"),
        ("Žluťoučký KŮŇ", "zlutoucky kun"),
        ("Łukasz Świątek", "lukasz swiatek"),
        ("Straße", "strasse"),
        ("ﬁnale", "finale"),
        ("Ｓｈｏｇｕｎ", "shogun"),
        ("Søren", "soren"),
        ("Iıİ", "iii"),
        ("大名", "大名"),
    ],
)
def test_case_and_diacritics_do_not_count(text: str, expected: str) -> None:
    assert folded(text) == expected


@given(st.text())
def test_a_folded_text_is_folded(text: str) -> None:
    assert folded(folded(text)) == folded(text)
