"""The page of errors is as the protos have it, and the service gives each reason that they name."""

from __future__ import annotations

from gunbai.referee.v1 import reasons_pb2 as pb
from referee.calls.statuses import REASONS
from tests.structure.errors import PAGE, page


def test_the_page_of_errors_is_that_of_the_protos() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make errors`"


def test_a_service_gives_every_reason_and_no_other() -> None:
    assert {*REASONS.values(), pb.REASON_BUG, pb.REASON_UNSPECIFIED} == {*pb.Reason.values()}


def test_every_reason_has_a_status_and_advice_in_a_sentence() -> None:
    for value in pb.Reason.DESCRIPTOR.values[1:]:
        meant = value.GetOptions().Extensions[pb.failure]
        assert meant.code, value.name
        assert meant.advice[:1].isupper(), value.name
        assert meant.advice.endswith("."), value.name
