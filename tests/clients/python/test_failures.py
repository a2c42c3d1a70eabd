"""What a status and its details become."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2

from gunbai_client import errors
from gunbai_client.failures import from_call, from_status, lost
from gunbai_record.errors import GunbaiError


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
        (grpc.StatusCode.OUT_OF_RANGE, errors.InvalidRequest),
        (grpc.StatusCode.NOT_FOUND, errors.NotFound),
        (grpc.StatusCode.UNAUTHENTICATED, errors.NotAllowed),
        (grpc.StatusCode.PERMISSION_DENIED, errors.NotAllowed),
        (grpc.StatusCode.ABORTED, errors.StaleVersion),
        (grpc.StatusCode.FAILED_PRECONDITION, errors.NotNow),
        (grpc.StatusCode.ALREADY_EXISTS, errors.AlreadyThere),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, errors.Exhausted),
        (grpc.StatusCode.UNAVAILABLE, errors.Unreachable),
        (grpc.StatusCode.DEADLINE_EXCEEDED, errors.Unreachable),
        (grpc.StatusCode.CANCELLED, errors.Unreachable),
        (grpc.StatusCode.INTERNAL, errors.ServiceError),
    ],
)
def test_each_status_is_an_error_of_its_own_kind(code: grpc.StatusCode, kind: type[GunbaiError]) -> None:
    error = from_status(status(code))
    assert type(error) is kind
    assert "so it is" in str(error)


@pytest.mark.parametrize(
    ("code", "details"),
    [
        (grpc.StatusCode.UNKNOWN, "Stream removed (Data frame with END_STREAM flag received)"),
        (grpc.StatusCode.INTERNAL, "Received RST_STREAM with error code 2"),
    ],
)
def test_a_call_that_a_proxy_cut_off_is_lost(code: grpc.StatusCode, details: str) -> None:
    error = from_status(status_pb2.Status(code=code.value[0], message=details))
    assert isinstance(error, errors.Unreachable)
    assert error.unavailable


def test_an_address_of_ipv6_is_named_as_people_write_it() -> None:
    details = "failed to connect to all addresses; last error: UNKNOWN: ipv6:%5B::1%5D:27170: Failed to connect"
    error = from_status(status_pb2.Status(code=grpc.StatusCode.UNAVAILABLE.value[0], message=details))
    assert str(error).endswith("ipv6:[::1]:27170: Failed to connect")


def test_a_connection_that_is_closed_may_be_that_of_another_service() -> None:
    closed = from_status(status_pb2.Status(code=grpc.StatusCode.UNAVAILABLE.value[0], message="Socket closed"))
    assert str(closed).startswith("the connection was closed: the service stopped or needs TLS, or something else")
    assert isinstance(closed, errors.Unreachable)
    assert closed.unavailable


@pytest.mark.parametrize(
    ("details", "advice"),
    [
        ("Failed to connect to remote host: Connection refused", "nothing listens at this address: check the host"),
        ("SSL_ERROR_SSL: OPENSSL_internal:WRONG_VERSION_NUMBER", "the service does not use TLS: connect without it"),
        ("OPENSSL_internal:CERTIFICATE_VERIFY_FAILED: self signed", "the certificate of the service is not trusted"),
        ("Failed parsing HTTP/2 (Expected SETTINGS frame)", "this address does not speak gRPC: use the port of"),
        ("address lookup failed for http://h:1: Misformatted", "unknown host: write the target as HOST:PORT"),
    ],
)
def test_a_connection_that_cannot_be_made_says_what_to_check(details: str, advice: str) -> None:
    error = from_status(status_pb2.Status(code=grpc.StatusCode.UNAVAILABLE.value[0], message=details))
    assert isinstance(error, errors.Unreachable)
    assert str(error).startswith(advice)
    assert str(error).endswith(f"({details})")


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


class Failed:
    """A failed call, as far as its error is read."""

    def __init__(self, *metadata: tuple[str, str | bytes]) -> None:
        self.metadata = metadata

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.NOT_FOUND

    def details(self) -> str:
        return "no such game"

    def trailing_metadata(self) -> tuple[tuple[str, str | bytes], ...]:
        return self.metadata


DETAILS = "grpc-status-details-bin"
NO_GAME = status(
    grpc.StatusCode.NOT_FOUND, error_details_pb2.ErrorInfo(reason="GAME_NOT_FOUND", domain="gunbai")
).SerializeToString()


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ([("other", "value"), (DETAILS, NO_GAME)], "GAME_NOT_FOUND"),
        ([], ""),
        ([("other-bin", NO_GAME)], ""),
        ([(DETAILS, "text")], ""),
        ([(DETAILS, b"\xff")], ""),
    ],
)
def test_the_details_of_a_failed_call_are_in_its_trailing_metadata(
    metadata: list[tuple[str, str | bytes]], reason: str
) -> None:
    error = from_call(Failed(*metadata))
    assert (isinstance(error, errors.NotFound), str(error), error.reason) == (True, "no such game", reason)


@pytest.mark.parametrize(
    ("code", "message", "words"),
    [
        (grpc.StatusCode.NOT_FOUND, "no such game", "no such game"),
        (grpc.StatusCode.NOT_FOUND, "", "NOT_FOUND: "),
        (grpc.StatusCode.INTERNAL, "it broke", "INTERNAL: it broke"),
        (grpc.StatusCode.DEADLINE_EXCEEDED, "late", "the service did not answer in time: late"),
        (grpc.StatusCode.DEADLINE_EXCEEDED, "", "the service did not answer in time: DEADLINE_EXCEEDED"),
        (
            grpc.StatusCode.DEADLINE_EXCEEDED,
            "Deadline Exceeded",
            "the service did not answer in time: check the address, and that both sides use TLS or neither does",
        ),
    ],
)
def test_an_error_says_what_the_service_said_or_its_code(code: grpc.StatusCode, message: str, words: str) -> None:
    assert str(from_status(status_pb2.Status(code=code.value[0], message=message))) == words


def test_a_code_that_no_call_has_is_an_error_of_the_service() -> None:
    error = from_status(status_pb2.Status(code=99, message="so it is"))
    assert (type(error), str(error)) == (errors.ServiceError, "UNKNOWN: so it is")
