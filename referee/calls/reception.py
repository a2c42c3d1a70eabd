"""The reception wraps every call: it logs one line and turns errors into statuses, whichever protocol the call used.

It stands in for the server when servicers are added, and wraps each handler once for each protocol. A gRPC interceptor
would do the same but runs its set-up on every call, which costs a fifth of a small call's time.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, aclosing, contextmanager
from logging import INFO
from time import perf_counter
from traceback import format_exception
from typing import Any, NamedTuple, TypeAlias

import grpc
import structlog
from google.protobuf.message import DecodeError
from google.rpc.status_pb2 import Status
from grpc.aio import AbortError, Server, ServicerContext
from grpc_status.rpc_status import to_status
from structlog.typing import FilteringBoundLogger

from gunbai_record.limits import MAX_COMMAND, MAX_SET_UP
from referee.access.charges import charge_to, metered
from referee.access.fields import MAX_PIECE
from referee.access.peers import Context, Peers
from referee.access.quotas import Quotas
from referee.calls.incoming import Incoming
from referee.calls.log_lines import NOTED, facts_of
from referee.calls.observer import Observer
from referee.calls.statuses import code_of, status_of
from referee.calls.stopping import Stopping
from referee.errors import RefereeError, RequestTooLarge, ServiceStopping, UnparsableRequest

Handler = Any
"""One of grpc's handlers, which have no type of their own."""
Admission: TypeAlias = Callable[[Context], AbstractContextManager[None]]
"""What a call passes through before it is answered."""
Fail: TypeAlias = Callable[[Any, Status], None]
"""Gives a protocol's call, by its context, the status of the error that it ends with."""


class Call(NamedTuple):
    """A call that a protocol can offer: its service, its name, and its wrapped handler."""

    service: str
    name: str
    handler: Handler


class CallKind(NamedTuple):
    """How a kind of call comes in, and how it is refused."""

    opened: Callable[[Any], Any]
    """Returns the sent message as the behaviour reads it."""
    admit: Admission
    fail: Fail

    async def refuse(self, request: Any, context: Context, error: Exception) -> None:
        """Give a call an error's status, once its client has sent what it was about to send."""
        self.fail(context, status_of(error))
        forget_frames(error)
        if isinstance(request, Incoming):
            await request.hear_out()


SMALL_REQUEST = 4 * 1024
"""The largest request in bytes, for every call that is not listed below."""
REQUEST_BYTES: Mapping[str, int] = {
    "CreateGame": 4 * MAX_SET_UP,
    "ForkGame": 8 * 1024,
    "Submit": MAX_COMMAND + SMALL_REQUEST,
    "Play": MAX_COMMAND + SMALL_REQUEST,
    "Adjudicate": MAX_COMMAND + SMALL_REQUEST,
    "RuleIrregularity": MAX_SET_UP + SMALL_REQUEST,
    "OpenDispute": 8 * 1024,
    "AddStatement": 8 * 1024,
    "SettleDispute": 8 * 1024,
    "WatchMine": 256 * 1024,
    "ImportRecord": MAX_PIECE + SMALL_REQUEST,
}
"""The largest request of each call in bytes: a set-up has three parts, a command comes with an id and a signature."""
LARGEST_REQUEST = max(REQUEST_BYTES.values())


def limit_of(name: str) -> int:
    """Return a call's largest request in bytes."""
    return REQUEST_BYTES.get(name, SMALL_REQUEST)


MAKING_GAMES = frozenset({"CreateGame", "ForkGame", "ImportRecord"})
"""The calls that make a game: each is logged, like every decision."""
OURS = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DATA_LOSS})
"""The statuses of failures that are not the client's, besides bugs."""
STORAGE = frozenset({"STORAGE_FULL", "STORAGE_UNSETTLED", "STORAGE_UNAVAILABLE"})
"""The reasons that keep all moves from being stored: the operator has to act."""
EXHAUSTED = frozenset({"QUOTA_EXCEEDED", "STORED_QUOTA_EXCEEDED", "SERVICE_BUSY"})
"""The reasons that make a client wait: a quota that is too small, or a flood."""
QUIET_SECONDS = 10.0
"""The minimum time between two lines for such a reason; each line says how many calls failed for it since the last."""
SLOW_MS = 1000.0
"""An answer that took at least this many milliseconds gets a line, whatever the call."""


