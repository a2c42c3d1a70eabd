"""A seat is claimed with entropy or a commitment to its shares, and one with a key gets another token."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.lifecycle_pb2 import ReissueToken
from gunbai.referee.v1 import game_pb2, lobby_pb2
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import AlreadyThere, InvalidRequest, NotAllowed, aio
from gunbai_client.reasons import TokenUsed
from gunbai_client.takebacks import sign_consent
from gunbai_record.chain import command_payload
from gunbai_record.shares import Shares
from gunbai_record.tokens import hash_of
from tests.clients.python.scripted import Scripted, failure, scripted


def joins(script: Scripted) -> list[lobby_pb2.JoinGameRequest]:
    """Return the requests for a seat."""
    return [message for message in script.requests if isinstance(message, lobby_pb2.JoinGameRequest)]


async def test_a_player_gives_entropy_and_a_token_of_their_own_unless_they_have_both() -> None:
    async with scripted() as (gunbai, script):
        ann, bob = await gunbai.join("g", "Ann"), await gunbai.join("g", "Bob")
        cy = await gunbai.join("g", "Cy", seat=3, token="cy", entropy=b"dice")
    requests = joins(script)
    assert [request.token for request in requests] == [ann.token, bob.token, cy.token]
    assert len({ann.token, bob.token, "cy", ""}) == 4
    assert [len(request.entropy) for request in requests] == [32, 32, 4]
    assert requests[0].entropy != requests[1].entropy
    assert requests[2] == lobby_pb2.JoinGameRequest(game="g", player="Cy", seat=3, token="cy", entropy=b"dice")
    assert ann.seed == b""


TAKEN = failure(grpc.StatusCode.ALREADY_EXISTS, "SEAT_TAKEN")
UNCOMMITTED = failure(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD", commitment="a commitment is expected")
SEATS = GameInfo(seats=[game_pb2.Seat(seat=1, taken=True), game_pb2.Seat(seat=2), game_pb2.Seat(seat=3)])


async def test_a_seat_commits_to_shares_where_these_are_expected_and_takes_another_if_somebody_was_faster() -> None:
    answers = [UNCOMMITTED, TAKEN, lobby_pb2.JoinGameResponse(seat=3)]
    game = lobby_pb2.GetGameResponse(info=SEATS)
    async with scripted(JoinGame=answers, GetGame=[game]) as (gunbai, script):
        seat = await gunbai.join("g", "Ann", token="t", seed=bytes(32))
    assert (seat.number, seat.token, seat.seed) == (3, "t", bytes(32))
    assert [(join.seat, join.entropy, join.commitment) for join in joins(script)[1:]] == [
        (number, b"", Shares("g", number, bytes(32)).tip()) for number in (2, 3)
    ]


async def test_a_seat_that_is_named_is_taken_or_none() -> None:
    async with scripted(JoinGame=[UNCOMMITTED, TAKEN]) as (gunbai, script):
        with pytest.raises(AlreadyThere, match="so it is"):
            await gunbai.join("g", "Ann", seat=2)
    assert [join.seat for join in joins(script)] == [2, 2]


USED = failure(grpc.StatusCode.ALREADY_EXISTS, "TOKEN_USED")


async def test_a_token_and_a_seed_that_have_a_seat_get_it_again() -> None:
    answers = [USED, TAKEN, lobby_pb2.JoinGameResponse(seat=2)]
    game = lobby_pb2.GetGameResponse(info=SEATS)
    async with scripted(JoinGame=answers, GetGame=[game]) as (gunbai, script):
        assert (await gunbai.join("g", "Ann", token="t", seed=bytes(32))).number == 2
    assert [join.seat for join in joins(script)] == [0, 1, 2]


@pytest.mark.parametrize("holder", [{"token": "t"}, {"seed": bytes(32)}])
async def test_a_token_alone_or_a_seed_alone_has_no_seat_from_before(holder: dict[str, Any]) -> None:
    async with scripted(JoinGame=[USED]) as (gunbai, script):
        with pytest.raises(TokenUsed):
            await gunbai.join("g", "Ann", **holder)
    assert len(script.requests) == 1


async def test_every_commitment_has_a_seed_of_its_own() -> None:
    answers = [UNCOMMITTED, lobby_pb2.JoinGameResponse(seat=2)]
    async with scripted(JoinGame=answers * 2) as (gunbai, _):
        one, other = [await gunbai.join("g", "Ann", seat=2) for _ in range(2)]
    assert (len(one.seed), len(other.seed)) == (32, 32)
    assert one.seed != other.seed


async def test_no_seat_is_free_where_all_are_taken() -> None:
    taken = lobby_pb2.GetGameResponse(info=GameInfo(seats=SEATS.seats[:1]))
    async with scripted(JoinGame=[UNCOMMITTED], GetGame=[taken]) as (gunbai, _):
        with pytest.raises(AlreadyThere, match="no seat is free"):
            await gunbai.join("g", "Ann")


async def test_another_fault_of_a_request_for_a_seat_is_raised() -> None:
    nameless = failure(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD", player="a name is expected")
    async with scripted(JoinGame=[nameless]) as (gunbai, _):
        with pytest.raises(InvalidRequest) as error:
            await gunbai.join("g", "")
    assert error.value.fields == {"player": "a name is expected"}


async def test_an_invitation_is_to_the_seat_that_commits() -> None:
    answers = [UNCOMMITTED, lobby_pb2.JoinGameResponse(seat=3)]
    async with scripted(JoinGame=answers) as (gunbai, script):
        await gunbai.join("g", "Ann", invitation="3-abc", seed=bytes(32))
    assert [join.seat for join in joins(script)] == [0, 3]
    assert len(script.requests) == 2


async def test_another_token_is_asked_for_with_the_signature_of_the_seat() -> None:
    key = Ed25519PrivateKey.generate()
    async with scripted() as (gunbai, script):
        seat = await gunbai.reissue("g", 2, key, token="t", request_id="r", seed=b"seed")
    (request,) = script.requests
    assert isinstance(request, lobby_pb2.ReissueTokenRequest)
    command = ReissueToken(seat=2, token_hash=hash_of("t")).SerializeToString()
    payload = command_payload("g", 1, "r", "gunbai.record.v1.ReissueToken", command)
    key.public_key().verify(request.signature, payload)
    assert (seat.game, seat.number, seat.token, seat.key, seat.seed) == ("g", 2, "t", key, b"seed")


async def test_a_seat_with_a_key_gets_another_token(address: str) -> None:
    key = Ed25519PrivateKey.generate()
    async with aio.connect(address) as gunbai:
        created = await gunbai.create("infludance_duel", seats=2, private=True, chance="referee")
        watching = gunbai.holding(created.spectator_token)
        seat = await watching.join(created.info.game, "Ann", key=key)
        again = await gunbai.reissue(seat.game, 1, key, request_id="r")
        assert again.token != seat.token
        assert (await gunbai.reissue(seat.game, 1, key, token=again.token, request_id="r")).token == again.token
        assert (await again.view()).seat == 1
        with pytest.raises(NotAllowed, match="its token was replaced"):
            await seat.view()


async def test_a_seat_that_commits_consents_to_a_takeback_with_its_key() -> None:
    key = Ed25519PrivateKey.generate()
    answers = [UNCOMMITTED, lobby_pb2.JoinGameResponse(seat=2)]
    async with scripted(JoinGame=answers) as (gunbai, script):
        await gunbai.join("branch", "Ann", seat=2, token="t", seed=bytes(32), key=key, consents_at=9)
    request = joins(script)[-1]
    signed = lobby_pb2.JoinGameRequest()
    signed.CopyFrom(request)
    sign_consent(signed, key, 9)
    assert request.commitment
    assert (request.expected_version, request.signature) == (9, signed.signature)
