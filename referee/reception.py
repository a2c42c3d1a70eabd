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
from grpc.aio import AbortError, Server
from grpc_status.rpc_status import to_status

from referee.callers import Context
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
        return handler._replace(**{kind: around(name, behaviour)})

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
