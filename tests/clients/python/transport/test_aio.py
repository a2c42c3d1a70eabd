"""Calls and streams with coroutines: errors are those of the client, and a stream ends with its context."""

from __future__ import annotations

import pytest

from gunbai.referee.v1.lobby_pb2 import GetGameRequest, ListTitlesRequest
from gunbai.referee.v1.lobby_pb2_grpc import LobbyStub
from gunbai.referee.v1.record_pb2 import ReadEntriesRequest
from gunbai.referee.v1.record_pb2_grpc import RecordStub
from gunbai_client import NotFound, Unreachable
from gunbai_client.transport.aio import call, open_channel, reading


async def test_a_call_returns_its_response_or_raises(address: str) -> None:
    async with open_channel(address, None) as channel:
        lobby = LobbyStub(channel)
        assert (await call(lobby.ListTitles, ListTitlesRequest(), (), 5)).titles
        with pytest.raises(NotFound):
            await call(lobby.GetGame, GetGameRequest(game="nosuch"), (), 5)
    async with open_channel("127.0.0.1:1", None) as nowhere:
        with pytest.raises(Unreachable):
            await call(LobbyStub(nowhere).ListTitles, ListTitlesRequest(), (), 1)


async def test_a_stream_raises_why_it_ends(address: str) -> None:
    async with open_channel(address, None) as channel:
        with pytest.raises(NotFound):
            async with reading(RecordStub(channel).ReadEntries, ReadEntriesRequest(game="nosuch"), ()) as responses:
                await anext(responses)
