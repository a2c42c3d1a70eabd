"""The reception logs every call once, turns errors into statuses, and knows which calls are open."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from functools import partial
from time import perf_counter
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from gunbai.referee.v1 import arbiter_pb2, disputes_pb2, game_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai_record.limits import MAX_COMMAND, MAX_SET_UP
from lab.patience import PATIENCE
from referee.access import charges, quotas
from referee.access.peers import label_of
from referee.access.quotas import UNLIMITED, Limits, Quotas
from referee.calls.reception import REQUEST_BYTES, SMALL_REQUEST, Notes, Reception, forget_frames, parsing, serializing
from referee.calls.stopping import Stopping
from referee.errors import QuotaExceeded, RequestTooLarge, ServiceBusy, ServiceStopping, UnparsableRequest
from store.contract import GameNotFound, StorageError, StorageFull, StorageUnsettled

REQUEST = lobby_pb2.GetGameRequest(game="g")
ANSWER = lobby_pb2.ListTitlesResponse()
HEALTH = "grpc.health.v1.Health"

Behaviour = Callable[[Any, Any], Any]


class Call:
    """A call as far as the reception looks at one."""

    def __init__(self, peer: str = "ipv4:192.0.2.7:5000") -> None:
        self._peer = peer
        self.code: grpc.StatusCode | None = None
        self.status = Status()

    def peer(self) -> str:
        return self._peer

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return ()

    def set_code(self, code: grpc.StatusCode) -> None:
        self.code = code

    def set_details(self, details: str) -> None:
        self.details = details

    def set_trailing_metadata(self, metadata: tuple[tuple[str, bytes], ...]) -> None:
        [(_, raw)] = metadata
        self.status = Status.FromString(raw)

    @property
    def reason(self) -> str:
        """The reason of the error that the call got."""
        info = ErrorInfo()
        return info.reason if any(detail.Unpack(info) for detail in self.status.details) else ""


class Server:
    """A server as far as the reception adds handlers to one."""

    def __init__(self) -> None:
        self.handlers: list[Any] = []

    def add_generic_rpc_handlers(self, handlers: tuple[Any, ...]) -> None:
        self.handlers += handlers


class Wrapped:
    """A reception, and the handlers behind it."""

    def __init__(self, limits: Limits = UNLIMITED) -> None:
        self.stopping, self._server = Stopping(), Server()
        self.reception = Reception(self._server, self.stopping, Quotas(limits))  # type: ignore[arg-type]  # as much of a server as it needs

    def unary(self, behaviour: Behaviour, service: str = "gunbai.referee.v1.Lobby") -> Behaviour:
        """Return how a call that is answered once is answered."""
        handler: Any = grpc.unary_unary_rpc_method_handler(behaviour)
        served: Behaviour = self._wrapped(handler, service).unary_unary
        return served

    def stream(self, behaviour: Behaviour, service: str = "gunbai.referee.v1.Lobby") -> Behaviour:
        """Return how a call that is answered many times is answered."""
        handler: Any = grpc.unary_stream_rpc_method_handler(behaviour)
        served: Behaviour = self._wrapped(handler, service).unary_stream
        return served

    def both(self, behaviour: Behaviour) -> Behaviour:
        """Return how a stream of requests is answered many times."""
        handler: Any = grpc.stream_stream_rpc_method_handler(behaviour)
        served: Behaviour = self._wrapped(handler, "gunbai.referee.v1.Referee").stream_stream
        return served

    def all(self, behaviour: Behaviour) -> Behaviour:
        """Return how a stream of requests is answered once."""
        handler: Any = grpc.stream_unary_rpc_method_handler(behaviour)
        served: Behaviour = self._wrapped(handler, "gunbai.referee.v1.Record").stream_unary
        return served

    def _wrapped(self, handler: Any, service: str) -> Any:
        self.reception.add_registered_method_handlers(service, {"GetGame": handler})

        class Details:
            method, invocation_metadata = f"/{service}/GetGame", ()

        return self._server.handlers[-1].service(Details())


async def answering(_request: Message, _context: Any) -> Message:
    return lobby_pb2.GetGameResponse()


def accepted_at(version: int) -> referee_pb2.SubmitResponse:
    """Return the answer to a command that was accepted."""
    answer = referee_pb2.SubmitResponse()
    answer.ruling.accepted.entries.add(version=version)
    return answer


async def failing(_request: Message, _context: Any) -> Message:
    raise GameNotFound("g")


async def breaking(_request: Message, _context: Any) -> Message:
    raise RuntimeError("a bug of ours")


async def streaming(_request: Message, _context: Any) -> AsyncIterator[Message]:
    yield ANSWER
    yield ANSWER


async def failing_stream(_request: Message, _context: Any) -> AsyncIterator[Message]:
    yield ANSWER
    raise GameNotFound("g")


async def test_an_answered_call_is_logged_once_with_the_facts_of_request_and_answer(lines: list[Any]) -> None:
    async def joined(_request: Message, _context: Any) -> Message:
        answer = referee_pb2.SubmitResponse()
        answer.ruling.refused.clause = "LN-1"
        return answer

    answer = await Wrapped().unary(joined)(REQUEST, Call())
    assert answer.ruling.refused.clause == "LN-1"
    [line] = lines
    assert line.pop("ms") >= 0
    assert line.pop("client") == label_of("ipv4:192.0.2.7")
    assert line == {
        "event": "call_answered",
        "log_level": "info",
        "call": "GetGame",
        "game": "g",
        "ruling": "command_refused",
        "clause": "LN-1",
        "version": 0,
    }


async def test_a_stream_is_logged_once_at_its_end(lines: list[Any]) -> None:
    answers = [answer async for answer in Wrapped().stream(streaming)(REQUEST, Call())]
    assert answers == [ANSWER, ANSWER]
    assert [(line["event"], line["call"], line["game"]) for line in lines] == [("call_answered", "GetGame", "g")]


@pytest.mark.parametrize(
    ("call", "answered", "level"),
    [
        ("GetGame", game_pb2.GameInfo(game="g"), "debug"),
        ("CreateGame", lobby_pb2.CreateGameResponse(), "info"),
        ("Submit", accepted_at(8), "info"),
        ("Play", accepted_at(8).ruling, "info"),
    ],
)
def test_each_game_and_each_decision_has_a_line_and_other_calls_for_who_debugs(
    lines: list[Any], call: str, answered: Message, level: str
) -> None:
    Notes().answer(call, REQUEST, answered, perf_counter())
    assert [line["log_level"] for line in lines] == [level]


@pytest.mark.parametrize(
    ("error", "level"), [(GameNotFound("g"), "debug"), (ServiceStopping(), "warning"), (RuntimeError("bug"), "error")]
)
def test_a_failure_of_the_service_is_louder_than_one_of_a_client(
    lines: list[Any], error: Exception, level: str
) -> None:
    Notes().failure("GetGame", REQUEST, error, 0.0)
    assert [line["log_level"] for line in lines] == [level]


@pytest.mark.parametrize(
    ("error", "level"),
    [
        (StorageFull("f", "there is no room left"), "error"),
        (StorageUnsettled("f", "g"), "error"),
        (StorageError("f", "no disk"), "error"),
        (QuotaExceeded("calls", 1.0), "warning"),
        (ServiceBusy("folding", 1), "warning"),
    ],
)
def test_refusals_that_many_calls_share_have_a_line_every_ten_seconds_with_their_number(
    lines: list[Any], monkeypatch: pytest.MonkeyPatch, error: Exception, level: str
) -> None:
    now = [0.0]
    monkeypatch.setattr("referee.calls.reception.perf_counter", lambda: now[0])
    notes = Notes()
    for at in (*range(10), 10):
        now[0] = at
        notes.failure("Submit", REQUEST, error, 0.0)
    warnings = [line for line in lines if line["log_level"] != "debug"]
    assert [(line["log_level"], line.get("more")) for line in warnings] == [(level, None), (level, 9)]


def test_a_slow_answer_has_a_line_whatever_was_asked(lines: list[Any]) -> None:
    Notes().answer("GetGame", REQUEST, ANSWER, perf_counter() - 2)
    Notes().answer("Watch", REQUEST, None, perf_counter() - 2)
    assert [(line["call"], line["log_level"]) for line in lines] == [("GetGame", "info"), ("Watch", "debug")]


def test_a_label_says_which_calls_are_of_one_client_and_not_who_that_is() -> None:
    assert label_of("ipv4:192.0.2.7") == label_of("ipv4:192.0.2.7") != label_of("ipv4:192.0.2.8")
    assert len(label_of("ipv4:192.0.2.7")) == 12


async def test_a_call_that_fails_gets_its_status_and_one_line(lines: list[Any]) -> None:
    call = Call()
    assert await Wrapped().unary(failing)(REQUEST, call) is None
    assert (call.code, call.reason) == (grpc.StatusCode.NOT_FOUND, "GAME_NOT_FOUND")
    [line] = lines
    assert line.pop("ms") >= 0
    assert line.pop("client") == label_of("ipv4:192.0.2.7")
    assert line == {
        "event": "call_failed",
        "log_level": "debug",
        "call": "GetGame",
        "code": "NOT_FOUND",
        "reason": "GAME_NOT_FOUND",
        "game": "g",
    }


async def test_a_stream_that_fails_keeps_what_was_sent_and_gets_its_status(lines: list[Any]) -> None:
    call = Call()
    answers = [answer async for answer in Wrapped().stream(failing_stream)(REQUEST, call)]
    assert (answers, call.reason) == ([ANSWER], "GAME_NOT_FOUND")
    [line] = lines
    assert (line["event"], line["call"], line["game"]) == ("call_failed", "GetGame", "g")
    assert line["reason"] == "GAME_NOT_FOUND"


async def test_a_mistake_of_ours_is_logged_as_an_error_with_its_traceback(lines: list[Any]) -> None:
    call = Call()
    await Wrapped().unary(breaking)(REQUEST, call)
    assert (call.code, call.reason) == (grpc.StatusCode.INTERNAL, "BUG")
    [line] = lines
    assert (line["log_level"], line["event"], line["code"]) == ("error", "call_failed", "INTERNAL")
    assert "in breaking" in line["exception"]
    assert line["exception"].endswith("RuntimeError: a bug of ours\n")


async def test_a_call_that_grpc_aborts_is_left_to_grpc(lines: list[Any]) -> None:
    async def aborted(_request: Message, _context: Any) -> Message:
        raise grpc.aio.AbortError

    async def aborted_stream(_request: Message, _context: Any) -> AsyncIterator[Message]:
        yield ANSWER
        raise grpc.aio.AbortError

    with pytest.raises(grpc.aio.AbortError):
        await Wrapped().unary(aborted)(REQUEST, Call())
    with pytest.raises(grpc.aio.AbortError):
        _ = [answer async for answer in Wrapped().stream(aborted_stream)(REQUEST, Call())]
    assert lines == []


async def test_a_service_that_stops_answers_for_its_health_alone() -> None:
    wrapped = Wrapped()
    wrapped.stopping.begin()
    call = Call()
    assert await wrapped.unary(answering)(REQUEST, call) is None
    assert (call.code, call.reason) == (grpc.StatusCode.UNAVAILABLE, "SERVICE_STOPPING")
    assert await wrapped.unary(answering, HEALTH)(REQUEST, Call()) == lobby_pb2.GetGameResponse()


async def test_health_and_reflection_count_against_the_quotas_of_a_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    wrapped = Wrapped(Limits(calls_per_second=0.1, streams=1))
    check, other, refused = wrapped.unary(answering, HEALTH), Call("ipv4:192.0.2.8:1"), Call()
    assert await check(REQUEST, Call()) is not None
    assert await check(REQUEST, refused) is None
    assert refused.reason == "QUOTA_EXCEEDED"
    assert await check(REQUEST, other) is not None
    with pytest.raises(QuotaExceeded), wrapped.reception._admit_counted(other):
        pass
    many = Wrapped(Limits(streams=1))
    watch, second = many.stream(streaming, HEALTH), Call()
    first = watch(REQUEST, Call())
    assert await anext(first) == ANSWER
    assert [answer async for answer in watch(REQUEST, second)] == []
    assert second.reason == "QUOTA_EXCEEDED"
    await first.aclose()


async def test_health_and_reflection_are_charged_what_they_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading of the clock of computing is a second after the one before."""
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    monkeypatch.setattr(charges, "thread_time", partial(next, itertools.count(1.0)))
    check, refused = Wrapped(Limits(computing_seconds_per_minute=1)).unary(answering, HEALTH), Call()
    assert await check(REQUEST, Call()) is not None
    assert await check(REQUEST, refused) is None
    assert refused.reason == "QUOTA_EXCEEDED"


