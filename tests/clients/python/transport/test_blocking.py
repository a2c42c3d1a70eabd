"""Calls and streams without coroutines: errors are those of the client, and a stream ends with its context."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

import grpc
import pytest

from gunbai.referee.v1.lobby_pb2 import GetGameRequest, ListTitlesRequest, StartGameRequest
from gunbai.referee.v1.lobby_pb2_grpc import LobbyStub
from gunbai.referee.v1.record_pb2 import ImportRecordRequest, ReadEntriesRequest
from gunbai.referee.v1.record_pb2_grpc import RecordStub
from gunbai.referee.v1.referee_pb2 import Attach, PlayRequest, PlayResponse
from gunbai_client import NotAllowed, NotFound, Seat, Unreachable
from gunbai_client.channel import bearer
from gunbai_client.transport.blocking import Duplex, call, open_channel, reading, sending
from lab.patience import PATIENCE


def test_a_call_returns_its_response_or_raises(address: str) -> None:
    with open_channel(address, None) as channel:
        lobby = LobbyStub(channel)
        assert call(lobby.ListTitles, ListTitlesRequest(), (), 5, wait=True).titles
        with pytest.raises(NotFound):
            call(lobby.GetGame, GetGameRequest(game="nosuch"), (), 5, wait=True)
    with open_channel("127.0.0.1:1", None) as nowhere, pytest.raises(Unreachable):
        call(LobbyStub(nowhere).ListTitles, ListTitlesRequest(), (), 1, wait=True)


def test_a_stream_raises_why_it_ends(address: str) -> None:
    request = ReadEntriesRequest(game="nosuch")
    with (
        open_channel(address, None) as channel,
        pytest.raises(NotFound),
        reading(RecordStub(channel).ReadEntries, request, ()) as responses,
    ):
        next(responses)


def test_a_call_ends_with_the_channel_that_is_closed_on_its_side() -> None:
    channel = open_channel("127.0.0.1:1", None)
    closing = threading.Timer(0.2, channel.close)
    closing.start()
    with pytest.raises(Unreachable) as caught:
        call(LobbyStub(channel).ListTitles, ListTitlesRequest(), (), PATIENCE, wait=True)
    closing.join()
    assert not caught.value.unavailable


def test_what_is_sent_may_be_closed_once_the_call_was_refused(
    address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The thread that takes the requests is still at one of them when the service has refused the call."""
    file, taken, before = tmp_path / "game.gunbai", threading.Event(), set(threading.enumerate())
    file.write_bytes(bytes(8))

    def requests(source: BinaryIO) -> Iterator[ImportRecordRequest]:
        taken.wait(PATIENCE)
        yield ImportRecordRequest(chunk=source.read(1))

    with open_channel(address, None) as channel:
        with file.open("rb") as source, pytest.raises(NotAllowed):
            sending(RecordStub(channel).ImportRecord, requests(source), bearer("no operator's"), PATIENCE)
        taken.set()
        for thread in set(threading.enumerate()) - before:
            thread.join(PATIENCE)
    assert "Exception iterating requests" not in caplog.text


class Over:
    """A stream that the service has ended, without an error of its own."""

    def __iter__(self) -> Iterator[PlayResponse]:
        return iter(())

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNAVAILABLE

    def details(self) -> str:
        return "the service stops"


def test_a_stream_that_the_service_ends_raises_why() -> None:
    stream: Duplex[PlayRequest, PlayResponse] = Duplex(cast("Any", lambda *_, **__: Over()), ())
    with pytest.raises(Unreachable, match="the service stops"):
        stream.read()


def test_a_stream_in_both_directions_ends_when_it_is_cancelled(duel: list[Seat]) -> None:
    before = threading.active_count()
    stream = Duplex(duel[0].gunbai.stubs.referee.Play, bearer(duel[0].token))
    stream.write(PlayRequest(attach=Attach(game=duel[0].game)))
    assert stream.read().prompt.commands
    stream.cancel()
    with pytest.raises(Unreachable):
        stream.read()
    with pytest.raises(Unreachable):
        stream.write(PlayRequest())
    deadline = time.monotonic() + PATIENCE
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


class Failed(grpc.RpcError):
    """A failed call."""

    def __init__(self, code: grpc.StatusCode) -> None:
        super().__init__()
        self._code = code

    def code(self) -> grpc.StatusCode:
        return self._code

    def details(self) -> None:
        return None

    def trailing_metadata(self) -> tuple[()]:
        return ()


class Failing:
    """A method that fails with some codes, call after call, and then answers."""

    def __init__(self, *codes: grpc.StatusCode) -> None:
        self.codes = list(codes)
        self.waited: list[bool] = []

    def __call__(self, _: object, *, wait_for_ready: bool, **others: Any) -> str:
        self.waited.append(wait_for_ready)
        if self.codes:
            raise Failed(self.codes.pop(0))
        return "answered in time" if 0 < others["timeout"] <= PATIENCE else "answered"


GONE = grpc.StatusCode.UNAVAILABLE
CUT_OFF = grpc.StatusCode.CANCELLED
LOOK: Any = GetGameRequest()


def test_a_call_is_repeated_where_that_is_safe_until_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []
    monkeypatch.setattr("gunbai_client.transport.blocking.sleep", paused.append)
    method: Any = Failing(GONE, CUT_OFF)
    assert call(method, LOOK, (), PATIENCE, wait=True) == "answered in time"
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
def test_a_call_is_made_once_if_another_is_not_safe_or_not_wanted_or_there_is_no_time(
    code: grpc.StatusCode, request_: Any, deadline: float, *, wait: bool
) -> None:
    method: Any = Failing(code)
    with pytest.raises(NotFound if code is grpc.StatusCode.NOT_FOUND else Unreachable):
        call(method, request_, (), deadline, wait=wait)
    assert method.waited == [wait]


def test_requests_that_are_sent_in_a_stream_raise_why_they_were_not_taken() -> None:
    with open_channel("127.0.0.1:1", None) as channel:
        method = channel.stream_unary(
            "/gunbai.referee.v1.Lobby/GetGame", GetGameRequest.SerializeToString, GetGameRequest.FromString
        )
        with pytest.raises(Unreachable):
            sending(cast("Any", method), [GetGameRequest()], (), PATIENCE)
