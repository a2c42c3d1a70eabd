"""A replay: what the calls for each version return, in one stream from one fold."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest_asyncio
from google.protobuf.json_format import MessageToDict

from gunbai.referee.v1 import record_pb2 as pb
from lab.connect_client import JSON_STREAM, PROTO_STREAM, Web, frames, web
from lab.toy_service import House, Match, bearer, bids, failure, open_house
from referee.access.quotas import Limits

CZECH = ("accept-language", "cs")
SEEN = {"views": True, "pictures": True, "sentences": True}
EVERYTHING = SEEN | {"tables": True}
FIELDS: Mapping[str, Any] = {"views": "view", "pictures": "picture", "sentences": "entry", "tables": "table"}
"""Where an answer has what was asked for."""
LAST = 6
"""The last version of the ranges that are tried."""


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[House, Web]]:
    async with web(tmp_path) as pair:
        yield pair


async def replayed(match: Match, metadata: Any = (), **fields: Any) -> list[pb.ReplayGameResponse]:
    """Return a replay of a game."""
    request = pb.ReplayGameRequest(game=match.id, **fields)
    return [response async for response in match.house.record.ReplayGame(request, metadata=metadata)]


async def asked_for(match: Match, metadata: Any, version: int, *, tables: bool) -> pb.ReplayGameResponse:
    """Return what a call for each part returns."""
    record = match.house.record
    reading = pb.ReadEntriesRequest(game=match.id, after_version=version - 1, up_to_version=version, sentences=True)
    (entry,) = [entry async for entry in record.ReadEntries(reading, metadata=metadata)]
    return pb.ReplayGameResponse(
        version=version,
        view=await record.GetView(pb.GetViewRequest(game=match.id, version=version), metadata=metadata),
        picture=await record.DrawPosition(pb.DrawPositionRequest(game=match.id, version=version), metadata=metadata),
        entry=entry,
        table=await record.GetTable(pb.GetTableRequest(game=match.id, version=version)) if tables else None,
    )


async def compare(match: Match, *tokens: str, tables: bool = False) -> None:
    """Compare a whole replay with the calls for each version, for holders of these tokens in two languages."""
    head = (await match.game()).head
    for token in tokens:
        for metadata in (bearer(token), (*bearer(token), CZECH)):
            responses = await replayed(match, metadata, **SEEN, tables=tables)
            assert [response.version for response in responses] == [*range(1, head + 1)]
            for response in responses:
                expected = await asked_for(match, metadata, response.version, tables=tables)
                assert response.SerializeToString(deterministic=True) == expected.SerializeToString(deterministic=True)


async def test_a_replay_is_what_the_calls_for_each_version_return(house: House) -> None:
    match = await house.start("liars_dice", 3)
    await compare(match, "", match.host, match.tokens[1])
    await match.abandon()
    await compare(match, "", match.tokens[2], tables=True)


async def test_the_tables_of_a_game_that_hides_nothing_are_replayed_while_it_runs(house: House) -> None:
    match = await house.start("infludance_duel")
    await compare(match, "", match.tokens[1], tables=True)


async def test_tables_are_replayed_up_to_the_first_hidden_fact_while_a_game_runs(house: House) -> None:
    match = await house.start()
    head = (await match.game()).head
    await match.play(*bids(1))
    assert [response.version for response in await replayed(match, to_version=head, tables=True)] == [
        *range(1, head + 1)
    ]
    for metadata in ((), bearer(match.host), bearer(match.tokens[1])):
        failed = await failure(replayed(match, metadata, tables=True, views=True))
        assert (failed.code, failed.reason) == ("PERMISSION_DENIED", "HIDDEN_FACTS")


async def test_a_replay_runs_through_the_end_of_a_game_and_through_its_branch(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3, 1))
    branch = await match.consented(6)
    await compare(branch, "", branch.host)
    await branch.follow(match)
    await compare(branch, branch.tokens[1], branch.tokens[2])
    await branch.abandon()
    await match.finish()
    await compare(match, "", match.tokens[1], tables=True)


async def test_any_part_of_any_range_is_that_part_of_the_whole(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    await match.finish()
    whole = (await replayed(match, **EVERYTHING))[:LAST]
    for first, last in combinations_with_replacement(range(1, len(whole) + 1), 2):
        for wanted in product((False, True), repeat=4):
            if any(wanted):
                parts = dict(zip(EVERYTHING, wanted, strict=True))
                responses = await replayed(match, from_version=first, to_version=last, **parts)
                assert responses == [only(response, parts) for response in whole[first - 1 : last]]


def only(position: pb.ReplayGameResponse, parts: Mapping[str, bool]) -> pb.ReplayGameResponse:
    """Return some parts of a position."""
    kept = pb.ReplayGameResponse()
    kept.CopyFrom(position)
    for part, field in FIELDS.items():
        if not parts[part]:
            kept.ClearField(field)
    return kept


async def test_a_replay_over_connect_is_that_of_grpc(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    await match.finish()
    request = pb.ReplayGameRequest(game=match.id, from_version=2, **EVERYTHING)
    expected = await replayed(match, bearer(match.tokens[1]), from_version=2, **EVERYTHING)
    in_json = await client.post("Record/ReplayGame", request, JSON_STREAM, match.tokens[1])
    in_bytes = await client.post("Record/ReplayGame", request, PROTO_STREAM, match.tokens[1])
    (*texts, (end, _)), messages = frames(in_json.body), frames(in_bytes.body)[:-1]
    assert end == 2
    assert [pb.ReplayGameResponse.FromString(data) for _, data in messages] == expected
    assert [json.loads(data) for _, data in texts] == [MessageToDict(response) for response in expected]


async def test_what_cannot_be_replayed_is_refused_with_its_reason(house: House) -> None:
    match = await house.start()
    for fields, reason in (
        ({}, "INVALID_FIELD"),
        ({"views": True, "from_version": 3, "to_version": 2}, "INVALID_FIELD"),
        ({"views": True, "from_version": 99}, "VERSION_NOT_FOUND"),
        ({"views": True, "to_version": 99}, "VERSION_NOT_FOUND"),
    ):
        assert (await failure(replayed(match, **fields))).reason == reason


async def test_a_replay_is_paid_for_as_it_goes_and_resumed_later(tmp_path: Path) -> None:
    limits = Limits(computing_seconds_per_minute=1e-9, loopback=True)
    async with open_house(tmp_path) as free:
        match = await free.start()
    async with open_house(tmp_path, limits=limits) as house:
        stream = house.record.ReplayGame(pb.ReplayGameRequest(game=match.id, **SEEN))
        assert (await stream.read()).version == 1
        assert (await failure(stream.read())).reason == "QUOTA_EXCEEDED"
