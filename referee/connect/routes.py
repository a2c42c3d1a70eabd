"""Routes: from the path of each call that HTTP/1.1 can carry to the library's application for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import aclosing
from functools import partial
from typing import Any, NamedTuple

from connectrpc.errors import ConnectError
from connectrpc.interceptor import MetadataInterceptor
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf import descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc.aio import AbortError

from referee.calls.reception import Call, Notes, forget_frames, limit_of
from referee.connect.call import ConnectCall, error_of, refuse
from referee.connect.codecs import CODECS, JSON_FACTOR, EncodedMessage, Gzip, RequestFormat
from referee.errors import RefereeError, RequestTooLarge

STREAM_TYPES = ("application/connect+json", "application/connect+proto")
UNARY_TYPES = ("application/json", "application/proto")
WEB_TYPES = ("application/grpc-web", "application/grpc-web+proto", "application/grpc-web+json")


class Route(NamedTuple):
    """A call by its path."""

    call: str
    application: ConnectASGIApplication[None]
    types: tuple[str, ...]
    """The content types that it takes."""
    limit: int
    """Its largest body in bytes."""
    refused: Callable[[RefereeError], ConnectError]
    """Logs that a request was refused before it was read, and returns its client's error."""


class Forgetting(MetadataInterceptor[None]):
    """Drops the frames of the error that a call ends with.

    The library keeps the error in a frame that the error itself keeps: in that cycle, whole requests would fill the
    memory until the garbage collector runs.
    """

    async def on_start(self, ctx: RequestContext[Any, Any]) -> None:
        """Do nothing."""

    async def on_end(self, token: None, ctx: RequestContext[Any, Any], error: Exception | None, /) -> None:
        """Forget the frames that the error passed through."""
        if error is not None:
            forget_frames(error)


class Application(ConnectASGIApplication[None]):
    """The library's application for one call, with this call's limits."""

    def __init__(self, path: str, endpoint: Any, limit: int, gzip: Gzip) -> None:
        super().__init__(
            service=None,
            endpoints=lambda _: {path: endpoint},
            interceptors=[Forgetting()],
            read_max_bytes=limit,
            compressions=[gzip],
            codecs=CODECS,
        )
        self._path = path

    @property
    def path(self) -> str:
        """Return the call's path."""
        return self._path


def routes_of(calls: Iterable[Call], notes: Notes) -> dict[str, Route]:
    """Return a route for each call with a single request, by its path; a stream of requests needs gRPC."""
    return {path_of(call): _route(call, notes) for call in calls if not call.handler.request_streaming}


def path_of(call: Call) -> str:
    """Return a call's path."""
    return f"/{call.service}/{call.name}"


def _route(call: Call, notes: Notes) -> Route:
    streams, limit = call.handler.response_streaming, JSON_FACTOR * limit_of(call.name)
    refused = partial(refuse, notes, call.name)
    # The library has one limit per application, so each call gets an application of its own.
    gzip = Gzip(lambda size: refused(RequestTooLarge(call.name, size, limit_of(call.name))))
    application = Application(path_of(call), _endpoint(call), limit, gzip)
    return Route(call.name, application, (STREAM_TYPES if streams else UNARY_TYPES) + WEB_TYPES, limit, refused)


def _endpoint(call: Call) -> Any:
    handler = call.handler
    method = descriptor_pool.Default().FindServiceByName(call.service).methods_by_name[call.name]
    info: MethodInfo[Any, Any] = MethodInfo(
        name=call.name,
        service_name=call.service,
        # The library hands it to the codec and does nothing else with it.
        input=RequestFormat(call.name, GetMessageClass(method.input_type), handler.request_deserializer),  # type: ignore[arg-type]  # see above
        output=GetMessageClass(method.output_type),
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.SERVER_STREAM if handler.response_streaming else StreamType.UNARY,
    )
    if handler.response_streaming:
        return Endpoint.server_stream(info, streaming(handler.unary_stream, info.output))
    return Endpoint.unary(info, answering(handler.unary_unary))


def answering(behaviour: Callable[..., Any]) -> Callable[[Any, RequestContext[Any, Any]], Any]:
    """Return the unary call's answerer for a wrapped handler."""

    async def answer(request: Any, context: RequestContext[Any, Any]) -> Any:
        call = ConnectCall(context)
        try:
            response = await behaviour(request, call)
        # The call keeps the status, which `check` raises in the protocol's form.
        except AbortError:
            response = None
        check(call)
        return response

    return answer


def streaming(behaviour: Callable[..., Any], kind: type[Message]) -> Callable[..., AsyncIterator[Any]]:
    """Return the answerer for a wrapped handler's stream, whose bytes are messages of a type."""

    async def answer(request: Any, context: RequestContext[Any, Any]) -> AsyncIterator[Any]:
        call = ConnectCall(context)
        async with aclosing(behaviour(request, call)) as responses:
            async for response in responses:
                yield EncodedMessage(kind, response) if isinstance(response, bytes) else response
        check(call)

    return answer


def check(call: ConnectCall) -> None:
    """Raise ConnectError if the call ended with an error's status."""
    if call.status is not None:
        raise error_of(call.status)
