"""The errors of the client.

    GunbaiError
    ├── Unreachable            the service did not answer in time
    ├── RequestError           the service rejected the request before the rules were asked
    │   ├── InvalidRequest     a field is invalid; `fields` has the field and the problem
    │   ├── NotFound           there is no such game, title, version or seat
    │   ├── NotAllowed         the token is missing, unknown, or does not allow this
    │   ├── StaleVersion       the expected version is no longer that of the open question
    │   ├── NotNow             the state of the game does not allow this
    │   ├── AlreadyThere       what the request would create exists
    │   └── QuotaExceeded      a quota is used up; try again later
    ├── ServiceError           the service failed; the request may or may not have been carried out
    ├── UnknownMessageError    a message of a type that this client does not know (in gunbai_client.messages)
    ├── BrokenRecord           the record that was read is not the one that was written
    └── RecordFileError        a file is not a record file, or is truncated (in gunbai_client.record_file)

A move against the rules raises none of these: it is a ruling, which is returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

_DETAILS = "grpc-status-details-bin"


class GunbaiError(Exception):
    """The base class of the errors of this client."""


class Unreachable(GunbaiError):
    """The service did not answer in time.

    `unavailable` is whether it could not be reached, was lost, or is stopping; `reason` is what it says of that, such
    as "SERVICE_STOPPING", which means that it did nothing.
    """

    def __init__(self, message: str, reason: str = "", *, unavailable: bool = False) -> None:
        super().__init__(message)
        self.reason = reason
        self.unavailable = unavailable


class RequestError(GunbaiError):
    """The service rejected the request.

    `reason` is the name of the reason, such as "SEAT_TAKEN"; `facts` are its values, such as the head of the game;
    `fields` are the invalid fields, each with its problem.
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
    """A field of the request is invalid."""

    @property
    def clause(self) -> str:
        """The number of the clause that the options or the table of a new game break, or "" if they break none."""
        return self.facts.get("clause", "")

    @property
    def sentence(self) -> str:
        """The sentence of that clause."""
        return self.facts.get("sentence", "")


class NotFound(RequestError):
    """There is no such game, title, version or seat."""


class NotAllowed(RequestError):
    """The token is missing, unknown, or does not allow this."""


class StaleVersion(RequestError):
    """The expected version is not the one at which the open question was put."""


class NotNow(RequestError):
    """The state of the game does not allow this."""


class AlreadyThere(RequestError):
    """What the request would create exists already."""


class QuotaExceeded(RequestError):
    """A quota of the caller is used up."""


class ServiceError(GunbaiError):
    """The service failed."""


class BrokenRecord(GunbaiError):
    """An entry does not fit the chain; `version` is that of the first such entry."""

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
"""Reasons for which the service is at fault, whatever the status code."""
_LOST_WHILE_WRITING = "Internal error from Core"
"""The details that grpc gives for a stream that was lost before its status arrived."""
_SILENCE = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


class _Failed(Protocol):
    """A failed call, with coroutines or without."""

    def code(self) -> grpc.StatusCode: ...
    def details(self) -> str | None: ...
    def trailing_metadata(self) -> Iterable[tuple[str, str | bytes]] | None: ...


def from_call(failed: Any) -> GunbaiError:
    """Return the error for a failed call: an error of grpc, with coroutines or without."""
    call: _Failed = failed
    status = status_pb2.Status(code=call.code().value[0], message=call.details() or "")
    for key, value in call.trailing_metadata() or ():
        if key == _DETAILS and isinstance(value, bytes):
            _read_details(status, value)
    return from_status(status)


def lost(code: grpc.StatusCode, details: str | None) -> GunbaiError:
    """Return the error for a stream that has ended although more was expected of it."""
    if code is grpc.StatusCode.OK or details == _LOST_WHILE_WRITING:
        return Unreachable("the service ended the stream")
    return from_status(status_pb2.Status(code=code.value[0], message=details or ""))


def from_status(status: status_pb2.Status) -> GunbaiError:
    """Return the error for a status, of a call or of one command on a stream."""
    code = _BY_NUMBER.get(status.code, grpc.StatusCode.UNKNOWN)
    kind, info = _BY_CODE.get(code), _info(status)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return Unreachable(f"the service did not answer in time: {status.message or code.name}")
    if code in _SILENCE:
        return Unreachable(status.message or code.name, info.reason, unavailable=code is grpc.StatusCode.UNAVAILABLE)
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
