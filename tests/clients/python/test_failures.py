"""What a status and its details become."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2

from gunbai_client import errors
from gunbai_client.failures import from_status, lost


def status(code: grpc.StatusCode, *details: object) -> status_pb2.Status:
    """Return a status as a stream carries it."""
    made = status_pb2.Status(code=code.value[0], message="so it is")
    for detail in details:
        packed = AnyMessage()
        packed.Pack(detail)  # type: ignore[arg-type]  # a message each
        made.details.append(packed)
    return made


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (grpc.StatusCode.INVALID_ARGUMENT, errors.InvalidRequest),
        (grpc.StatusCode.NOT_FOUND, errors.NotFound),
        (grpc.StatusCode.UNAUTHENTICATED, errors.NotAllowed),
        (grpc.StatusCode.PERMISSION_DENIED, errors.NotAllowed),
        (grpc.StatusCode.ABORTED, errors.StaleVersion),
        (grpc.StatusCode.FAILED_PRECONDITION, errors.NotNow),
        (grpc.StatusCode.ALREADY_EXISTS, errors.AlreadyThere),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, errors.Exhausted),
        (grpc.StatusCode.UNAVAILABLE, errors.Unreachable),
        (grpc.StatusCode.DEADLINE_EXCEEDED, errors.Unreachable),
        (grpc.StatusCode.INTERNAL, errors.ServiceError),
    ],
)
def test_each_status_is_an_error_of_its_own_kind(code: grpc.StatusCode, kind: type[errors.GunbaiError]) -> None:
    error = from_status(status(code))
    assert type(error) is kind
    assert "so it is" in str(error)


def test_the_reason_and_the_fields_at_fault_are_read_from_the_details() -> None:
    reason = error_details_pb2.ErrorInfo(reason="INVALID_FIELD", domain="gunbai", metadata={"field": "seats"})
    violation = error_details_pb2.BadRequest.FieldViolation(field="seats", description="at most 2")
    bad = error_details_pb2.BadRequest(field_violations=[violation])
    error = from_status(status(grpc.StatusCode.INVALID_ARGUMENT, reason, bad))
    assert isinstance(error, errors.InvalidRequest)
    assert error.reason == "INVALID_FIELD"
    assert error.facts == {"field": "seats"}
    assert error.fields == {"seats": "at most 2"}


def test_the_reason_is_read_whatever_detail_comes_first() -> None:
    reason = error_details_pb2.ErrorInfo(reason="INVALID_FIELD", domain="gunbai")
    error = from_status(status(grpc.StatusCode.INVALID_ARGUMENT, error_details_pb2.BadRequest(), reason))
    assert error.reason == "INVALID_FIELD"


def test_an_error_without_words_names_its_code() -> None:
    for code in (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.INTERNAL, grpc.StatusCode.DEADLINE_EXCEEDED):
        assert code.name in str(from_status(status_pb2.Status(code=code.value[0])))
        assert (code.name in str(from_status(status(code)))) is (code is grpc.StatusCode.INTERNAL)


@pytest.mark.parametrize(
    "code", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED]
)
def test_a_service_that_was_lost_differs_from_one_that_was_slow(code: grpc.StatusCode) -> None:
    error = from_status(status(code))
    assert isinstance(error, errors.Unreachable)
    assert error.unavailable is (code is not grpc.StatusCode.DEADLINE_EXCEEDED)


@pytest.mark.parametrize("details", ["Channel closed!", "Locally cancelled by application!"])
def test_a_call_that_the_client_ended_was_not_lost(details: str) -> None:
    error = from_status(status_pb2.Status(code=grpc.StatusCode.CANCELLED.value[0], message=details))
    assert isinstance(error, errors.Unreachable)
    assert not error.unavailable


def test_a_stream_that_ends_before_its_time_is_lost_or_failed() -> None:
    for code, details in ((grpc.StatusCode.OK, None), (grpc.StatusCode.INTERNAL, "Internal error from Core")):
        error = lost(code, details)
        assert (type(error), str(error)) == (errors.Unreachable, "the service ended the stream")
    assert type(lost(grpc.StatusCode.NOT_FOUND, None)) is errors.NotFound
    assert str(lost(grpc.StatusCode.NOT_FOUND, "no such game")) == "no such game"


def test_a_reason_of_somebody_else_is_none_of_ours() -> None:
    taken = error_details_pb2.ErrorInfo(reason="SEAT_TAKEN", domain="example.com")
    assert type(from_status(status(grpc.StatusCode.ALREADY_EXISTS, taken))) is errors.AlreadyThere
