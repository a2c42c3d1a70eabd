"""What can go wrong between a client and the referee.

    GunbaiError
    ├── Unreachable            no service answered in time
    ├── RequestError           the service answered that the request never reached the rules
    │   ├── InvalidRequest     a field is not as it must be; `fields` says which and why
    │   ├── NotFound           there is no such game, title, version or seat
    │   ├── NotAllowed         the token is missing, unknown, or does not allow this
    │   ├── StaleVersion       the question was answered already, or a newer one was put; look again
    │   ├── NotNow             the state of the game does not allow this
    │   ├── AlreadyThere       what was to be made exists
    │   └── QuotaExceeded      too much at once; try again later
    ├── ServiceError           the service failed; nothing is known of the request's fate
    ├── UnknownMessageError    a message of a title that this client is too old to know (in gunbai_client.messages)
    └── BrokenRecord           the record that was read is not the one that was written

A move against the rules is none of these: it is a ruling, and is returned.
"""

from __future__ import annotations

from collections.abc import Mapping

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

_DETAILS = "grpc-status-details-bin"


class GunbaiError(Exception):
    """The root of everything that this client raises about the service."""


class Unreachable(GunbaiError):
    """No service answered in time."""


class RequestError(GunbaiError):
    """The service did not take the request.

    `reason` is its name for why, such as "SEAT_TAKEN"; `facts` are the values that go with it, such as the head of the
    game; `fields` are the fields at fault, each with what is wrong with it.
    """

    def __init__(
        self,
        message: str,
        reason: str = "",
        facts: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.facts = dict(facts or {})
        self.fields = dict(fields or {})


class InvalidRequest(RequestError):
    """A field of the request is not as it must be."""


class NotFound(RequestError):
    """There is no such game, title, version or seat."""


class NotAllowed(RequestError):
    """The token is missing, unknown, or does not allow this."""


class StaleVersion(RequestError):
    """The expected version is not the one at which the open question was put."""


class NotNow(RequestError):
    """The state of the game does not allow this."""


class AlreadyThere(RequestError):
    """What was to be made exists already."""


class QuotaExceeded(RequestError):
    """The caller asks for more than the service grants."""


class ServiceError(GunbaiError):
    """The service failed."""


class BrokenRecord(GunbaiError):
    """An entry does not fit the chain; `version` is the first one that does not."""

    def __init__(self, game: str, version: int, problem: str) -> None:
        super().__init__(f"the record of {game} is broken at entry {version}: {problem}")
        self.game = game
        self.version = version
        self.problem = problem


_BY_CODE: Mapping[grpc.StatusCode, type[RequestError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequest,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.UNAUTHENTICATED: NotAllowed,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowed,
    grpc.StatusCode.ABORTED: StaleVersion,
    grpc.StatusCode.FAILED_PRECONDITION: NotNow,
    grpc.StatusCode.ALREADY_EXISTS: AlreadyThere,
    grpc.StatusCode.RESOURCE_EXHAUSTED: QuotaExceeded,
}
_BY_NUMBER = {code.value[0]: code for code in grpc.StatusCode}
_OF_THE_SERVICE = {"STORAGE_FULL"}
"""Reasons that are no fault of the request, whatever their code says."""
_SILENCE = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)


def from_call(failed: grpc.aio.AioRpcError) -> GunbaiError:
    """Return the error that a failed call ended in."""
    status = status_pb2.Status(code=failed.code().value[0], message=failed.details() or "")
    for key, value in failed.trailing_metadata() or ():
        if key == _DETAILS and isinstance(value, bytes):
            _read_details(status, value)
    return from_status(status)


def from_status(status: status_pb2.Status) -> GunbaiError:
    """Return the error that a status, of a call or of one command on a stream, stands for."""
    code = _BY_NUMBER.get(status.code, grpc.StatusCode.UNKNOWN)
    if code in _SILENCE:
        return Unreachable(status.message or code.name)
    kind, info = _BY_CODE.get(code), _info(status)
    if kind is None or info.reason in _OF_THE_SERVICE:
        return ServiceError(f"{code.name}: {status.message}")
    return kind(status.message, info.reason, info.metadata, _fields(status))


def _read_details(status: status_pb2.Status, value: bytes) -> None:
    try:
        found = status_pb2.Status.FromString(value)
    except DecodeError:
        return
    status.details.extend(found.details)


def _info(status: status_pb2.Status) -> error_details_pb2.ErrorInfo:
    info = error_details_pb2.ErrorInfo()
    any(detail.Unpack(info) for detail in status.details)
    return info


def _fields(status: status_pb2.Status) -> dict[str, str]:
    bad = error_details_pb2.BadRequest()
    return {
        violation.field: violation.description
        for detail in status.details
        if detail.Unpack(bad)
        for violation in bad.field_violations
    }
