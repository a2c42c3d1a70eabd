"""The page of errors is as the protos have it, and the service gives each reason that they name."""

from __future__ import annotations

import inspect
from typing import Any

from google.rpc.error_details_pb2 import ErrorInfo

from gunbai.referee.v1 import reasons_pb2 as pb
from gunbai_record.packages import Package
from referee.calls.statuses import REASONS, status_of
from store import contract
from tools.pages.errors import FACTS, HEAD, PAGE, page

SAMPLES: dict[str, Any] = {
    "str": "word",
    "int": 7,
    "float": 2.0,
    "tuple[int, ...]": (1, 3),
    "list[str]": ["one", "two"],
    "Package": Package("gunbai-ur", "0.1.0"),
}
"""A value for each type of what an error is made of."""


def sample(kind: type[Exception]) -> Exception:
    """Return an error of a class, made of sample values."""
    parameters = [*inspect.signature(kind.__init__).parameters.values()][1:]
    return kind(
        *(
            SAMPLES[parameter.annotation]
            for parameter in parameters
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        )
    )


def test_the_page_of_errors_is_that_of_the_protos() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make errors`"


def test_a_service_gives_every_reason_and_no_other() -> None:
    assert {*REASONS.values(), pb.REASON_BUG, pb.REASON_UNSPECIFIED} == {*pb.Reason.values()}


def test_every_reason_has_its_place_among_those_that_apply_together() -> None:
    reasons = {value.name.removeprefix("REASON_") for value in pb.Reason.DESCRIPTOR.values[1:]}
    order = HEAD.partition("## Which comes first")[2]
    assert {reason for reason in reasons if f"`{reason}`" not in order} == set(), "say where in tools/pages/errors.py"


def test_every_reason_has_a_status_and_advice_in_a_sentence() -> None:
    for value in pb.Reason.DESCRIPTOR.values[1:]:
        meant = value.GetOptions().Extensions[pb.failure]
        assert meant.code, value.name
        assert meant.advice[:1].isupper(), value.name
        assert meant.advice.endswith("."), value.name


def test_the_facts_of_each_reason_are_those_that_its_errors_have() -> None:
    given: dict[str, set[str]] = {}
    for kind in (*REASONS, contract.LogBehind):
        info = ErrorInfo()
        assert status_of(sample(kind)).details[0].Unpack(info)
        given.setdefault(info.reason, set()).update(info.metadata)
    for value in pb.Reason.DESCRIPTOR.values[1:]:
        facts = [*value.GetOptions().Extensions[pb.failure].facts]
        assert set(facts) == given.get(value.name.removeprefix("REASON_"), set()), value.name
        assert len(set(facts)) == len(facts), value.name


def test_every_fact_is_explained_once() -> None:
    named = {fact for value in pb.Reason.DESCRIPTOR.values for fact in value.GetOptions().Extensions[pb.failure].facts}
    assert set(FACTS) == named
