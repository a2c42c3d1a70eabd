"""A seat that lost its token and has its key gets another at once; the token before stops working everywhere."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import lobby_pb2, record_pb2, referee_pb2
from gunbai_record.chain import command_payload
from gunbai_record.tokens import hash_of, new_token
from lab.toy import protos
from lab.toy_service import DEALER, House, Match, all_of, bearer, failure, failure_of, open_house
from referee.records import seat_changes, service_presence
from tests.referee.fake_clock import Clock
from tests.referee.services.test_seats import last_read

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()


def asking(match: Match, version: int, **changes: Any) -> lobby_pb2.ReissueTokenRequest:
    """Return a request for another token of seat 1 that its key signed."""
    facts: dict[str, Any] = {"seat": 1, "token": new_token(), "request_id": "r"} | changes
    request = lobby_pb2.ReissueTokenRequest(game=match.id, expected_version=version, **facts)
    command = life.ReissueToken(seat=request.seat, token_hash=hash_of(request.token))
    name, value = command.DESCRIPTOR.full_name, command.SerializeToString()
    request.signature = KEY.sign(command_payload(match.id, version, request.request_id, name, value))
    return request


async def keyed(house: House, **options: Any) -> Match:
    """Return a game that has begun, whose first seat has a key."""
    match = await house.open(chance_source=DEALER, **options)
    await match.join(1, public_key=PUBLIC)
    await match.join(2)
    await match.begin()
    return match


async def test_the_new_token_is_the_seat_and_the_one_before_is_not(house: House) -> None:
    match = await keyed(house)
    await match.view(1)
    request = asking(match, 4)
    answer = await house.lobby.ReissueToken(request)
    assert (answer.info.head, answer.info.seats[0].player) == (5, "player 1")
    assert (await match.view(request.token)).seat == 1
    assert (await failure(match.view(1))).reason == "TOKEN_REVOKED"
    early = match.request(protos.Bid(light=1, seat=1), 4)
    assert (await failure(match.send(1, early))).reason == "TOKEN_REVOKED"
    assert (await match.view(2)).seat == 2


async def test_a_request_is_carried_out_once_and_after_a_restart_too(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await keyed(house, private=True)
        first, second = asking(match, 4), asking(match, 5, request_id="another")
        answers = await all_of(*(house.lobby.ReissueToken(first) for _ in range(5)))
        assert [answer.info.head for answer in answers] == [5] * 5
        await house.lobby.ReissueToken(second)
    async with open_house(tmp_path) as house:
        match = match.at(house)
        assert (await house.lobby.ReissueToken(first)).info.head == 6
        assert (await match.view(second.token)).seat == 1
        for token in (first.token, match.tokens[1]):
            assert (await failure(match.view(token))).reason == "TOKEN_REVOKED"
        reused = await failure(house.lobby.ReissueToken(asking(match, 6)))
        assert reused.reason == "COMMAND_ID_REUSED"


async def test_who_signed_gets_the_versions_and_nobody_else(house: House) -> None:
    match = await keyed(house, private=True)
    failed = await failure(house.lobby.ReissueToken(asking(match, 1)))
    assert (failed.code, failed.reason) == ("ABORTED", "VERSION_CONFLICT")
    assert (failed.facts["earliest"], failed.facts["head"]) == ("2", "4")
    request = asking(match, 1)
    request.signature = bytes(64)
    assert (await failure(house.lobby.ReissueToken(request))).reason == "GAME_PRIVATE"


async def test_a_stranger_learns_nothing_of_the_seats_of_a_private_game(house: House) -> None:
    match = await house.open(seats=3, private=True)
    await match.join(1)
    await match.join(3, public_key=PUBLIC)
    stranger = asking(match, 1)
    stranger.signature = bytes(64)
    for seat in range(6):
        stranger.seat = seat
        assert (await failure(house.lobby.ReissueToken(stranger)))[:2] == ("PERMISSION_DENIED", "GAME_PRIVATE")


async def test_a_token_that_has_a_role_is_not_given_to_a_seat(house: House) -> None:
    match = await keyed(house)
    for token in (match.host, match.tokens[1], match.tokens[2]):
        failed = await failure(house.lobby.ReissueToken(asking(match, 4, token=token)))
        assert (failed.reason, failed.field) == ("TOKEN_USED", "token")
    assert (await failure(house.lobby.ReissueToken(asking(match, 4, token="short")))).field == "token"
    assert (await match.view(1)).seat == 1


async def test_open_streams_of_the_token_before_end(house: House) -> None:
    match = await keyed(house)
    watching = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id), metadata=bearer(match.tokens[1]))
    while not (await watching.read()).HasField("caught_up"):
        pass
    playing = house.referee.Play(metadata=bearer(match.tokens[1]))
    await playing.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id)))
    assert (await playing.read()).HasField("prompt")
    await house.lobby.ReissueToken(asking(match, 4))
    for stream in (watching, playing):
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await last_read(stream)
        assert failure_of(error.value)[:2] == ("UNAUTHENTICATED", "TOKEN_REVOKED")


async def test_a_seat_gets_so_many_tokens_and_the_game_is_no_shorter_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_changes, "MOST_REISSUES", 2)
    async with open_house(tmp_path, longest_game=5) as house:
        match = await keyed(house)
        first = asking(match, 4)
        for version, request in ((4, first), (5, asking(match, 5, request_id="second"))):
            await house.lobby.ReissueToken(request)
            match.tokens[1] = request.token
            assert (await match.game()).head == version + 1
        last = await failure(house.lobby.ReissueToken(asking(match, 6, request_id="third")))
        assert (last.reason, last.facts["orders"]) == ("ORDERS_USED_UP", "2")
        assert (await house.lobby.ReissueToken(first)).info.head == 6


async def test_a_record_with_a_new_token_has_its_digest_and_verifies(house: House) -> None:
    match = await keyed(house)
    request = asking(match, 4)
    await house.lobby.ReissueToken(request)
    command = (await match.entries())[-1].command.open
    assert life.ReissueToken.FromString(command.value).token_hash == hash_of(request.token)
    await match.abandon()
    assert await match.holds()


async def test_an_absence_of_the_service_takes_no_token_that_is_asked_for_next(
    clock: Clock, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await keyed(house, clock=clocks.ClockTerms(decision_seconds=600, expiry=clocks.EXPIRY_RULE_LOSES))
    clock.go_on(60)
    put_forward = SimpleNamespace(time=lambda: time.time() + 60, monotonic=time.monotonic)
    monkeypatch.setattr(service_presence, "time", put_forward)
    request = asking(match, 4)
    assert (await house.lobby.ReissueToken(request)).info.head == 6
    assert (await match.view(request.token)).seat == 1
    assert await match.holds()