async def test_a_stream_whose_reader_leaves_is_closed_at_once() -> None:
    closed: list[bool] = []

    async def watching(_request: Message, _context: Any) -> AsyncIterator[Message]:
        try:
            while True:
                yield ANSWER
        finally:
            closed.append(True)

    watch = Wrapped().stream(watching)(REQUEST, Call())
    assert await anext(watch) == ANSWER
    await watch.aclose()
    assert closed == [True]


def ticking(monkeypatch: pytest.MonkeyPatch, now: float = 0.0) -> list[float]:
    """Give the reception a clock that shows the last of these times."""
    times = [now]
    monkeypatch.setattr("referee.calls.reception.perf_counter", lambda: times[-1])
    return times


async def test_a_stop_waits_for_the_calls_that_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    times = ticking(monkeypatch)
    wrapped, done = Wrapped(), asyncio.Event()

    async def slow(_request: Message, _context: Any) -> Message:
        await done.wait()
        return ANSWER

    for _ in range(2):
        await wrapped.unary(answering)(REQUEST, Call())
    call = asyncio.ensure_future(wrapped.unary(slow)(REQUEST, Call()))
    await asyncio.sleep(0)
    times.append(1.0)
    drained = asyncio.ensure_future(wrapped.reception.drained(0, PATIENCE))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not drained.done()
    done.set()
    assert await call == ANSWER
    for _ in range(5):
        await asyncio.sleep(0)
    assert drained.done()


