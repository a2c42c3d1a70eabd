"""The exceptions for failed calls, by reason, or by status code if the service gave no reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from gunbai_client.errors import (
    AlreadyThere,
    Exhausted,
    InvalidRequest,
    NotAllowed,
    NotFound,
    NotNow,
    ServiceError,
    Silence,
    StaleVersion,
    Unreachable,
)
from gunbai_client.reasons import BY_REASON
from gunbai_record.errors import GunbaiError

_DETAILS = "grpc-status-details-bin"

_BY_CODE: Mapping[grpc.StatusCode, type[GunbaiError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequest,
    grpc.StatusCode.NOT_FOUND: NotFound,
    grpc.StatusCode.UNAUTHENTICATED: NotAllowed,
    grpc.StatusCode.PERMISSION_DENIED: NotAllowed,
    grpc.StatusCode.ABORTED: StaleVersion,
    grpc.StatusCode.FAILED_PRECONDITION: NotNow,
    grpc.StatusCode.ALREADY_EXISTS: AlreadyThere,
    grpc.StatusCode.RESOURCE_EXHAUSTED: Exhausted,
    grpc.StatusCode.UNAVAILABLE: Unreachable,
    grpc.StatusCode.CANCELLED: Unreachable,
    grpc.StatusCode.DEADLINE_EXCEEDED: Unreachable,
}
_BY_NUMBER = {code.value[0]: code for code in grpc.StatusCode}
_LOST_WHILE_WRITING = "Internal error from Core"
"""The details with which gRPC reports a stream that was lost before its status arrived."""
_MEANT: Mapping[str, str] = {
    "Connection refused": "nothing listens at this address: check the host and the port, and start the service",
    "WRONG_VERSION_NUMBER": "the service does not use TLS: connect without it, or check the port",
    "CERTIFICATE_VERIFY_FAILED": "the certificate of the service is not trusted: name its CA as `Tls(roots=...)`",
    "Failed parsing HTTP/2": "this address does not speak gRPC: use the port of `gunbai serve --port`",
    "Received http2 header with status": "this address does not speak gRPC: check the host and the port",
    "lookup failed": "unknown host: write the target as HOST:PORT, such as localhost:7070",
    "Socket closed": "the connection was closed: the service stopped or needs TLS, or something else listens there",
}
"""What phrases in gRPC's details mean, and what to check."""
_LATE = "Deadline Exceeded"
"""The details with which gRPC reports a call without any answer."""
_CUT = ("Stream removed", "Received RST_STREAM with error code")
"""How gRPC's details begin for a call that a proxy cut off without a status. The code is UNKNOWN or INTERNAL."""
_LOST = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED})
"""The codes of a lost call. A port that closes cancels the calls that reach it at that moment."""
_ENDED_HERE = frozenset({"Channel closed!", "Locally cancelled by application!"})
"""The details with which gRPC reports a call that was ended on this side of the channel."""


class _Failed(Protocol):
    """A failed call of either client, with or without coroutines."""

    def code(self) -> grpc.StatusCode: ...
    def details(self) -> str | None: ...
    def trailing_metadata(self) -> Iterable[tuple[str, str | bytes]]: ...


def from_call(failed: Any) -> GunbaiError:
    """Return the error for a failed call, from gRPC's error with or without coroutines."""
    call: _Failed = failed
    status = status_pb2.Status(code=call.code().value[0], message=call.details())
    for key, value in call.trailing_metadata():
        if key == _DETAILS and isinstance(value, bytes):
            _read_details(status, value)
    return from_status(status)


def lost(code: grpc.StatusCode, details: str | None) -> GunbaiError:
    """Return the error for a stream that ended too early."""
    # A stream that ends without an error while the client awaits something was cut off.
    if code is grpc.StatusCode.OK or details == _LOST_WHILE_WRITING:
        error = Unreachable("the service ended the stream")
        error.unavailable = True
        return error
    return from_status(status_pb2.Status(code=code.value[0], message=details))


def silent(seconds: float | None) -> Silence:
    """Return the error for a stream that was silent for some seconds."""
    return Silence(f"the service sent nothing for {seconds:g} s")


def from_status(status: status_pb2.Status) -> GunbaiError:
    """Return the error for the status of a call, or of one command on a stream."""
    code, info = _BY_NUMBER.get(status.code, grpc.StatusCode.UNKNOWN), _info(status)
    if status.message.startswith(_CUT):
        code = grpc.StatusCode.UNAVAILABLE
    kind = BY_REASON.get(info.reason) or _BY_CODE.get(code, ServiceError)
    error = kind(_message(code, status.message), info.reason, info.metadata, _fields(status))
    if isinstance(error, Unreachable):
        error.unavailable = code in _LOST and status.message not in _ENDED_HERE
        error.late = code is grpc.StatusCode.DEADLINE_EXCEEDED and not info.reason
    return error


def _message(code: grpc.StatusCode, message: str) -> str:
    if message == _LATE:
        return "the service did not answer in time: check the address, and that both sides use TLS or neither does"
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return f"the service did not answer in time: {message or code.name}"
    meant = next((meant for part, meant in _MEANT.items() if part in message), "")
    if meant and code in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.UNKNOWN}:
        return f"{meant} ({message})"
    if code is grpc.StatusCode.UNAVAILABLE:
        # gRPC quotes the brackets of an IPv6 address.
        message = message.replace("%5B", "[").replace("%5D", "]")
    return message if message and code in _BY_CODE else f"{code.name}: {message}"


def _read_details(status: status_pb2.Status, value: bytes) -> None:
    try:
        parsed = status_pb2.Status.FromString(value)
    except DecodeError:
        return
    status.details.extend(parsed.details)


def _info(status: status_pb2.Status) -> error_details_pb2.ErrorInfo:
    info = error_details_pb2.ErrorInfo()
    any(detail.Unpack(info) for detail in status.details)
    # A proxy's errors have reasons of their own.
    return info if info.domain == "gunbai" else error_details_pb2.ErrorInfo()


def _fields(status: status_pb2.Status) -> dict[str, str]:
    bad = error_details_pb2.BadRequest()
    return {
        violation.field: violation.description
        for detail in status.details
        if detail.Unpack(bad)
        for violation in bad.field_violations
    }
