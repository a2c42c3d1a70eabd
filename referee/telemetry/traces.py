"""A service's traces for OpenTelemetry: a span for each call, one for its ruling and one for the write."""

from __future__ import annotations

import inspect
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from importlib.metadata import version
from typing import Any

import structlog
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanLimits, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import TraceIdRatioBased
from opentelemetry.trace import Span, SpanKind, format_trace_id
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from referee.calls.log_lines import NOTED, facts_of
from referee.calls.observer import Observer
from referee.calls.statuses import code_of

SECONDS = 2.0
"""How long an export may take."""
CARRIED = frozenset({"traceparent", "tracestate"})
"""What a client sends about its own trace (W3C Trace Context)."""


QUIET_SECONDS = 60.0
"""How often at most a log line says that the collector takes nothing."""


class Complaints(logging.Handler):
    """The library's complaints, as log lines like all others, and not often."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._last = -QUIET_SECONDS

    def emit(self, record: logging.LogRecord) -> None:
        """Say that spans are not taken; the library's own reason would name addresses."""
        if record.created - self._last >= QUIET_SECONDS:
            self._last = record.created
            structlog.get_logger().warning("traces_unsent", problem="the collector rejects them")


class Traces(Observer):
    """The spans of a share of all calls, sent to a collector. Spans that it does not take in time are dropped."""

    def __init__(self, collector: str, traced: float) -> None:
        library = logging.getLogger("opentelemetry")
        library.handlers, library.propagate = [Complaints()], False
        self._provider = TracerProvider(
            # We decide whether a call is traced, not the caller.
            sampler=TraceIdRatioBased(traced),
            resource=Resource({"service.name": "gunbai", "service.version": version("gunbai")}),
            span_limits=SpanLimits(max_span_attributes=16),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(collector, timeout=SECONDS)))
        self._tracer = self._provider.get_tracer("gunbai")
        self._carried = TraceContextTextMapPropagator()

    def around(self, call: str, behaviour: Callable[..., Any]) -> Callable[..., Any]:
        return (
            self._around_stream(call, behaviour)
            if inspect.isasyncgenfunction(behaviour)
            else self._around(call, behaviour)
        )

    def ruled(self, title: str, step: str, clause: str, span: tuple[int, int]) -> None:
        facts: dict[str, str | bool] = {
            "gunbai.title": title,
            "gunbai.step": step,
            "gunbai.accepted": not clause,
            "gunbai.clause": clause,
        }
        self._tracer.start_span("ruling", start_time=span[0], attributes=facts).end(span[1])

    def stored(self, span: tuple[int, int]) -> None:
        self._tracer.start_span("append", start_time=span[0]).end(span[1])

    def end(self) -> None:
        """Send the rest, for a few seconds at most."""
        self._provider.shutdown()

    def _around(self, call: str, behaviour: Callable[..., Any]) -> Callable[..., Any]:
        async def traced(request: Any, context: Any) -> Any:
            with self._tracer.start_as_current_span(
                call, self._parent(context), SpanKind.SERVER, record_exception=False, set_status_on_exception=False
            ) as span:
                introduce(span, request)
                try:
                    return await behaviour(request, context)
                except Exception as error:
                    note(span, error)
                    raise

        return traced

    def _around_stream(self, call: str, behaviour: Callable[..., Any]) -> Callable[..., Any]:
        async def traced(request: Any, context: Any) -> AsyncIterator[Any]:
            span = self._tracer.start_span(call, self._parent(context), SpanKind.SERVER)
            introduce(span, request)
            try:
                async with aclosing(behaviour(request, context)) as responses:
                    async for response in responses:
                        yield response
            except Exception as error:
                note(span, error)
                raise
            finally:
                span.end()

        return traced

    def _parent(self, context: Any) -> Any:
        """Return the client's span that a call belongs to, if it sends one."""
        shown = {key: value for key, value in context.invocation_metadata() or () if key in CARRIED}
        return self._carried.extract(shown)


def introduce(span: Span, request: object) -> None:
    """Give a span its client and game, and the call's log lines its trace; nothing for an untraced call."""
    if span.is_recording():
        for name, fact in ({**NOTED.get(), **facts_of(request)}).items():
            span.set_attribute(f"gunbai.{name}", fact)
        NOTED.set({**NOTED.get(), "trace": format_trace_id(span.get_span_context().trace_id)})


def note(span: Span, error: Exception) -> None:
    """Note how a call failed, without its sentence, which may quote what a client sent."""
    code, reason = code_of(error)
    span.set_attribute("rpc.grpc.status_code", code.value[0])
    span.set_attribute("gunbai.reason", reason)