async def test_a_stop_waits_until_no_call_has_come_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    times, quiet = ticking(monkeypatch), 2**-7
    wrapped = Wrapped()
    times.append(50.0)
    await wrapped.unary(answering)(REQUEST, Call())
    times.append(50.0 + quiet - 2**-9)
    drained = asyncio.ensure_future(wrapped.reception.drained(quiet, PATIENCE))
    await asyncio.sleep(2 * quiet)
    assert not drained.done()
    times.append(50.0 + quiet)
    await asyncio.wait_for(drained, PATIENCE)


async def test_a_stop_waits_for_some_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    times = ticking(monkeypatch)
    wrapped = Wrapped()
    open_call = wrapped.stream(streaming)(REQUEST, Call())
    await anext(open_call)
    drained = asyncio.ensure_future(wrapped.reception.drained(0.001, 3))
    await asyncio.sleep(0)
    times.append(2.9)
    await asyncio.sleep(0.01)
    assert not drained.done()
    times.append(3.0)
    await asyncio.wait_for(drained, PATIENCE)
    await open_call.aclose()


def raised(error: BaseException) -> BaseException:
    """Return an error with the frames that it came through."""
    with pytest.raises(type(error)) as exception_info:
        raise error
    return exception_info.value


def test_the_frames_of_an_error_and_of_those_behind_it_are_dropped() -> None:
    error, cause, behind = raised(RuntimeError()), raised(ValueError()), raised(KeyError())
    error.__cause__, cause.__context__, behind.__cause__ = cause, behind, error
    forget_frames(error)
    for link in (error, cause, behind):
        assert (link.__traceback__, link.__cause__, link.__context__) == (None, None, None)


