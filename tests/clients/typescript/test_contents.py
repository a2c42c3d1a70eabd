"""The verifier in JavaScript finds what no service takes or writes, in every message of the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.clients.typescript.test_course import file_of
from tests.clients.typescript.verifier import NEEDS_NODE, Case
from tests.referee.proof import forged
from tests.referee.proof.forged import V1

pytestmark = NEEDS_NODE


def test_no_message_of_the_record_has_an_unknown_field(verified: Any) -> None:
    cases = {name: case for name, case in forged.with_unknown_fields().items() if name.startswith(V1)}
    reports = verified([Case(file_of(case.entries, case.secrets)) for case in cases.values()])
    found = {
        name: (report["verdict"], report["badVersion"], report["problem"])
        for name, report in zip(cases, reports, strict=True)
    }
    assert found == {name: ("failed", case.version, f"{name} has no field 111") for name, case in cases.items()}


def test_nothing_is_beyond_what_a_service_takes(verified: Any) -> None:
    cases = [*forged.beyond_limits()]
    for case, report in zip(cases, verified([Case(file_of(case.entries, {})) for case in cases]), strict=True):
        assert (report["verdict"], report["badVersion"]) == ("failed", case.version)
        assert case.problem in report["problem"]


def test_what_a_service_takes_at_most_holds(verified: Any) -> None:
    (report,) = verified([Case(file_of(forged.at_the_limits(), {}))])
    assert report["problem"] == ""


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        (forged.ended_before_it_left, "last entry of the branch"),
        (forged.held_with_another_key, "each seat with the key that it has in the parent"),
    ],
)
def test_a_branch_fits_its_parent(verified: Any, made: Callable[[], forged.Forged], problem: str) -> None:
    case = made()
    (report,) = verified([Case(file_of(case.entries, case.secrets))])
    assert (report["verdict"], report["badVersion"]) == ("failed", case.version)
    assert problem in report["problem"]


def test_a_record_has_no_number_that_lines_of_json_cannot_hold(verified: Any) -> None:
    (report,) = verified([Case(file_of(forged.in_the_far_future(), {}))])
    assert (report["verdict"], "beyond 2^53" in report["problem"]) == ("failed", True)


def test_an_order_is_as_its_sender_wrote_it(verified: Any) -> None:
    (report,) = verified([Case(file_of(forged.as_sent(), {}))])
    assert report["problem"] == ""
