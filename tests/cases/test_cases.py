"""Every case under tests/cases and every example of docs/cases.md holds in this process; no list leaves a move out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from gunbai_record.cases import Case, Judged, read_files, readable, run
from gunbai_record.cases.format import read_text
from referee.cases import in_process_venue
from referee.cases.in_process_venue import InProcessMatch, InProcessVenue, coverage
from titles.catalogue import TITLES, newest

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
MADE_OF_PIECES = {"LayPlan"}
"""Commands that are in no list of legal ones, but made of those that are."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.title}: {case.name}")
def test_the_referee_does_what_the_case_expects(case: Case) -> None:
    run(case, InProcessVenue())


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.name)
def test_the_examples_of_the_description_hold(case: Case) -> None:
    run(case, InProcessVenue())


@pytest.mark.parametrize("name", TITLES)
def test_the_cases_of_a_finished_title_leave_no_clause_out(name: str) -> None:
    covered = coverage(newest(name), CASES)
    assert covered.complete, covered


class OfferedMatch(InProcessMatch):
    """A game in which a seat may do nothing that its list of legal commands leaves out."""

    def judge(self, actor: int, command: Message) -> Judged:
        offered = self.legal(actor) if actor else ()
        judged = super().judge(actor, command)
        if actor and not judged.refused and type(command).__name__ not in MADE_OF_PIECES:
            assert any(says(message, command) for message in offered), command
        return judged


def says(offered: Message, command: Message) -> bool:
    """Return whether a command of a list has all that another one says, with lists in any order."""
    return type(offered) is type(command) and all(
        unordered(getattr(offered, field.name)) == unordered(value) for field, value in command.ListFields()
    )


def unordered(value: Any) -> Any:
    return sorted(value, key=str) if hasattr(value, "extend") else value


@pytest.mark.parametrize("name", TITLES)
def test_whatever_a_seat_may_do_in_a_case_was_in_its_list(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_process_venue, "InProcessMatch", OfferedMatch)
    for case in CASES:
        if case.title == name:
            run(case, InProcessVenue())