class Notes:
    """Logs calls: a line for each game and decision, every other call at debug level; observers hear of all.

    The logger is bound once, because looking it up costs more than the line.
    """

    _log: FilteringBoundLogger

    def __init__(self, observers: Sequence[Observer] = ()) -> None:
        self._observers = observers
        self._logged_at: dict[str, float] = {}
        """When each frequent reason last had a line."""
        self._unsaid: Counter[str] = Counter()
        self.bind()

    def bind(self) -> None:
        """Take the logger as it is configured now."""
        self._log = structlog.get_logger().bind()

    def answer(self, call: str, request: object, response: object, begun: float) -> None:
        """Note a call that was answered; `begun` is a reading of the performance counter."""
        self.log_answer(call, request, response, begun)
        for observer in self._observers:
            observer.answered(call, perf_counter() - begun)

    def log_answer(self, call: str, request: object, response: object, begun: float) -> None:
        """Log the answer."""
        if self._log.is_enabled_for(INFO):
            facts, ms = facts_of(request) | facts_of(response) | {**NOTED.get()}, _ms(begun)
            slow = ms >= SLOW_MS and response is not None
            noted = self._log.info if slow or "ruling" in facts or call in MAKING_GAMES else self._log.debug
            noted("call_answered", call=call, ms=ms, **facts)

    def failure(self, call: str, request: object, error: Exception, begun: float) -> None:
        """Note a call that failed, or a stream's command, with a traceback if the error is ours."""
        code, reason = code_of(error)
        facts = {
            "call": call,
            "ms": _ms(begun),
            "code": code.name,
            "reason": reason,
            **facts_of(request),
            **NOTED.get(),
        }
        if code is grpc.StatusCode.INTERNAL or reason == "TITLE_FAULTY":
            self._log.error("call_failed", exception="".join(format_exception(error)), **facts)
        elif reason in STORAGE | EXHAUSTED:
            self._say_seldom(reason, facts)
        elif code in OURS:
            self._log.warning("call_failed", **facts)
        else:
            self._log.debug("call_failed", **facts)
        for observer in self._observers:
            observer.failed(call, code.name, reason, perf_counter() - begun)

    def _say_seldom(self, reason: str, facts: dict[str, Any]) -> None:
        """Log a failure that many calls share, or count it for its reason's next line."""
        if (now := perf_counter()) - self._logged_at.get(reason, -QUIET_SECONDS) < QUIET_SECONDS:
            self._unsaid[reason] += 1
            self._log.debug("call_failed", **facts)
            return
        self._logged_at[reason] = now
        more = self._unsaid.pop(reason, 0)
        noted = self._log.error if reason in STORAGE else self._log.warning
        noted("call_failed", **facts, **({"more": more} if more else {}))


def _ms(begun: float) -> float:
    return round((perf_counter() - begun) * 1000, 3)


class Heard:
    """A call's context, whose metadata and peer are read once: gRPC makes them again each time."""

    __slots__ = ("_context", "_metadata", "_peer")

    def __init__(self, context: Context) -> None:
        self._context = context
        self._metadata, self._peer = context.invocation_metadata(), context.peer()

    def invocation_metadata(self) -> Iterable[tuple[str, str | bytes]] | None:
        return self._metadata

    def peer(self) -> str:
        return self._peer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


