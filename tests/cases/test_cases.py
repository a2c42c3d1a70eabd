"""Every case under tests/cases holds in this process, and so do the examples of docs/cases.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.catalogue import TITLES, newest
from gunbai_client.cases import Case, read_files, readable, run
from gunbai_client.cases.format import read_text
from referee.cases.venue import InProcessVenue, coverage

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "cases.md"

CASES = [case for case in read_files([HERE]) if case.title in TITLES]
EXAMPLES = [
    case
    for number, block in enumerate(
        re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL), start=1
    )
    for case in readable(read_text(block, f"docs/cases.md, example {number}", folder="infludance_duel"))
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.title}: {case.name}")
def test_the_referee_does_what_the_case_expects(case: Case) -> None:
    run(case, InProcessVenue())


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.name)
def test_the_examples_of_the_description_hold(case: Case) -> None:
    run(case, InProcessVenue())


@pytest.mark.parametrize("name", TITLES)
def test_the_cases_of_a_finished_title_leave_no_clause_out(name: str) -> None:
    found = coverage(newest(name), CASES)
    assert found.complete, found
