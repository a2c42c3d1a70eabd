"""A seat that lost its token and has no key gets another by the host's notice, unless it vetoes that in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import lobby_pb2, record_pb2
from gunbai_record.tokens import hash_of, new_token
from lab.patience import PATIENCE
from lab.toy import protos
from lab.toy_service import DEALER, Match, all_of, bearer, failure, failure_of, open_house, serving
from referee.records import seat_changes
from store.sqlite import SqliteStore
from tests.referee.fake_clock import Clock
from tests.referee.services.test_seats import last_read

PERIOD = 600
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32))).public_key().public_bytes_raw()


@pytest_asyncio.fixture
async def match(tmp_path: Path, clock: Clock) -> AsyncIterator[Match]:
    """Yield a game of a dealer that has begun and allows notices, at a service whose clock stands still."""
    del clock
    async with open_house(tmp_path) as house:
        yield await house.start(chance_source=DEALER, reissue_seconds=PERIOD)


async def notice(match: Match, token: str, seat: int = 1, request_id: str = "n", by: str = "") -> Any:
    """Return the answer to a notice that a seat gets a token, by the host unless another caller is named."""
    request = lobby_pb2.AnnounceReissueRequest(
        game=match.id, seat=seat, token_hash=hash_of(token), request_id=request_id
    )
    return await match.house.lobby.AnnounceReissue(request, metadata=bearer(by or match.host))


async def veto(match: Match, token: str, request_id: str = "v") -> Any:
    """Return the answer to a veto with a token."""
    request = lobby_pb2.VetoReissueRequest(game=match.id, request_id=request_id)
    return await match.house.lobby.VetoReissue(request, metadata=bearer(token))


async def entry_with(match: Match, event: Any, after: int = 0) -> record.Entry:
    """Return the first entry after a version whose first event is of a kind, as the public watches it."""
    async with asyncio.timeout(PATIENCE):
        request = record_pb2.WatchGameRequest(game=match.id, after_version=after)
        watching = match.house.record.WatchGame(request, metadata=bearer(match.host))
        async for message in watching:
            for entry in message.entries.entries:
                if entry.events[0].open.Is(event.DESCRIPTOR):
                    watching.cancel()
                    changed_entry: record.Entry = entry
                    return changed_entry
    raise AssertionError("the stream ended")


async def test_everybody_sees_the_period_before_joining_and_the_notice_while_it_runs(
    match: Match, clock: Clock
) -> None:
    assert match.made.info.reissue_seconds == PERIOD
    first = life.CreateGame.FromString((await match.entries())[0].command.open.value)
    assert first.reissue_seconds == PERIOD
    answer = await notice(match, new_token())
    seats = answer.info.seats
    assert seats[0].veto_expire_time.ToMicroseconds() == clock.now() + PERIOD * 1_000_000
    assert not seats[1].HasField("veto_expire_time")
    assert (await match.game()).seats == seats


async def test_the_new_token_waits_for_the_period_and_is_then_the_seat(match: Match, clock: Clock) -> None:
    token = new_token()
    head = (await notice(match, token)).info.head
    failed = await failure(match.view(token))
    assert failed[:2] == ("UNAUTHENTICATED", "TOKEN_PENDING")
    assert failed.facts == {"seat": "1"}
    assert (await match.view(1)).seat == 1
    # From here on the timer of the game rings again and again, until the period is over.
    clock.go_on(PERIOD)
    await match.play((1, protos.Bid(light=1, seat=1)))
    clock.go_on(1)
    completed = await entry_with(match, life.TokenReissued, after=head)
    assert completed.actor.kind == record.ACTOR_KIND_HOST
    assert (await match.view(token)).seat == 1
    assert (await failure(match.view(1))).reason == "TOKEN_REVOKED"
    assert (await failure(veto(match, match.tokens[1]))).reason == "TOKEN_REVOKED"
    assert (await match.view(2)).seat == 2
    await match.abandon()
    assert await match.holds()


async def test_the_token_that_the_seat_has_vetoes(match: Match, clock: Clock) -> None:
    token = new_token()
    await notice(match, token)
    assert (await failure(veto(match, token))).reason == "TOKEN_PENDING"
    assert (await failure(veto(match, match.tokens[2]))).reason == "NOTICE_NOT_RUNNING"
    for other in (match.host, match.dealer):
        assert (await failure(veto(match, other))).reason == "ROLE_NEEDED"
    assert (await failure(veto(match, ""))).reason == "TOKEN_MISSING"
    clock.go_on(PERIOD)
    vetoed = await veto(match, match.tokens[1])
    assert not vetoed.info.seats[0].HasField("veto_expire_time")
    assert (await failure(match.view(token))).reason == "TOKEN_REVOKED"
    clock.go_on(PERIOD)
    assert (await match.view(1)).seat == 1
    await match.abandon()
    assert await match.holds()


async def test_a_veto_after_the_period_is_too_late(match: Match, clock: Clock) -> None:
    await notice(match, new_token())
    clock.go_on(PERIOD + 1)
    assert (await failure(veto(match, match.tokens[1]))).reason in {"NOTICE_NOT_RUNNING", "TOKEN_REVOKED"}


async def test_a_second_notice_replaces_the_first(match: Match, clock: Clock) -> None:
    first, second = new_token(), new_token()
    await notice(match, first)
    clock.go_on(PERIOD - 1)
    await notice(match, second, request_id="again")
    assert (await failure(match.view(first))).reason == "TOKEN_REVOKED"
    assert (await failure(match.view(second))).reason == "TOKEN_PENDING"


async def test_notice_and_veto_are_carried_out_once_however_often_they_are_asked_for(
    match: Match, clock: Clock
) -> None:
    token = new_token()
    heads = [answer.info.head for answer in await all_of(*(notice(match, token) for _ in range(4)))]
    assert heads == [heads[0]] * 4
    heads = [answer.info.head for answer in await all_of(*(veto(match, match.tokens[1]) for _ in range(4)))]
    assert heads == [heads[0]] * 4
    other = new_token()
    assert (await failure(notice(match, other))).reason == "COMMAND_ID_REUSED"
    await notice(match, other, request_id="other")
    assert (await failure(veto(match, match.tokens[1]))).reason == "COMMAND_ID_REUSED"
    assert (await notice(match, token)).info.seats[0].HasField("veto_expire_time"), "the first notice, asked for again"
    clock.go_on(PERIOD)
    assert (await veto(match, match.tokens[1], "w")).info.head == heads[0] + 2


async def test_only_the_host_gives_notice_and_only_for_seats_without_a_key(match: Match) -> None:
    for by, reason in ((match.tokens[1], "ROLE_NEEDED"), (match.dealer, "ROLE_NEEDED")):
        assert (await failure(notice(match, new_token(), by=by))).reason == reason
    assert (await failure(notice(match, new_token(), seat=3))).field == "seat"
    assert (await failure(notice(match, new_token(), request_id=""))).field == "request_id"
    for used in (match.host, match.tokens[1], match.tokens[2]):
        failed = await failure(notice(match, used, request_id="u"))
        assert (failed.reason, failed.facts["field"]) == ("TOKEN_USED", "token_hash")
    keyed = await match.house.open(chance_source=DEALER, reissue_seconds=PERIOD)
    await keyed.join(1, public_key=KEY)
    assert (await failure(notice(keyed, new_token()))).field == "seat"
    assert (await failure(notice(keyed, new_token(), seat=2))).reason == "SEAT_NOT_TAKEN"
    plain = await match.house.start(chance_source=DEALER)
    assert (await failure(notice(plain, new_token(), seat=3))).field == "seat"
    failed = await failure(notice(plain, new_token()))
    assert failed[:2] == ("FAILED_PRECONDITION", "REISSUE_NOT_ALLOWED")
    refused = await failure(match.house.open(reissue_seconds=59))
    assert (refused.reason, refused.field) == ("INVALID_FIELD", "reissue_seconds")


async def test_before_the_start_a_seat_gets_another_token_too(match: Match, clock: Clock) -> None:
    early = await match.house.open(chance_source=DEALER, reissue_seconds=PERIOD)
    await early.join(1)
    token = new_token()
    await notice(early, token)
    clock.go_on(PERIOD)
    await early.join(2)
    clock.go_on(1)
    await entry_with(early, life.TokenReissued)
    early.tokens[1] = token
    await early.begin()
    assert (await early.view(1)).seat == 1


async def test_a_game_that_is_over_takes_no_notice_and_no_veto(match: Match, clock: Clock) -> None:
    token = new_token()
    head = (await notice(match, token)).info.head
    await match.abandon()
    assert not (await match.game()).seats[0].HasField("veto_expire_time")
    assert (await failure(veto(match, match.tokens[1]))).reason == "GAME_OVER"
    assert (await failure(notice(match, new_token(), request_id="late"))).reason == "GAME_OVER"
    assert (await notice(match, token)).info.head == head + 1
    clock.go_on(PERIOD + 1)
    assert (await failure(match.view(token))).reason == "TOKEN_REVOKED"


async def test_the_host_gives_a_seat_so_many_notices_and_the_game_is_no_shorter_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_changes, "MOST_REISSUES", 2)
    async with open_house(tmp_path, longest_game=5) as house:
        match = await house.start(chance_source=DEALER, reissue_seconds=PERIOD)
        for number in (1, 2):
            await notice(match, new_token(), request_id=f"notice {number}")
        last = await failure(notice(match, new_token(), request_id="notice 3"))
        assert (last.reason, last.facts["orders"]) == ("ORDERS_USED_UP", "2")
        await notice(match, new_token(), seat=2, request_id="to another")
        await match.play((1, protos.Bid(light=1, seat=1)))


async def test_open_streams_of_the_token_before_end_with_the_completion(match: Match, clock: Clock) -> None:
    watching = match.house.record.WatchGame(
        record_pb2.WatchGameRequest(game=match.id), metadata=bearer(match.tokens[1])
    )
    while not (await watching.read()).HasField("caught_up"):
        pass
    await notice(match, new_token())
    clock.go_on(PERIOD)
    await match.play((1, protos.Bid(light=1, seat=1)))
    clock.go_on(1)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await last_read(watching)
    assert failure_of(error.value)[:2] == ("UNAUTHENTICATED", "TOKEN_REVOKED")


@pytest.mark.parametrize("status", ["open", "running"])
async def test_after_a_restart_a_period_goes_on_where_it_was_and_its_end_takes_effect_although_nobody_asks(
    tmp_path: Path, clock: Clock, status: str
) -> None:
    tokens = [new_token(), new_token()]
    async with open_house(tmp_path) as before:
        matches = [await before.open(chance_source=DEALER, private=True, reissue_seconds=PERIOD) for _ in tokens]
        for match, token in zip(matches, tokens, strict=True):
            await match.seat_all()
            if status == "running":
                await match.begin()
            await notice(match, token)
    async with open_house(tmp_path) as between:
        vetoed = matches[1].at(between)
        assert (await failure(vetoed.view(tokens[1]))).reason == "TOKEN_PENDING"
        clock.go_on(PERIOD)
        await veto(vetoed, vetoed.tokens[1])
    clock.go_on(1000)
    store = await SqliteStore.open(tmp_path / "games.sqlite")
    match = matches[0]
    head = (await store.head(match.id)).version
    async with asyncio.timeout(PATIENCE), serving(store, tmp_path) as after:
        assert (await failure(match.at(after).view(tokens[0]))).reason == "TOKEN_PENDING"
        clock.go_on(1)
        followed = store.follow(match.id, head)
        entry = record.Entry.FromString((await anext(followed)).data)
        await followed.aclose()
        assert entry.command.open.Is(life.CompleteReissue.DESCRIPTOR)
        assert (await match.at(after).view(tokens[0])).seat == 1
        assert (await vetoed.at(after).view(1)).seat == 1
        assert (await failure(vetoed.at(after).view(tokens[1]))).reason == "TOKEN_REVOKED"


async def test_a_branch_says_its_own_period(match: Match) -> None:
    assert (await match.fork(4, match.host)).made.info.reissue_seconds == 0
    branch = await match.fork(4, match.host, reissue_seconds=PERIOD)
    assert branch.made.info.reissue_seconds == PERIOD
    assert (await failure(match.fork(4, match.host, reissue_seconds=1))).field == "reissue_seconds"


async def test_the_sentence_of_a_notice_says_until_when(match: Match) -> None:
    seats = (await notice(match, new_token())).info.seats
    (sentence, *_) = [sentence async for sentence in last_sentences(match)]
    until = seats[0].veto_expire_time.ToDatetime()
    assert sentence == f"player 1 gets a new token unless it is vetoed by {until:%Y-%m-%d %H:%M} UTC."


async def last_sentences(match: Match) -> AsyncIterator[str]:
    """Yield the sentences of the events of the last entry."""
    head = (await match.game()).head
    request = record_pb2.ReadEntriesRequest(game=match.id, after_version=head - 1, sentences=True)
    async for response in match.house.record.ReadEntries(request, metadata=bearer(match.host)):
        for sentence in response.sentences.events:
            yield sentence


async def test_a_seat_vetoes_after_the_period_as_long_as_the_service_was_away(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as before:
        match = await before.start(chance_source=DEALER, reissue_seconds=PERIOD)
        await notice(match, new_token())
    clock.go_on(10 * PERIOD)
    async with open_house(tmp_path) as after:
        match = match.at(after)
        await veto(match, match.tokens[1])
        await match.abandon()
        assert await match.holds()
