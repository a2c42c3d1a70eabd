"""The clauses of a title, read from its stubs."""

from __future__ import annotations

import pytest

from gunbai_record.clauses import clauses, code_of
from titles.catalogue import TITLES


@pytest.mark.parametrize("title", TITLES)
def test_every_clause_has_a_number_a_sentence_and_a_place(title: str) -> None:
    all_clauses = clauses(title)
    numbers = [clause.number for clause in all_clauses.values()]
    assert len(set(numbers)) == len(numbers) > 20
    assert all(clause.sentence.endswith((".", ".”", ".)")) and clause.place for clause in all_clauses.values())


def test_a_title_without_stubs_has_none() -> None:
    with pytest.raises(ImportError):
        clauses("chess")


@pytest.mark.parametrize(
    ("text", "code"),
    [("KT-6.12", "KT"), ("SS-A17", "SS"), ("in-4", "IN"), ("titan_race", ""), ("KT-", ""), ("KT-6.", ""), ("6.12", "")],
)
def test_a_number_begins_with_the_code_of_its_title(text: str, code: str) -> None:
    assert code_of(text) == code
