"""What happens around every call: one line in the log, and errors turned into statuses by the one table."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

import grpc
import structlog
from grpc.aio import AbortError, ServerInterceptor
from grpc_status.rpc_status import to_status

from referee.callers import Context
from referee.logs import facts_of
from referee.statuses import code_of, status_of

Handler = Any
"""A handler of grpc's, which has no type of its own."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger()


class Reception(ServerInterceptor):
    """Wraps the handler of each method once."""

    def __init__(self) -> None:
        self._wrapped: dict[str, Handler] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """The handler that answers a call."""
        method = handler_call_details.method
        wrapped = self._wrapped.get(method)
        if wrapped is None:
            handler = await continuation(handler_call_details)
            if handler is None:
                return None
            wrapped = self._wrapped[method] = wrap(method, handler)
        return wrapped


def wrap(method: str, handler: Handler) -> Handler:
    """The same handler with everything that happens around a call."""
    name = method.rpartition("/")[2]
    kind = ("unary" if not handler.request_streaming else "stream", "stream" if handler.response_streaming else "unary")
    behaviour = getattr(handler, "_".join(kind))
    around = _around_stream if inspect.isasyncgenfunction(behaviour) else _around_call
    return handler._replace(**{"_".join(kind): around(name, behaviour)})


def _around_call(name: str, behaviour: Callable[[Any, Context], Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def answer(request: Any, context: Context) -> Any:
        async with received(name, request, context) as facts:
            response = await behaviour(request, context)
            facts.update(facts_of(response))
            return response

    return answer


def _around_stream(name: str, behaviour: Callable[[Any, Context], AsyncIterator[Any]]) -> Callable[..., Any]:
    async def answer(request: Any, context: Context) -> AsyncIterator[Any]:
        async with received(name, request, context):
            async for response in behaviour(request, context):
                yield response

    return answer


@asynccontextmanager
async def received(name: str, request: Any, context: Context) -> AsyncIterator[dict[str, Any]]:
    """Log a call when it ends; end it with the status of the error that it ended in."""
    begun = perf_counter()
    facts = facts_of(request)
    try:
        yield facts
    except AbortError:
        raise
    except Exception as error:  # noqa: BLE001  # the table of statuses decides what the client is told
        note_failure(error, call=name, ms=_ms(begun), **facts)
        await context.abort_with_status(to_status(status_of(error)))
    else:
        _log.info("call_answered", call=name, ms=_ms(begun), **facts)


def note_failure(error: Exception, **facts: Any) -> None:
    """Log how a call failed; a mistake of ours with its traceback."""
    code, reason = code_of(error)
    if code is grpc.StatusCode.INTERNAL:
        _log.error("call_failed", code=code.name, reason=reason, exc_info=error, **facts)
    else:
        _log.info("call_failed", code=code.name, reason=reason, **facts)


def _ms(begun: float) -> float:
    return round((perf_counter() - begun) * 1000, 3)
