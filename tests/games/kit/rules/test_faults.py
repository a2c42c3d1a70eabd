"""The faults of options and tables, and the clauses that they cite."""

from __future__ import annotations

import pytest

from games.kit.rules.faults import cited_clause


@pytest.mark.parametrize(
    ("fault", "clause"),
    [
        ("nobody sits there (KT-1.1)", "KT-1.1"),
        ("a race has one track (TR-2.1, TR-16.1)", "TR-2.1"),
        ("there is no such track (TR-2.1); the tracks are many", "TR-2.1"),
        ("there is no track '(TR-9.9)' (TR-2.1)", "TR-2.1"),
        ("it is no table", ""),
        ("a number in passing, KT-1.1, is no citation", ""),
    ],
)
def test_a_fault_cites_the_last_clause_in_parentheses(fault: str, clause: str) -> None:
    assert cited_clause(fault) == clause