class Admitted:
    """The block of an open call. A class, because every call enters one and a generator takes twice as long."""

    __slots__ = ("_reception",)

    def __init__(self, reception: Reception) -> None:
        self._reception = reception

    def __enter__(self) -> None:
        self._reception.begin()

    def __exit__(self, *_: object) -> None:
        self._reception.end()


class Reception:
    """The part of a server that generated code needs to add a servicer to it.

    While the service stops, it answers every new call to the API with ServiceStopping: nothing is written, and the call
    can be retried. Health and reflection are answered to the end; here they count against a peer's quotas.
    """

    def __init__(
        self,
        server: Server,
        stopping: Stopping,
        quotas: Quotas,
        peers: Peers | None = None,
        observers: Sequence[Observer] = (),
    ) -> None:
        self._server, self._stopping, self._quotas, self.notes = server, stopping, quotas, Notes(observers)
        self._observers = observers
        self._peers = peers or Peers(quotas)
        self._added: dict[str, Mapping[str, Handler]] = {}
        self._open = 0
        self._last = perf_counter()
        self._admitted = Admitted(self)

    @property
    def open_calls(self) -> int:
        """How many calls and streams of the API are open."""
        return self._open

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Do nothing: the same handlers are registered by name."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Wrap and add a service's handlers."""
        # A grpc.aio interceptor runs at every call, and took a fifth of a small one's time: handlers are wrapped once
        # instead.
        self._added[service] = handlers
        wrapped = {call.name: call.handler for call in self._wrapped(service, fail_in_grpc)}
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, wrapped),))

    def calls(self, fail: Fail) -> list[Call]:
        """Return the calls of all added services, wrapped for a protocol other than gRPC."""
        return [call for service in self._added for call in self._wrapped(service, fail)]

    async def drained(self, quiet_seconds: float, at_most_seconds: float) -> None:
        """Wait until no call is open and none has come for a while, up to a limit.

        gRPC cancels calls that arrive during its shutdown. By then, clients that got ServiceStopping no longer call.
        """
        begun = perf_counter()
        while perf_counter() - begun < at_most_seconds:
            if not self._open and perf_counter() - self._last >= quiet_seconds:
                return
            await asyncio.sleep(quiet_seconds / 10)

    def begin(self) -> None:
        """Count an API call that begins. Raises ServiceStopping."""
        self._last = perf_counter()
        if self._stopping.begun:
            raise ServiceStopping
        self._open += 1

    def end(self) -> None:
        """Count an API call that has ended."""
        self._open -= 1

    def _admit(self, _: Context) -> AbstractContextManager[None]:
        return self._admitted

    @contextmanager
    def _admit_counted(self, context: Context) -> Iterator[None]:
        peer = self._peers.of(context)
        self._quotas.call(peer)
        charge_to(*self._quotas.accounts(peer))
        with self._quotas.stream(peer):
            yield

    def _wrapped(self, service: str, fail: Fail) -> list[Call]:
        """Return a service's calls for a protocol."""
        # Calls of the API are counted by their own handlers, which know more than the name of the call.
        admit = self._admit if service.startswith("gunbai.") else self._admit_counted
        return [
            Call(service, name, self._wrap(name, handler, admit, fail))
            for name, handler in self._added[service].items()
        ]

    def _wrap(self, name: str, handler: Handler, admit: Admission, fail: Fail) -> Handler:
        request_kind = "stream" if handler.request_streaming else "unary"
        kind = f"{request_kind}_stream" if handler.response_streaming else f"{request_kind}_unary"
        behaviour = getattr(handler, kind)
        for observer in self._observers:
            behaviour = observer.around(name, behaviour)
        around = self._around_stream if inspect.isasyncgenfunction(behaviour) else self._around_call
        opened, read = (Incoming, behaviour) if handler.request_streaming else (as_it_is, self._reading_one(behaviour))
        parse = parsing(name, handler.request_deserializer)
        wrapped = {kind: around(name, read, CallKind(opened, admit, fail))}
        return handler._replace(
            request_deserializer=parse, response_serializer=serializing(handler.response_serializer), **wrapped
        )

    def _reading_one(self, behaviour: Callable[[Any, Context], Any]) -> Callable[[Any, Context], Any]:
        """Return the behaviour, raising the parser's error for a request that could not be parsed.

        Such a request counts as a call by its peer, because nobody else counts it.
        """

        def read(request: Any, context: Context) -> Any:
            if isinstance(request, RefereeError):
                self._quotas.call(self._peers.of(context))
                raise request
            return behaviour(request, context)

        return read

    def _around_call(
        self, name: str, behaviour: Callable[..., Awaitable[Any]], kind: CallKind
    ) -> Callable[..., Awaitable[Any]]:
        async def answer(sent: Any, context: Context) -> Any:
            begun, request = perf_counter(), kind.opened(sent)
            heard = Heard(context)
            NOTED.set({"client": self._peers.label(heard)})
            try:
                with kind.admit(heard):
                    response = await metered(behaviour(request, heard))
            except AbortError:
                # The behaviour has given the call its status itself.
                raise
            except Exception as error:  # noqa: BLE001  # the table of statuses decides what the client gets
                self.notes.failure(name, request, error, begun)
                await kind.refuse(request, context, error)
                return None
            self.notes.answer(name, request, response, begun)
            return response

        return answer

    def _around_stream(
        self, name: str, behaviour: Callable[..., AsyncGenerator[Any, None]], kind: CallKind
    ) -> Callable[..., Any]:
        async def answer(sent: Any, context: Context) -> AsyncIterator[Any]:
            begun, request = perf_counter(), kind.opened(sent)
            heard = Heard(context)
            NOTED.set({"client": self._peers.label(heard)})
            try:
                with kind.admit(heard):
                    async with aclosing(behaviour(request, heard)) as responses:
                        # Step by step, so that each response is charged before the next one is made.
                        while (response := await metered(anext(responses, None))) is not None:
                            yield response
            except AbortError:
                # The behaviour has given the call its status itself.
                raise
            except Exception as error:  # noqa: BLE001  # the table of statuses decides what the client gets
                self.notes.failure(name, request, error, begun)
                await kind.refuse(request, context, error)
            else:
                self.notes.answer(name, request, None, begun)

        return answer


