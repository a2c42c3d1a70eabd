"""A watcher is told the history, that he has caught up, and then what happens, until the end of the game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import grpc

from gunbai.referee.v1 import audit_pb2, record_pb2
from gunbai_client.chain import checked, head_payload, signed_by
from tests.games.toy import protos
from tests.referee.house import House, bids, failure
from tests.referee.house import house as opened


def kinds(told: list[record_pb2.WatchGameResponse]) -> list[str]:
    """What sorts of message a watcher was told."""
    return [response.WhichOneof("message") or "" for response in told]


async def test_history_then_caught_up_then_live_until_the_end(house: House) -> None:
    match = await house.start()
    watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))
    told = [await watch.read() for _ in range(5)]
    assert kinds(told) == ["entry"] * 4 + ["caught_up"]
    assert told[-1].caught_up.version == 4
    await match.finish()
    while (response := await watch.read()) is not grpc.aio.EOF:
        told.append(response)
    assert kinds(told[5:]) == ["entry"] * (len(told) - 5)
    watched = [response.entry for response in told if response.HasField("entry")]
    assert [entry.version for entry in checked(watched)] == list(range(1, len(watched) + 1))
    assert watched[-1].digest == (await match.game()).head_digest


async def test_a_watch_resumes_after_a_version(house: House) -> None:
    match = await house.start()
    watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=3))
    told = [await watch.read(), await watch.read()]
    assert [told[0].entry.version, told[1].caught_up.version] == [4, 4]
    at_head = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=4))
    assert (await at_head.read()).caught_up.version == 4
    await match.play((1, protos.Ring()))
    assert (await at_head.read()).entry.version == 5
    beyond = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=9))
    assert (await failure(beyond.read()))[:2] == ("NOT_FOUND", "VERSION_NOT_FOUND")


async def test_a_game_that_is_over_is_told_and_the_stream_ends(house: House) -> None:
    match = await house.start()
    await match.finish()
    head = (await match.game()).head
    watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))
    assert kinds([response async for response in watch]) == ["entry"] * head + ["caught_up"]
    late = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=head))
    assert kinds([response async for response in late]) == ["caught_up"]


async def test_a_quiet_game_shows_signs_of_life_with_its_head(tmp_path: Path) -> None:
    async with opened(tmp_path, heartbeat_seconds=0.05) as house:
        match = await house.start()
        watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=4))
        assert (await watch.read()).HasField("caught_up")
        beat = (await watch.read()).heartbeat
        assert (beat.head, beat.head_digest) == (4, (await match.game()).head_digest)
        watch.cancel()


async def test_many_watchers_of_one_game_hear_of_an_entry_soon(house: House) -> None:
    match = await house.start()
    request = record_pb2.WatchGameRequest(game=match.id, after_version=4)
    watches = [house.record.WatchGame(request) for _ in range(100)]
    assert all([(await watch.read()).HasField("caught_up") for watch in watches])
    await match.play(*bids(1))
    told = await asyncio.wait_for(asyncio.gather(*(watch.read() for watch in watches)), 5)
    assert {response.entry.version for response in told} == {5}
    for watch in watches:
        watch.cancel()


async def test_entries_are_read_from_a_version_to_a_version(house: House) -> None:
    match = await house.start()
    await match.finish()

    async def versions(**bounds: int) -> list[int]:
        stream = house.record.ReadEntries(record_pb2.ReadEntriesRequest(game=match.id, **bounds))
        return [response.entry.version async for response in stream]

    head = (await match.game()).head
    assert await versions() == list(range(1, head + 1))
    assert await versions(after_version=2, up_to_version=5) == [3, 4, 5]
    assert await versions(after_version=head - 1, up_to_version=10_000) == [head]
    assert await versions(after_version=2**64 - 1) == []


async def test_positions_are_viewed_and_drawn_at_any_version(house: House) -> None:
    match = await house.start()
    await match.finish()
    first = await match.view("", version=4)
    assert (first.version, first.waiting.step, first.expected_version) == (4, "LayBids", 0)
    drawing = await house.record.DrawPosition(record_pb2.DrawPositionRequest(game=match.id, version=4))
    assert drawing.svg == "<svg><desc>5 lanterns</desc></svg>"
    assert (await failure(match.view("", version=999)))[:2] == ("NOT_FOUND", "VERSION_NOT_FOUND")


async def test_the_head_is_signed_by_the_service(house: House) -> None:
    match = await house.start()
    head = await house.audit.GetHead(audit_pb2.GetHeadRequest(game=match.id))
    assert head.digest == (await match.game()).head_digest
    payload = head_payload(match.id, 4, head.digest, head.at_micros)
    assert signed_by(head.public_key, head.signature, payload)
    assert not signed_by(head.public_key, head.signature, head_payload(match.id, 5, head.digest, head.at_micros))