async def test_the_error_of_a_failed_call_keeps_no_frame_and_so_no_request() -> None:
    causes = [GameNotFound("call"), GameNotFound("stream")]

    async def call(_request: Message, _context: Any) -> Message:
        raise causes[0]

    async def stream(_request: Message, _context: Any) -> AsyncIterator[Message]:
        yield ANSWER
        raise causes[1]

    wrapped = Wrapped()
    await wrapped.unary(call)(REQUEST, Call())
    assert [answer async for answer in wrapped.stream(stream)(REQUEST, Call())] == [ANSWER]
    assert [cause.__traceback__ for cause in causes] == [None, None]


def test_a_request_is_parsed_up_to_the_limit_of_its_call() -> None:
    largest = {"GetGame": SMALL_REQUEST, "Submit": MAX_COMMAND + SMALL_REQUEST, "CreateGame": 4 * MAX_SET_UP}
    for name, size in largest.items():
        parsed = parsing(name, bytes)
        assert parsed(bytes(size)) == bytes(size)
        error = parsed(bytes(size + 1))
        assert isinstance(error, RequestTooLarge)
        assert (error.call, error.size, error.limit) == (name, size + 1, size)


def test_the_calls_with_larger_requests_are_there() -> None:
    services = (arbiter_pb2, disputes_pb2, lobby_pb2, referee_pb2, record_pb2)
    larger = {
        call
        for pb in services
        for service in pb.DESCRIPTOR.services_by_name.values()
        for call in service.methods_by_name
    }
    assert REQUEST_BYTES.keys() - larger == {"Adjudicate"}


