"""Every clause is cited in the code of its title: who searches for its number finds where it is carried out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from games.catalogue import TITLES, newest
from games.kit.decider import Title
from gunbai_client.clauses import clauses
from referee.cases.citations import code_citing, sources

NOT_CITED: Mapping[str, str] = {}
"""The clauses that no line of code cites, each with the reason."""


def is_cited(title: Title[Any], number: str) -> bool:
    """Return whether a search of the title's code for this number, as players write it, finds a line."""
    exactly = re.compile(rf"\b{re.escape(number)}(?!\d|\.\d)")
    return any(exactly.search(each.text) for each in code_citing(title, [number]))


@pytest.mark.parametrize("title", TITLES)
def test_a_clause_is_cited_in_code_or_has_a_reason(title: str) -> None:
    numbers = [clause.number for clause in clauses(title).values()]
    uncited = {number for number in numbers if not is_cited(newest(title), number)}
    assert uncited == NOT_CITED.keys() & set(numbers)


@pytest.mark.parametrize("title", TITLES)
def test_what_is_cited_is_a_clause_or_a_house_ruling(title: str) -> None:
    rules = newest(title)
    known = {clause.number for clause in clauses(title).values()} | {each.number for each in rules.house_rulings}
    # A chapter, such as KT-6, is cited too.
    known |= {number.partition(".")[0] for number in known}
    number = re.compile(rf"\b{rules.code}-A?\d+(?:\.\d+)*")
    cited = {each for path in sources(rules) for each in number.findall(path.read_text(encoding="utf-8"))}
    assert sorted(cited - known) == []


def test_an_exception_is_a_clause_and_its_reason_a_sentence() -> None:
    numbers = {clause.number for title in TITLES for clause in clauses(title).values()}
    assert NOT_CITED.keys() <= numbers
    assert [number for number, reason in NOT_CITED.items() if not reason.endswith(".")] == []
