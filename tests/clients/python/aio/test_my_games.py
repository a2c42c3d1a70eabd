"""The games of a client over one stream: it resumes where it was, and takes places in while it runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import cast

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from gunbai.record.v1.log_pb2 import SignedCheckpoint
from gunbai.referee.v1 import game_pb2, log_pb2, record_pb2
from gunbai_client import Gunbai, Seat, Unreachable
from gunbai_client.aio.my_games import Change
from gunbai_record.chain import signed_by
from gunbai_record.players import proof_text
from tests.clients.python.scripted import failure, scripted

LOST = failure(grpc.StatusCode.UNAVAILABLE)


def game(name: str, head: int, status: game_pb2.GameStatus.ValueType = game_pb2.GAME_STATUS_RUNNING) -> Message:
    """Return the message with a game in which the caller has seat 1."""
    info = game_pb2.GameInfo(game=name, head=head, status=status)
    own = record_pb2.MyGame(info=info, places=[record_pb2.Place(role="seat", seat=1)])
    return record_pb2.WatchMineResponse(game=own)


def watch_request(*places: tuple[str, str, int]) -> record_pb2.WatchMineRequest:
    """Return the request with these places."""
    return record_pb2.WatchMineRequest(
        places=[record_pb2.OwnPlace(game=name, token=token, after_version=after) for name, token, after in places]
    )


async def taken(changes: AsyncIterator[Change], number: int) -> list[Change]:
    """Return the next changes."""
    return [await anext(changes) for _ in range(number)]


def test_a_client_sees_its_games_change_over_one_stream(gunbai: Gunbai, seats: list[Seat]) -> None:
    mine = gunbai.my_games()
    for seat in seats:
        mine.add(seat.game, seat.token)
    changes = mine.changes()
    running = next(changes)
    assert isinstance(running, record_pb2.MyGame)
    assert [place.seat for place in running.places] == [seat.number for seat in seats]
    assert any(place.asked for place in running.places)
    assert isinstance(next(changes), record_pb2.AllSeen)


async def test_a_lost_stream_is_resumed_with_the_versions_that_were_seen() -> None:
    over = game_pb2.GAME_STATUS_FINISHED
    answers = [[game("a", 3), game("b", 9, over), LOST], [game("a", 4)]]
    async with scripted(WatchMine=answers) as (gunbai, script):
        mine = gunbai.my_games()
        mine.add("a", "token a", 2)
        mine.add("b", "token b")
        async with aclosing(mine.changes()) as changes:  # type: ignore[type-var]  # a generator
            heads = [cast("record_pb2.MyGame", change).info.head for change in await taken(changes, 3)]
    assert heads == [3, 9, 4]
    assert script.requests[:2] == [
        watch_request(("a", "token a", 2), ("b", "token b", 0)),
        watch_request(("a", "token a", 3)),
    ]


async def test_a_place_that_is_added_is_watched_from_the_next_message_on() -> None:
    quiet = record_pb2.WatchMineResponse(nothing_new=record_pb2.NothingNew())
    async with scripted(WatchMine=[[game("a", 3), quiet], [game("b", 1)]]) as (gunbai, script):
        mine = gunbai.my_games()
        mine.add("a", "token a")
        async with aclosing(mine.changes()) as changes:  # type: ignore[type-var]  # a generator
            await anext(changes)
            mine.add("b", "token b")
            await anext(changes)
    assert script.requests[1] == watch_request(("a", "token a", 3), ("b", "token b", 0))


async def test_a_place_that_is_lost_is_not_asked_for_again() -> None:
    lost = record_pb2.WatchMineResponse(lost=record_pb2.LostPlace(game="a", place=2))
    async with scripted(WatchMine=[[lost, LOST], [game("a", 1)]]) as (gunbai, script):
        mine = gunbai.my_games()
        mine.add("a", "good")
        mine.add("a", "bad")
        async with aclosing(mine.changes()) as changes:  # type: ignore[type-var]  # a generator
            assert await taken(changes, 2)
    assert script.requests[1] == watch_request(("a", "good", 0))


async def test_a_key_is_shown_for_the_key_of_the_service() -> None:
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes_raw()
    checkpoint = log_pb2.GetCheckpointResponse(checkpoint=SignedCheckpoint(key="service+1234+key"))
    async with scripted(GetCheckpoint=[checkpoint] * 2, WatchMine=[[game("a", 3), LOST], [game("a", 4)]]) as made:
        gunbai, script = made
        async with aclosing(gunbai.my_games(key).changes()) as changes:  # type: ignore[type-var]  # a generator
            await taken(changes, 2)
    first, second = (request for request in script.requests if isinstance(request, record_pb2.WatchMineRequest))
    for request in (first, second):
        text = proof_text("service+1234+key", public, request.key.time.ToMicroseconds())
        assert signed_by(request.key.public_key, request.key.signature, text)
    assert [(place.game, place.token, place.after_version) for place in second.places] == [("a", "", 3)]


async def test_a_service_that_stays_away_ends_the_stream_after_the_patience() -> None:
    async with scripted(WatchMine=[[LOST], [LOST]]) as (gunbai, _):
        with pytest.raises(Unreachable):
            await anext(gunbai.my_games(patience=0).changes())
