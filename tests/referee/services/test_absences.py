"""A seat is away: notice, the time to come back, and what the others then agree on; the operator's word."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import game_pb2, lobby_pb2
from gunbai_record.tokens import hash_of, new_token
from lab.imports import OPERATOR
from lab.toy import protos
from lab.toy_service import House, Match, bearer, bids, failure, open_house
from tests.referee.fake_clock import Clock
from tests.referee.services.test_notices import entry_with

SECONDS = 3600


@pytest_asyncio.fixture
async def match(tmp_path: Path, clock: Clock) -> AsyncIterator[Match]:
    """Yield a game of three, of whom the third does not bid."""
    del clock
    async with open_house(tmp_path, operator=hash_of(OPERATOR)) as house:
        yield await stuck(house)


async def stuck(house: House) -> Match:
    match = await house.start(seats=3, absence_seconds=SECONDS)
    await match.play(*bids(1, 1))
    return match


async def send(match: Match, seat: int, order: Any) -> Any:
    """Return the ruling on an order of a seat at the head."""
    return await match.send(seat, match.request(order, (await match.game()).head))


async def agreed(match: Match, token_hash: bytes = b"") -> None:
    """Let the seats that are there agree what becomes of the third."""
    for seat in (1, 2):
        word = results.AgreedAbsence(absent_seat=3, token_hash=token_hash)
        await send(match, seat, results.Agree(absence=word))


async def gone(match: Match, clock: Clock) -> None:
    """Give notice that the third seat is away, and wait until it did not come back."""
    await send(match, 2, results.AnnounceAbsence(absent_seat=3))
    await out_of_time(match, clock)


async def out_of_time(match: Match, clock: Clock) -> None:
    """Wait until the third seat did not come back. The timer of the game is set anew with an entry."""
    clock.go_on(SECONDS)
    await send(match, 1, results.Agree(result=results.AgreedResult(winners=[3])))
    clock.go_on(1)
    await entry_with(match, results.AbsenceCalled)


async def test_a_game_has_a_time_to_come_back_whether_or_not_it_is_asked_for(house: House) -> None:
    assert (await (await house.open()).game()).absence_seconds == 24 * 60 * 60
    assert (await (await house.open(absence_seconds=90)).game()).absence_seconds == 90
    assert (await failure(house.open(absence_seconds=1))).field == "absence_seconds"


async def test_the_others_go_on_without_a_seat_that_does_not_come_back(match: Match, clock: Clock) -> None:
    await send(match, 1, results.AnnounceAbsence(absent_seat=3))
    seat = (await match.game()).seats[2]
    assert (seat.away, seat.absence_expire_time.ToMicroseconds()) == (False, clock.now() + SECONDS * 1_000_000)
    early = await failure(send(match, 1, results.Agree(absence=results.AgreedAbsence(absent_seat=3))))
    assert (early.reason, early.field) == ("INVALID_FIELD", "absence")
    await out_of_time(match, clock)
    await agreed(match)
    info = await match.game()
    assert ([*info.left_seats], info.status) == ([3], game_pb2.GAME_STATUS_RUNNING)
    assert (await failure(match.submit(3, protos.Bid(light=1, seat=3)))).reason == "SEAT_LEFT"
    await match.abandon()
    assert await match.holds()


async def test_a_seat_goes_to_whoever_has_the_token_that_was_agreed_on(match: Match, clock: Clock) -> None:
    await gone(match, clock)
    token = new_token()
    await agreed(match, hash_of(token))
    assert (await failure(match.view(3))).reason == "TOKEN_REVOKED"
    match.tokens[3] = token
    assert (await match.view(3)).seat == 3
    await match.play((3, protos.Bid(light=1, seat=3)))
    info = await match.game()
    assert (info.seats[2].player, info.seats[2].taken) == ("", True)
    removed = await match.house.lobby.RemoveName(lobby_pb2.RemoveNameRequest(game=match.id), metadata=bearer(token))
    assert [seat.player for seat in removed.info.seats] == ["player 1", "player 2", ""]
    await match.abandon()
    assert await match.holds()


async def test_a_token_that_has_a_role_gets_no_seat(match: Match, clock: Clock) -> None:
    await gone(match, clock)
    word = results.Agree(absence=results.AgreedAbsence(absent_seat=3, token_hash=hash_of(match.host)))
    await send(match, 1, word)
    assert (await failure(send(match, 2, word))).reason == "TOKEN_USED"
    assert (await match.game()).seats[2].away


async def test_the_others_agree_on_a_result(match: Match, clock: Clock) -> None:
    await gone(match, clock)
    for seat in (1, 2):
        await send(match, seat, results.Agree(result=results.AgreedResult(winners=[2])))
    info = await match.game()
    assert (info.status, [*info.result.winners]) == (game_pb2.GAME_STATUS_DECIDED, [2])


async def test_a_seat_that_comes_back_plays_on(match: Match, clock: Clock) -> None:
    await gone(match, clock)
    await match.play((3, protos.Bid(light=1, seat=3)))
    info = await match.game()
    assert (info.seats[2].away, info.seats[2].HasField("absence_expire_time")) == (False, False)


async def test_the_time_to_come_back_goes_on_after_a_restart(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as before:
        match = await stuck(before)
        await send(match, 1, results.AnnounceAbsence(absent_seat=3))
    clock.go_on(10 * SECONDS)
    async with open_house(tmp_path) as after:
        match = match.at(after)
        seat = (await match.game()).seats[2]
        assert (seat.away, seat.absence_expire_time.ToMicroseconds()) == (False, clock.now() + SECONDS * 1_000_000)
        await out_of_time(match, clock)


async def test_the_operator_voids_a_game_with_a_reason_and_nobody_else_does(match: Match) -> None:
    async def void(token: str, reason: str = "") -> Any:
        request = lobby_pb2.AbandonGameRequest(game=match.id, reason=reason)
        return await match.house.lobby.AbandonGame(request, metadata=bearer(token))

    assert (await failure(void(match.tokens[1], "mine"))).reason == "ROLE_NEEDED"
    assert (await failure(void(OPERATOR))).field == "reason"
    ended = (await void(OPERATOR, "All players are gone")).info
    assert ended.status == game_pb2.GAME_STATUS_ABANDONED
    assert (await failure(void(OPERATOR, "again"))).reason == "GAME_OVER"
    assert await match.holds()
