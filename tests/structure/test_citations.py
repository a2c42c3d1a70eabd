"""Every clause is cited in the code of its title: who searches for its number finds where it is carried out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from rich.text import Text

from clients.cli.screen.explanations import explain
from clients.render.wording import place_in
from games.kit.title import Title
from gunbai_record.cases import read_file
from gunbai_record.clauses import clauses
from referee.cases import citations
from referee.cases.citations import InstalledRules, code_citing, sources
from titles.catalogue import TITLES, newest

NOT_CITED: Mapping[str, str] = {}
"""The clauses that no line of code cites, each with the reason."""


def is_cited(title: Title[Any], number: str) -> bool:
    """Return whether a search of the title's code for this number, as players write it, finds a line."""
    exactly = re.compile(rf"\b{re.escape(number)}(?!\d|\.\d)")
    return any(exactly.search(citation.text) for citation in code_citing(title, [number]))


@pytest.mark.parametrize("title", TITLES)
def test_a_clause_is_cited_in_code_or_has_a_reason(title: str) -> None:
    numbers = [clause.number for clause in clauses(title).values()]
    uncited = {number for number in numbers if not is_cited(newest(title), number)}
    assert uncited == NOT_CITED.keys() & set(numbers)


@pytest.mark.parametrize("title", TITLES)
def test_what_is_cited_is_a_clause_or_a_house_ruling(title: str) -> None:
    rules = newest(title)
    numbers = {clause.number for clause in clauses(title).values()} | {
        ruling.number for ruling in rules.words.house_rulings
    }
    # A chapter, such as KT-6, is cited too.
    numbers |= {number.partition(".")[0] for number in numbers}
    number = re.compile(rf"\b{rules.code}-A?\d+(?:\.\d+)*")
    cited = {
        cited_number for path in sources(rules) for cited_number in number.findall(path.read_text(encoding="utf-8"))
    }
    assert sorted(cited - numbers) == []


@pytest.mark.parametrize("title", TITLES)
def test_a_clause_is_explained_by_sentence_place_house_ruling_code_and_cases(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The cases of a title are read once for all its clauses.
    monkeypatch.setattr(citations, "read_file", cache(lambda file: list(read_file(file))))
    rules = InstalledRules()
    listed = rules.clauses(title)
    register = {ruling.number: ruling for ruling in listed.house_rulings}
    for clause in listed.clauses:
        assert rules.title_of(clause.number) == title
        explanation = explain(listed, clause.number)
        assert explanation is not None
        assert explanation.house_ruling == register.get(clause.house_ruling)
        citations_shown = rules.citations(title, explanation.numbers)
        shown = [Text.from_markup(line).plain.strip() for line in explanation.lines(citations_shown)]
        assert shown[:2] == [f"{clause.number}  {clause.sentence}", place_in(listed.rulebook or "Place", clause.place)]
        if clause.house_ruling:
            ruling = register[clause.house_ruling]
            assert {f"{ruling.number}, a house ruling: {ruling.question}", f"Chosen: {ruling.chosen}"} <= set(shown)
        code, cases = shown.index("Code:"), shown.index("Cases:")
        assert len(shown[code + 1 : cases]) == len(citations_shown.code) > 0, clause.number
        assert len(shown[cases + 1 :]) == len(citations_shown.cases) > 0, clause.number


def test_an_exception_is_a_clause_and_its_reason_a_sentence() -> None:
    numbers = {clause.number for title in TITLES for clause in clauses(title).values()}
    assert NOT_CITED.keys() <= numbers
    assert [number for number, reason in NOT_CITED.items() if not reason.endswith(".")] == []
