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
"""What the details of our errors are."""

CODES = {
    code.value[0]: Code[code.name.replace("CANCELLED", "CANCELED")] for code in StatusCode if code is not StatusCode.OK
}
"""Connect's name of each status code of gRPC."""


class ConnectCall:
    """A call by Connect or gRPC-Web: a context of the services, which keeps the status that it ends with."""

    def __init__(self, context: RequestContext[Any, Any]) -> None:
        self._context = context
        self.status: Status | None = None

    def invocation_metadata(self) -> Iterable[tuple[str, str]]:
        """Return the headers of the request, with names in lower case."""
        return self._context.request_headers.allitems()

    def peer(self) -> str:
        """Return the address and port of the peer as grpc writes them."""
        host, _, port = (self._context.client_address or "").rpartition(":")
        return peer_named(host, port)

    async def send_initial_metadata(self, metadata: Iterable[tuple[str, str]]) -> None:
        """Add headers to those of the response, which are sent before its first message."""
        for name, value in metadata:
            self._context.response_headers[name] = value

    async def abort(self, code: StatusCode, details: str = "") -> Never:
        """End the call with a status, as servicers of gRPC's own do. Raises AbortError."""
        self.status = Status(code=code.value[0], message=details or code.value[1])
        raise AbortError


def fail(call: ConnectCall, status: Status) -> None:
    """Give a call the status that it ends with."""
    call.status = status


def peer_named(host: str, port: object) -> str:
    """Return an address and port as grpc writes them."""
    try:
        return f"{named(host)}:{port}"
    except ValueError:
        return f"unknown:{host}:{port}"


def refuse(notes: Notes, call: str, error: RefereeError) -> ConnectError:
    """Log that a request to a call was refused before it was read, and return the error that its client gets."""
    notes.failure(call, None, error, perf_counter())
    return error_of(status_of(error))


def error_of(status: Status) -> ConnectError:
    """Return the error of Connect that says what a status says."""
    return ConnectError(CODES[status.code], status.message, map(Detail, status.details))


class Detail(ErrorDetail):
    """A detail of an error, which JSON shows in clear besides its bytes: the library knows its own messages only."""

    def __init__(self, packed: AnyMessage) -> None:
        super().__init__(WireAny(type_url=packed.type_url, value=packed.value))
        message_class = next((kind for kind in DETAILS if packed.Is(kind.DESCRIPTOR)), None)
        self._clear = Struct.from_json(MessageToJson(message_class.FromString(packed.value))) if message_class else None

    def value(self, *_: object) -> Struct | None:  # type: ignore[override]  # the library asks for it without arguments
        """Return the fields of the detail."""
        return self._clear