def fail_in_grpc(context: ServicerContext[Any, Any], status: Status) -> None:
    """Give a call over gRPC its status.

    The status is set, not aborted with: an aborted call keeps the exception, whose frames keep the request, in a cycle
    that lives until the garbage collector runs, so failing calls would fill the memory.
    """
    made = to_status(status)
    context.set_code(made.code)
    context.set_details(made.details)
    context.set_trailing_metadata(tuple(made.trailing_metadata))


def forget_frames(error: BaseException) -> None:
    """Drop the frames that an error passed through, and those of the errors behind it: they hold requests."""
    errors: list[BaseException] = []
    pending: list[BaseException | None] = [error]
    while pending:
        cause = pending.pop()
        # Errors can be linked in a circle.
        if cause is not None and cause not in errors:
            errors.append(cause)
            pending += (cause.__cause__, cause.__context__)
    for cause in errors:
        cause.__traceback__ = cause.__cause__ = cause.__context__ = None


def parsing(name: str, parse: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """Return the parser with the call's limit, except that it returns its error.

    If it raised, gRPC would answer UNKNOWN.
    """
    limit = limit_of(name)

    def parsed(value: bytes) -> Any:
        if len(value) > limit:
            return RequestTooLarge(name, len(value), limit)
        try:
            return parse(value)
        except DecodeError:
            return UnparsableRequest(name)

    return parsed


def as_it_is(request: Any) -> Any:
    """Return the request unchanged."""
    return request


def serializing(serialize: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """Return the serializer, except that it passes bytes on: a message for many streams is serialized only once."""
    return lambda response: response if isinstance(response, bytes) else serialize(response)
