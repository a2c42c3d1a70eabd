"""Calls and streams without coroutines: errors are those of the client, and a stream ends with its context."""

from __future__ import annotations

import threading
import time
from typing import Any, cast

import grpc
import pytest

from gunbai.referee.v1.lobby_pb2 import GetGameRequest, ListTitlesRequest
from gunbai.referee.v1.lobby_pb2_grpc import LobbyStub
from gunbai.referee.v1.record_pb2 import ReadEntriesRequest
from gunbai.referee.v1.record_pb2_grpc import RecordStub
from gunbai.referee.v1.referee_pb2 import Attach, PlayRequest, PlayResponse
from gunbai_client import NotFound, Seat, Unreachable
from gunbai_client.channel import bearer
from gunbai_client.transport.blocking import Duplex, call, open_channel, reading
from tests.patience import PATIENCE


def test_a_call_returns_its_response_or_raises(address: str) -> None:
    with open_channel(address, None) as channel:
        lobby = LobbyStub(channel)
        assert call(lobby.ListTitles, ListTitlesRequest(), (), 5).titles
        with pytest.raises(NotFound):
            call(lobby.GetGame, GetGameRequest(game="nosuch"), (), 5)
    with open_channel("127.0.0.1:1", None) as nowhere, pytest.raises(Unreachable):
        call(LobbyStub(nowhere).ListTitles, ListTitlesRequest(), (), 1)


def test_a_stream_raises_why_it_ends(address: str) -> None:
    request = ReadEntriesRequest(game="nosuch")
    with (
        open_channel(address, None) as channel,
        pytest.raises(NotFound),
        reading(RecordStub(channel).ReadEntries, request, ()) as responses,
    ):
        next(responses)


class Over:
    """A stream that the service has ended, without an error of its own."""

    def __next__(self) -> PlayResponse:
        raise StopIteration

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
