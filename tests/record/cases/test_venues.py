"""What venues share: values at fault as text."""

from __future__ import annotations

import pytest

from gunbai_record.cases import CaseError, CreationRefused, Judged
from gunbai_record.cases.venues import text


@pytest.mark.parametrize(
    ("value", "shown"), [(True, "yes"), (3, "3"), ("red", "red"), ((), ""), (["a", 2, False], "a, 2, no")]
)
def test_a_value_at_fault_is_shown_as_text(value: object, shown: str) -> None:
    assert text(value) == shown


def test_a_refused_creation_has_its_clause() -> None:
    refusal = CreationRefused("there is no track 'x' (TR-2.1)", "TR-2.1")
    assert isinstance(refusal, CaseError)
    assert refusal.clause == "TR-2.1"
    assert (CreationRefused("7 seats").clause, str(CreationRefused("7 seats", "X-1"))) == ("", "7 seats")
    assert (Judged().events, Judged().refused) == ((), None)
