"""Calls and streams with coroutines: errors are those of the client, and a stream ends with its context."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from gunbai.referee.v1.lobby_pb2 import GetGameRequest, ListTitlesRequest, StartGameRequest
from gunbai.referee.v1.lobby_pb2_grpc import LobbyStub
from gunbai.referee.v1.record_pb2 import ReadEntriesRequest
from gunbai.referee.v1.record_pb2_grpc import RecordStub
from gunbai.referee.v1.referee_pb2 import SubmitRequest, SubmitResponse
from gunbai.referee.v1.referee_pb2_grpc import RefereeStub
from gunbai.referee.v1.ruling_pb2 import Refused, Ruling
from gunbai_client import NotFound, Unreachable
from gunbai_client.transport import aio as transport
from gunbai_client.transport.aio import call, open_channel, reading
from lab.patience import PATIENCE
from tests.clients.python.scripted import pauses_in


async def test_a_call_returns_its_response_or_raises(address: str) -> None:
    async with open_channel(address, None) as channel:
        lobby = LobbyStub(channel)
        assert (await call(lobby.ListTitles, ListTitlesRequest(), (), 5, wait=True)).titles
        with pytest.raises(NotFound):
            await call(lobby.GetGame, GetGameRequest(game="nosuch"), (), 5, wait=True)
    async with open_channel("127.0.0.1:1", None) as nowhere:
        with pytest.raises(Unreachable):
            await call(LobbyStub(nowhere).ListTitles, ListTitlesRequest(), (), 1, wait=True)


async def test_a_stream_raises_why_it_ends(address: str) -> None:
    async with open_channel(address, None) as channel:
        with pytest.raises(NotFound):
            async with reading(RecordStub(channel).ReadEntries, ReadEntriesRequest(game="nosuch"), ()) as responses:
                await anext(responses)


class Stream:
    """A stream of responses that does not end by itself."""

    cancelled = False

    async def __aiter__(self) -> AsyncIterator[str]:
        while True:
            yield "a response"

    def cancel(self) -> None:
        self.cancelled = True


async def test_a_stream_is_cancelled_when_its_reader_leaves() -> None:
    stream = Stream()
    method: Any = lambda *_, **__: stream  # noqa: E731  # as much of a method as it needs
    async with reading(method, LOOK, ()) as responses:
        assert await anext(responses) == "a response"
        assert not stream.cancelled
    assert stream.cancelled


class Failing:
    """A method that fails with some codes, call after call, and then answers."""

    def __init__(self, *codes: grpc.StatusCode) -> None:
        self.codes = list(codes)
        self.waited: list[bool] = []

    async def __call__(self, _: object, *, wait_for_ready: bool, **others: Any) -> str:
        self.waited.append(wait_for_ready)
        if self.codes:
            raise grpc.aio.AioRpcError(self.codes.pop(0), grpc.aio.Metadata(), grpc.aio.Metadata())
        return "answered in time" if 0 < others["timeout"] <= PATIENCE else "answered"


GONE = grpc.StatusCode.UNAVAILABLE
CUT_OFF = grpc.StatusCode.CANCELLED
LOOK: Any = GetGameRequest()


async def test_a_call_is_repeated_where_that_is_safe_until_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    paused = pauses_in(transport, monkeypatch)
    method: Any = Failing(GONE, CUT_OFF)
    assert await call(method, LOOK, (), PATIENCE, wait=True) == "answered in time"
    assert method.waited == [True] * 3
    assert paused == [0.1, 0.2]


@pytest.mark.parametrize(
    ("code", "request_", "deadline", "wait"),
    [
        (GONE, StartGameRequest(), PATIENCE, True),
        (grpc.StatusCode.NOT_FOUND, LOOK, PATIENCE, True),
        (GONE, LOOK, PATIENCE, False),
        (GONE, LOOK, 0.05, True),
    ],
)
async def test_a_call_is_made_once_if_another_is_not_safe_or_not_wanted_or_there_is_no_time(
    code: grpc.StatusCode, request_: Any, deadline: float, *, wait: bool
) -> None:
    method: Any = Failing(code)
    with pytest.raises(NotFound if code is grpc.StatusCode.NOT_FOUND else Unreachable):
        await call(method, request_, (), deadline, wait=wait)
    assert method.waited == [wait]


async def test_a_call_whose_answer_is_lost_is_repeated_within_its_deadline() -> None:
    requests: list[Message] = []

    async def submit(request: SubmitRequest, context: Any) -> SubmitResponse:
        requests.append(request)
        if len(requests) == 1:
            await asyncio.sleep(PATIENCE)
        return SubmitResponse(ruling=Ruling(refused=Refused(clause="IN-5.7")))

    handler = grpc.unary_unary_rpc_method_handler(submit, SubmitRequest.FromString, SubmitResponse.SerializeToString)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("gunbai.referee.v1.Referee", {"Submit": handler}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with open_channel(f"127.0.0.1:{port}", None) as channel:
            request = SubmitRequest(game="g", command_id="c")
            response = await call(RefereeStub(channel).Submit, request, (), 8, wait=True)
    finally:
        await server.stop(None)
    assert response.ruling.refused.clause == "IN-5.7"
    assert requests == [request] * 2


class Over:
    """A stream in both directions that the service has ended, without an error of its own."""

    async def read(self) -> object:
        return grpc.aio.EOF

    async def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNAVAILABLE

    async def details(self) -> str:
        return "gone"


async def test_who_reads_on_after_the_end_of_a_stream_is_told_why_it_ended() -> None:
    method: Any = lambda **_: Over()  # noqa: E731  # as much of a method as it needs
    with pytest.raises(Unreachable):
        await transport.Duplex(method, ()).read()