async def test_a_request_that_could_not_be_parsed_is_an_error_of_the_call(lines: list[Any]) -> None:
    parse = parsing("GetGame", lobby_pb2.GetGameRequest.FromString)
    call, unparsed = Call(), parse(b"\xff")
    assert isinstance(unparsed, UnparsableRequest)
    await Wrapped().unary(answering)(unparsed, call)
    assert (call.code, call.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "UNPARSABLE_REQUEST")
    assert [line["reason"] for line in lines] == ["UNPARSABLE_REQUEST"]


async def test_requests_of_a_stream_are_answered_until_one_cannot_be_parsed() -> None:
    async def echoing(requests: AsyncIterator[Any], _context: Any) -> AsyncIterator[Any]:
        async for request in requests:
            yield request

    async def sent() -> AsyncIterator[Any]:
        for request in (REQUEST, REQUEST, UnparsableRequest("GetGame"), REQUEST):
            yield request

    call = Call()
    answers = [answer async for answer in Wrapped().both(echoing)(sent(), call)]
    assert (answers, call.reason) == ([REQUEST, REQUEST], "UNPARSABLE_REQUEST")


@pytest.mark.parametrize("offered", ["both", "all"])
async def test_a_stream_that_is_refused_is_heard_out_before_its_call_ends(offered: str) -> None:
    heard = []

    async def refusing(_requests: AsyncIterator[Any], _context: Any) -> Message:
        raise GameNotFound("g")

    async def refusing_both(_requests: AsyncIterator[Any], _context: Any) -> AsyncIterator[Message]:
        none: tuple[Message, ...] = ()
        for answer in none:
            yield answer
        raise GameNotFound("g")

    async def sent() -> AsyncIterator[Any]:
        for request in (REQUEST, REQUEST):
            heard.append(request)
            yield request

    call = Call()
    if offered == "both":
        assert [answer async for answer in Wrapped().both(refusing_both)(sent(), call)] == []
    else:
        assert await Wrapped().all(refusing)(sent(), call) is None
    assert (heard, call.reason) == ([REQUEST, REQUEST], "GAME_NOT_FOUND")


def test_what_was_serialized_for_many_is_sent_as_it_is() -> None:
    serialize = serializing(lobby_pb2.GetGameRequest.SerializeToString)
    assert serialize(REQUEST) == REQUEST.SerializeToString() == serialize(REQUEST.SerializeToString())
