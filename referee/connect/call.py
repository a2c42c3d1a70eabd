"""A call over Connect or gRPC-Web, as the services and the reception see it, and how it fails."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Any, Never

from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.request import RequestContext
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.json_format import MessageToJson
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode
from grpc.aio import AbortError
from protobuf.wkt import Any as WireAny
from protobuf.wkt import Struct

from referee.access.peers import named
from referee.calls.reception import Notes
from referee.calls.statuses import status_of
from referee.errors import RefereeError

DETAILS = (ErrorInfo, BadRequest, RetryInfo)
"""The types of our errors' details."""

CODES = {
    code.value[0]: Code[code.name.replace("CANCELLED", "CANCELED")] for code in StatusCode if code is not StatusCode.OK
}
"""Connect's name for each gRPC status code."""


class ConnectCall:
    """A call by Connect or gRPC-Web: a context for the services, which keeps the status that it ends with."""

    def __init__(self, context: RequestContext[Any, Any]) -> None:
        self._context = context
        self.status: Status | None = None

    def invocation_metadata(self) -> Iterable[tuple[str, str]]:
        """Return the request's headers, with names in lower case."""
        return self._context.request_headers.allitems()

    def peer(self) -> str:
        """Return the peer's address and port in grpc's form."""
        host, _, port = (self._context.client_address or "").rpartition(":")
        return peer_named(host, port)

    async def send_initial_metadata(self, metadata: Iterable[tuple[str, str]]) -> None:
        """Add headers to the response's, which are sent before its first message."""
        for name, value in metadata:
            self._context.response_headers[name] = value

    async def abort(self, code: StatusCode, details: str = "") -> Never:
        """End the call with a status, as gRPC's own servicers do. Raises AbortError."""
        self.status = Status(code=code.value[0], message=details or code.value[1])
        raise AbortError


def fail(call: ConnectCall, status: Status) -> None:
    """Give a call the status that it ends with."""
    call.status = status


def peer_named(host: str, port: object) -> str:
    """Return an address and port in grpc's form."""
    try:
        return f"{named(host)}:{port}"
    except ValueError:
        return f"unknown:{host}:{port}"


def refuse(notes: Notes, call: str, error: RefereeError) -> ConnectError:
    """Log that a request was refused before it was read, and return its client's error."""
    notes.failure(call, None, error, perf_counter())
    return error_of(status_of(error))


def error_of(status: Status) -> ConnectError:
    """Return the Connect error with a status's content."""
    return ConnectError(CODES[status.code], status.message, map(Detail, status.details))


class Detail(ErrorDetail):
    """An error's detail, which JSON shows in clear text besides its bytes: the library knows only its own messages."""

    def __init__(self, packed: AnyMessage) -> None:
        super().__init__(WireAny(type_url=packed.type_url, value=packed.value))
        message_class = next((kind for kind in DETAILS if packed.Is(kind.DESCRIPTOR)), None)
        self._clear = Struct.from_json(MessageToJson(message_class.FromString(packed.value))) if message_class else None

    def value(self, *_: object) -> Struct | None:  # type: ignore[override]  # the library asks for it without arguments
        """Return the detail's fields."""
        return self._clear
