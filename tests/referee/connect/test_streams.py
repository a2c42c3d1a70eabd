"""Streams over Connect and gRPC-Web: entries as they come, deadlines, clients that hang up, the stop of the service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from google.protobuf.json_format import MessageToDict

from gunbai.referee.v1 import record_pb2
from lab.connect_client import (
    GRPC_WEB,
    GRPC_WEB_JSON,
    JSON,
    JSON_STREAM,
    LAST,
    PROTO_STREAM,
    Answer,
    Reading,
    Web,
    frames,
    reason_in,
    web,
)
from lab.toy import protos
from lab.toy_service import ALL_TITLES, House, Match, bids, open_house
from referee.access.quotas import Limits
from referee.proof.identity import Identity
from referee.server import Service, Settings
from referee.server import Web as ConnectAt
from store.sqlite import SqliteStore


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[House, Web]]:
    async with web(tmp_path) as pair:
        yield pair


async def test_a_record_is_read_in_every_encoding(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    await match.play(*bids(1, 2))
    expected = await match.entries()
    for kind in (JSON_STREAM, PROTO_STREAM, GRPC_WEB, GRPC_WEB_JSON):
        answer = await client.post("Record/ReadEntries", {"game": match.id}, kind) if kind.endswith("json") else None
        request = record_pb2.ReadEntriesRequest(game=match.id)
        answer = answer or await client.post("Record/ReadEntries", request, kind)
        *sent, (last, end) = frames(answer.body)
        assert {flags for flags, _ in sent} == {0}
        assert last == LAST[kind]
        assert (b"grpc-status: 0" in end) if kind in {GRPC_WEB, GRPC_WEB_JSON} else json.loads(end) == {}
        if kind.endswith("json"):
            assert [json.loads(data)["entry"] for _, data in sent] == [MessageToDict(entry) for entry in expected]
        else:
            assert [record_pb2.ReadEntriesResponse.FromString(data).entry for _, data in sent] == expected


async def test_an_error_ends_a_stream_with_its_details(both: tuple[House, Web]) -> None:
    _, client = both
    answer = await client.post("Record/ReadEntries", {"game": "none"}, JSON_STREAM)
    ((flags, end),) = frames(answer.body)
    error = json.loads(end)["error"]
    assert (answer.status, flags, error["code"]) == (200, 2, "not_found")
    assert error["details"][0]["debug"]["reason"] == "GAME_NOT_FOUND"


async def test_a_watcher_sees_what_is_played(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    async with watching(client, match) as reading:
        versions = await versions_until(reading, "caughtUp")
        await match.play(*bids(1, 2))
        head = (await match.game()).head
        while versions[-1] < head:
            versions += await versions_until(reading, "entries")
    assert versions == list(range(1, head + 1))


async def test_many_watchers_in_json_and_bytes_see_the_same(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    await match.play(*bids(1, 2))
    answers = [await client.post("Record/WatchGame", {"game": match.id}, JSON_STREAM, connect_timeout_ms="300")] * 2
    request = record_pb2.WatchGameRequest(game=match.id)
    binary = frames((await client.post("Record/WatchGame", request, PROTO_STREAM, connect_timeout_ms="300")).body)
    in_bytes = [MessageToDict(record_pb2.WatchGameResponse.FromString(data)) for flags, data in binary if not flags]
    for answer in answers:
        assert [json.loads(data) for flags, data in frames(answer.body) if not flags] == in_bytes


async def test_a_deadline_ends_a_stream(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    answer = await client.post("Record/WatchGame", {"game": match.id}, JSON_STREAM, connect_timeout_ms="200")
    assert json.loads(frames(answer.body)[-1][1])["error"]["code"] == "deadline_exceeded"
    request = record_pb2.WatchGameRequest(game=match.id)
    over_web = await client.post("Record/WatchGame", request, GRPC_WEB, grpc_timeout="200m")
    assert b"grpc-status: 4" in frames(over_web.body)[-1][1]


async def test_a_watcher_that_hangs_up_gives_its_stream_back(tmp_path: Path) -> None:
    async with web(tmp_path, limits=Limits(streams=1, loopback=True)) as (house, client):
        match = await house.start()
        async with watching(client, match) as reading:
            await versions_until(reading, "caughtUp")
            assert (
                error_of(await client.post("Record/ReadEntries", {"game": match.id}, JSON_STREAM)) == "QUOTA_EXCEEDED"
            )
        given_back = False
        while not given_back:
            given_back = not error_of(await client.post("Record/ReadEntries", {"game": match.id}, JSON_STREAM))


async def test_a_stop_drains_streams_and_turns_new_calls_away(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.sqlite")
    service = Service(store, ALL_TITLES, Identity.kept_in(tmp_path / "service.key"), Settings(connect=ConnectAt()))
    await service.start()
    house, client = House(service.address), Web(service.connect_address)
    match = await house.start()
    before = await match.view(1)
    request = match.request(protos.Bid(light=1, seat=1), before.expected_version)
    async with watching(client, match) as reading:
        await versions_until(reading, "caughtUp")
        service._stopping.begin()
        await versions_until(reading, "drained")
        assert (await asyncio.to_thread(reading.next)) == (2, b"{}")
        answer = await client.post("Referee/Submit", request, JSON, match.tokens[1])
        assert (answer.status, answer.value["code"], answer.reason) == (503, "unavailable", "SERVICE_STOPPING")
        over_web = await client.post("Referee/Submit", request, GRPC_WEB, match.tokens[1])
        assert b"grpc-status: 14" in frames(over_web.body)[-1][1]
        await service.stop()
    with pytest.raises(ConnectionRefusedError):
        await client.post("Referee/Submit", request, JSON, match.tokens[1])
    await house.channel.close()
    async with open_house(tmp_path) as after:
        assert (await match.at(after).view(1)).version == before.version


def error_of(answer: Answer) -> str:
    """Return the reason of the error that ends a stream in JSON, "" if it ends well."""
    error = json.loads(frames(answer.body)[-1][1]).get("error")
    return reason_in(error) if error else ""


@asynccontextmanager
async def watching(client: Web, match: Match) -> AsyncIterator[Reading]:
    """Yield a watcher of a game, who hangs up when the block is left."""
    begun = partial(client.begun, "Record/WatchGame", {"game": match.id}, JSON_STREAM)
    reading = await asyncio.to_thread(lambda: Reading(begun()))
    try:
        yield reading
    finally:
        reading.close()


async def versions_until(reading: Reading, part: str) -> list[int]:
    """Return the versions of the entries up to a message with some part."""
    versions: list[int] = []
    while True:
        flags, data = await asyncio.to_thread(reading.next)
        message = json.loads(data)
        versions += [int(entry["version"]) for entry in message.get("entries", {}).get("entries", [])]
        if part in message:
            return versions
        assert not flags, message
