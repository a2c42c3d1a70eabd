"""The reception: what happens around every call, which is one line in the log, and errors turned into statuses.

It stands in for the server where servicers are added, and wraps each handler once. An interceptor of grpc's would do
the same, but is asked anew at every call, which costs a fifth of the time of a small one.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

import grpc
import structlog
from google.protobuf.message import DecodeError
from grpc.aio import AbortError, Server
from grpc_status.rpc_status import to_status

from referee.callers import Context
from referee.errors import UnparsableRequest
from referee.logs import facts_of
from referee.statuses import code_of, status_of

Handler = Any
"""A handler of grpc's, which has no type of its own."""


class Notes:
    """What is noted in the log of a call. Its logger is bound once: to look it up costs more than the line."""

    def __init__(self) -> None:
        self._log: structlog.stdlib.BoundLogger = structlog.get_logger().bind()

    def answer(self, call: str, request: object, response: object, begun: float) -> None:
        """Note how a call was answered that began at a reading of the performance counter."""
        self._log.info("call_answered", call=call, ms=_ms(begun), **facts_of(request) | facts_of(response))

    def failure(self, call: str, request: object, error: Exception, begun: float) -> None:
        """Note how a call failed; a mistake of ours with its traceback."""
        code, reason = code_of(error)
        facts = {"call": call, "ms": _ms(begun), "code": code.name, "reason": reason, **facts_of(request)}
        if code is grpc.StatusCode.INTERNAL:
            self._log.error("call_failed", exc_info=error, **facts)
        else:
            self._log.info("call_failed", **facts)


def _ms(begun: float) -> float:
    return round((perf_counter() - begun) * 1000, 3)


class Reception:
    """A server as far as generated code needs one to add a servicer to it."""

    def __init__(self, server: Server) -> None:
        self._server, self._notes = server, Notes()

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Nothing: the same handlers come by name."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Add the handlers of a service, wrapped."""
        wrapped = {name: self._wrapped(name, handler) for name, handler in handlers.items()}
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, wrapped),))

    def _wrapped(self, name: str, handler: Handler) -> Handler:
        """The same handler with everything that happens around a call."""
        asked = "stream" if handler.request_streaming else "unary"
        kind = f"{asked}_stream" if handler.response_streaming else f"{asked}_unary"
        behaviour = getattr(handler, kind)
        around = self._around_stream if inspect.isasyncgenfunction(behaviour) else self._around_call
        reading = reading_all if handler.request_streaming else reading_one
        parse = parsing(name, handler.request_deserializer)
        return handler._replace(request_deserializer=parse, **{kind: around(name, reading(behaviour))})

    def _around_call(self, name: str, behaviour: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def answer(request: Any, context: Context) -> Any:
            begun = perf_counter()
            try:
                response = await behaviour(request, context)
            except AbortError:
                raise
            except Exception as error:  # noqa: BLE001  # the table of statuses decides what the client is told
                self._notes.failure(name, request, error, begun)
                await context.abort_with_status(to_status(status_of(error)))
            else:
                self._notes.answer(name, request, response, begun)
                return response

        return answer

    def _around_stream(self, name: str, behaviour: Callable[..., AsyncIterator[Any]]) -> Callable[..., Any]:
        async def answer(request: Any, context: Context) -> AsyncIterator[Any]:
            begun = perf_counter()
            try:
                async for response in behaviour(request, context):
                    yield response
            except AbortError:
                raise
            except Exception as error:  # noqa: BLE001  # the table of statuses decides what the client is told
                self._notes.failure(name, request, error, begun)
                await context.abort_with_status(to_status(status_of(error)))
            else:
                self._notes.answer(name, request, None, begun)

        return answer


def parsing(name: str, parse: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """The same parser, but what it cannot read it returns as an error: raised here, grpc would call it UNKNOWN."""

    def parsed(value: bytes) -> Any:
        try:
            return parse(value)
        except DecodeError:
            return UnparsableRequest(name)

    return parsed


def reading_one(behaviour: Callable[[Any, Context], Any]) -> Callable[[Any, Context], Any]:
    """The same behaviour on a request that could be read. Raises UnparsableRequest."""
    return lambda request, context: behaviour(readable(request), context)


def reading_all(behaviour: Callable[[Any, Context], Any]) -> Callable[[Any, Context], Any]:
    """The same behaviour on a stream of requests that ends in UnparsableRequest at the first that cannot be read."""
    return lambda requests, context: behaviour(Readable(requests), context)


class Readable:
    """A stream of requests. No generator: grpc ends a call that is stopped while one of those waits as cancelled."""

    def __init__(self, requests: AsyncIterator[Any]) -> None:
        self._requests = aiter(requests)

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        return readable(await anext(self._requests))


def readable(request: Any) -> Any:
    """A request as the parser returned it. Raises UnparsableRequest."""
    if isinstance(request, UnparsableRequest):
        raise request
    return request
