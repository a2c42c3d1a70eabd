"""The coverage of a title's cases."""

from __future__ import annotations

from dataclasses import replace

from referee.cases.venue import Coverage

WHOLE = Coverage(title="infludance_duel", clauses=("IN-1.1",), uncited=(), unrefused=(), unknown=())


def test_cases_are_complete_if_they_cite_every_clause_refuse_by_each_that_can_and_cite_no_other() -> None:
    assert WHOLE.complete
    assert not replace(WHOLE, uncited=("IN-1.1",)).complete
    assert not replace(WHOLE, unrefused=("IN-1.1",)).complete
    assert not replace(WHOLE, unknown=("IN-99.1",)).complete
