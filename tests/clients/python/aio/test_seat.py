"""A seat of the client: what it asks the service for, and what it remembers."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1.game_pb2 import GameInfo, ShareDue, Waiting
from gunbai.referee.v1.lobby_pb2 import GetGameRequest, GetGameResponse, JoinGameRequest, JoinGameResponse
from gunbai.referee.v1.record_pb2 import (
    CaughtUp,
    DrawPositionRequest,
    GetViewRequest,
    GetViewResponse,
    ReadEntriesRequest,
    ReadEntriesResponse,
    WatchGameRequest,
    WatchGameResponse,
)
from gunbai.referee.v1.referee_pb2 import (
    ConsentToForkRequest,
    GiveShareRequest,
    GiveShareResponse,
    ListLegalCommandsRequest,
    ListLegalCommandsResponse,
    SubmitRequest,
    SubmitResponse,
)
from gunbai.referee.v1.ruling_pb2 import Accepted, Refused, Ruling
from gunbai.shogun.v1 import commands_pb2 as shogun
from gunbai_client import Unreachable, aio
from gunbai_record.chain import command_payload
from gunbai_record.errors import BrokenRecord
from gunbai_record.messages import packed
from lab import share_games
from lab.toy_games import NAME
from tests.clients.python.aio.test_play_stream import begun
from tests.clients.python.scripted import failure, scripted
from tests.clients.python.test_share_keeper import SEED, night_of

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
SMALL = cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)


async def test_a_command_answers_the_version_given_or_the_one_last_seen_without_another_question() -> None:
    async with aio.connect("127.0.0.1:1", wait=False) as nobody:
        seat = nobody.seat("g", 1)
        assert (await seat.request(SMALL, expected_version=3)).expected_version == 3
        with pytest.raises(Unreachable):
            await seat.request(SMALL)
        seat.asked_at = 7
        assert (await seat.request(SMALL)).expected_version == 7
        assert (await seat.request(SMALL, expected_version=3)).expected_version == 3


async def test_a_seat_watches_and_sees_its_game(address: str) -> None:
    async with aio.connect(address) as gunbai:
        _, (first, _) = await begun(gunbai)
        assert (await first.submit(SMALL)).accepted.entries
        assert (await anext(aiter(first.watch()))).version == 1
        seen = []
        async for update in first.updates(after=1):
            seen.append(update.version)
            if isinstance(update, CaughtUp):
                break
        head = first.asked_at
        assert seen == [*range(2, head + 1), head]
        assert (await first.picture(version=head)).startswith("<svg")
        assert await first.picture(version=head) == await first.picture()
        assert await gunbai.table(first.game) == await gunbai.table(first.game, head)
        assert await first.picture(version=first.asked_at - 1) != await first.picture()


async def test_prompts_are_remembered(address: str) -> None:
    async with aio.connect(address) as gunbai:
        _, (first, _) = await begun(gunbai)
        async for prompt in first.prompts():
            assert first.asked_at == prompt.expected_version > 0
            break


async def test_after_a_refusal_the_prompt_comes_again_with_it(address: str) -> None:
    async with aio.connect(address) as gunbai:
        _, (first, _) = await begun(gunbai)
        refused = []
        async for prompt in first.prompts():
            refused.append(prompt.refused)
            ruling = await first.submit(cmd.EndTurn() if len(refused) < 3 else prompt.commands[0].command)
            if ruling.HasField("accepted"):
                break
        assert [refusal.clause for refusal in refused if refusal] == ["IN-3.10"] * 2
        assert refused[0] is None


async def test_after_a_lost_answer_the_prompt_comes_again(address: str) -> None:
    async with aio.connect(address) as gunbai, aio.connect("127.0.0.1:1", deadline=0.1) as nobody:
        _, (first, _) = await begun(gunbai)
        prompts_seen = []
        async for prompt in first.prompts():
            prompts_seen.append(prompt)
            if len(prompts_seen) == 2:
                break
            at, first.gunbai = first.gunbai, nobody
            with pytest.raises(Unreachable):
                await first.submit(prompt.commands[0].command)
            first.gunbai = at
        assert prompts_seen[0] == prompts_seen[1]


async def test_a_branch_keeps_the_source_of_chance_or_gets_a_dealer(address: str) -> None:
    async with aio.connect(address) as gunbai:
        host, (first, _) = await begun(gunbai)
        ruling = await first.submit(SMALL)
        version, holding = ruling.accepted.entries[-1].version, gunbai.holding(host)
        assert not (await holding.fork(first.game, version)).dealer_token
        assert (await holding.fork(first.game, version, chance="dealer")).dealer_token


ACCEPTED = SubmitResponse(ruling=Ruling(accepted=Accepted(entries=[Entry(version=9)])))
REFUSED = SubmitResponse(ruling=Ruling(refused=Refused(clause="IN-3.9")))


async def test_a_command_is_one_call_for_a_seat_that_gives_no_shares() -> None:
    async with scripted(Submit=[ACCEPTED]) as (gunbai, script):
        seat = gunbai.seat("g", 1)
        assert await seat.submit(SMALL, expected_version=7, command_id="mine") == ACCEPTED.ruling
    assert script.requests == [
        SubmitRequest(game="g", expected_version=7, command_id="mine", command=packed(SMALL)),
    ]
    assert seat.asked_at == 9


async def test_a_seat_that_gives_shares_asks_after_an_accepted_command_whether_one_is_due() -> None:
    async with scripted(Submit=[ACCEPTED, REFUSED]) as (gunbai, script):
        seat = gunbai.seat("g", 1, seed=SEED)
        for _ in range(2):
            await seat.submit(SMALL, expected_version=7)
    assert [type(message) for message in script.requests] == [SubmitRequest, ListLegalCommandsRequest, SubmitRequest]


async def test_every_command_has_an_id_of_its_own() -> None:
    async with aio.connect("127.0.0.1:1") as gunbai:
        requests = [await gunbai.seat("g", 1).request(SMALL, expected_version=1) for _ in range(2)]
    assert len({request.command_id for request in requests}) == 2
    assert all(len(request.command_id) == 32 for request in requests)


DUE = ShareDue(game=NAME, outcome=0, seats=[1])
NIGHT = [ReadEntriesResponse(entry=entry) for entry in night_of(share_games.COMMITTED).entries]
VIEWS = [
    GetViewResponse(version=version, expected_version=version, waiting=Waiting(share_due=due))
    for version, due in ((4, DUE), (5, None))
]
LEGAL = [
    ListLegalCommandsResponse(version=version, expected_version=version, waiting=Waiting(share_due=due))
    for version, due in ((4, DUE), (5, None))
]


async def test_a_share_that_a_view_asks_for_is_given_and_the_position_after_it_is_returned() -> None:
    async with scripted(GetView=VIEWS, ReadEntries=[NIGHT]) as (gunbai, script):
        seat = gunbai.seat(NAME, 1, seed=SEED)
        assert (await seat.view()).version == 5
    look = GetViewRequest(game=NAME)
    assert [type(message) for message in script.requests] == [
        GetViewRequest,
        ReadEntriesRequest,
        GiveShareRequest,
        type(look),
    ]
    assert script.requests[-1] == look == script.requests[0]
    assert seat.asked_at == 5


async def test_a_share_that_a_list_of_commands_asks_for_is_given_and_the_list_after_it_is_returned() -> None:
    async with scripted(ListLegalCommands=LEGAL, ReadEntries=[NIGHT]) as (gunbai, script):
        seat = gunbai.seat(NAME, 1, seed=SEED)
        assert (await seat.legal()).version == 5
    assert [type(message) for message in script.requests] == [
        ListLegalCommandsRequest,
        ReadEntriesRequest,
        GiveShareRequest,
        ListLegalCommandsRequest,
    ]
    assert seat.asked_at == 5


@pytest.mark.parametrize(("number", "seed"), [(2, SEED), (1, b"")])
async def test_a_seat_that_has_no_share_to_give_reads_nothing(number: int, seed: bytes) -> None:
    async with scripted(GetView=VIEWS) as (gunbai, script):
        assert (await gunbai.seat(NAME, number, seed=seed).view()).version == 4
    assert len(script.requests) == 1


async def test_a_share_for_which_it_is_too_late_is_not_given() -> None:
    late = failure(grpc.StatusCode.FAILED_PRECONDITION, "SHARE_NOT_DUE")
    answers: dict[str, Any] = {"GetView": VIEWS, "ReadEntries": [NIGHT], "GiveShare": [late]}
    async with scripted(**answers) as (gunbai, _):
        assert (await gunbai.seat(NAME, 1, seed=SEED).view()).version == 4


async def test_what_was_verified_for_one_share_is_not_read_again_for_the_next() -> None:
    async with scripted(ReadEntries=[NIGHT, []], GiveShare=[GiveShareResponse()] * 2) as (gunbai, script):
        seat = gunbai.seat(NAME, 1, seed=SEED)
        assert [await seat.give_share(DUE) for _ in range(2)] == [True, True]
    reads = [message.after_version for message in script.requests if isinstance(message, ReadEntriesRequest)]
    assert reads == [0, len(NIGHT)]


async def test_a_share_is_given_to_a_service_only_if_its_record_asks_for_it() -> None:
    async with scripted(ReadEntries=[NIGHT[:-1]]) as (gunbai, script):
        with pytest.raises(BrokenRecord):
            await gunbai.seat(NAME, 1, seed=SEED).give_share(DUE)
    assert not any(isinstance(message, GiveShareRequest) for message in script.requests)


async def test_a_seat_that_watches_gives_its_share() -> None:
    watched = [WatchGameResponse(share_due=DUE), WatchGameResponse(caught_up=CaughtUp(version=4))]
    async with scripted(WatchGame=[watched], ReadEntries=[NIGHT]) as (gunbai, script):
        assert [update async for update in gunbai.seat(NAME, 1, seed=SEED).updates(after=4)] == [CaughtUp(version=4)]
    assert [type(message) for message in script.requests] == [WatchGameRequest, ReadEntriesRequest, GiveShareRequest]


async def test_somebody_else_who_watches_gives_none() -> None:
    watched = [WatchGameResponse(share_due=DUE), WatchGameResponse(caught_up=CaughtUp(version=4))]
    async with scripted(WatchGame=[watched]) as (gunbai, script):
        assert [update async for update in gunbai.updates(NAME, after=4)] == [CaughtUp(version=4)]
    assert len(script.requests) == 1


CONSENT = ConsentToForkRequest(game="g", version=3)


async def test_what_is_not_given_to_a_seat_is_left_to_the_service() -> None:
    async with scripted() as (gunbai, script):
        seat = gunbai.seat("g", 1)
        await seat.view()
        await seat.picture()
        assert [entry async for entry in seat.watch()] == []
        assert [update async for update in seat.updates(sentences=True)] == []
        await seat.consent(3)
    *others, consent = script.requests
    assert others == [
        GetViewRequest(game="g"),
        DrawPositionRequest(game="g"),
        WatchGameRequest(game="g"),
        WatchGameRequest(game="g", sentences=True),
    ]
    assert isinstance(consent, ConsentToForkRequest)
    assert len(consent.request_id) == 32
    consent.ClearField("request_id")
    assert consent == CONSENT


async def test_a_seat_is_taken_in_a_branch_under_its_name_with_new_entropy() -> None:
    async with scripted() as (gunbai, script):
        seat = gunbai.holding("t").seat("g", 2)
        await seat.join("one")
        await seat.join("other")
        await seat.join("third", entropy=b"dice", token="t3")
    joins = [message for message in script.requests if isinstance(message, JoinGameRequest)]
    assert [(request.game, request.seat, request.player) for request in joins] == [
        ("one", 2, ""),
        ("other", 2, ""),
        ("third", 2, ""),
    ]
    assert [len(request.entropy) for request in joins] == [32, 32, 4]
    assert joins[0].entropy != joins[1].entropy
    assert len({joins[0].token, joins[1].token, "t3", ""}) == 4
    assert joins[2].token == "t3"
    assert all(metadata["authorization"] == "Bearer t" for metadata in script.metadata)


async def test_a_seat_that_commits_in_a_branch_has_a_new_seed_there_unless_it_is_given() -> None:
    uncommitted = failure(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD", commitment="a commitment is expected")
    async with scripted(JoinGame=[uncommitted, JoinGameResponse(seat=2)] * 2) as (gunbai, _):
        seat = gunbai.seat("g", 2, seed=SEED)
        one, other = await seat.join("one"), await seat.join("other", seed=bytes(32))
    assert len({SEED, one.seed, bytes(32)}) == 3
    assert (len(one.seed), other.seed) == (32, bytes(32))


async def test_a_seat_concedes_at_the_newest_position() -> None:
    answers = [SubmitResponse(ruling=Ruling(accepted=Accepted()))]
    async with scripted(GetView=[GetViewResponse(version=12, expected_version=12)], Submit=answers) as (gunbai, script):
        seat = gunbai.seat("g", 1)
        seat.asked_at = 7
        await seat.concede()
    submitted = script.requests[-1]
    assert isinstance(submitted, SubmitRequest)
    assert submitted.expected_version == 12


async def test_a_position_at_which_nothing_is_asked_leaves_the_version_that_was_asked_at() -> None:
    async with scripted(GetView=[GetViewResponse(version=9)]) as (gunbai, _):
        seat = gunbai.seat("g", 1)
        seat.asked_at = 7
        await seat.view()
    assert seat.asked_at == 7


@pytest.mark.parametrize(("versions", "asked_at"), [([], 7), ([5], 7), ([8], 8), ([8, 9], 9)])
async def test_a_seat_remembers_the_newest_version_that_a_ruling_shows(versions: list[int], asked_at: int) -> None:
    entries = [Entry(version=version) for version in versions]
    answer = SubmitResponse(ruling=Ruling(accepted=Accepted(entries=entries)))
    async with scripted(Submit=[answer] * 2) as (gunbai, _):
        for call in (gunbai.seat("g", 1), gunbai.seat("g", 0)):
            call.asked_at = 7
            given = call.submit(SMALL) if call.number else call.correct(SMALL, 7)
            assert await given == answer.ruling
            assert call.asked_at == asked_at


@pytest.mark.parametrize(("continues", "consents_at"), [(True, 6), (False, 0)])
async def test_a_seat_with_a_key_signs_that_it_goes_on_in_a_branch_and_not_that_it_plays_another(
    consents_at: int, *, continues: bool
) -> None:
    branch = GetGameResponse(info=GameInfo(game="branch", head=6, continues=continues))
    async with scripted(GetGame=[branch], JoinGame=[JoinGameResponse(seat=2)]) as (gunbai, script):
        joined = await gunbai.holding("t").seat("g", 2, KEY).join("branch")
    looked, join = script.requests
    assert looked == GetGameRequest(game="branch")
    assert [data.get("authorization") for data in script.metadata] == [None, "Bearer t"]
    assert isinstance(join, JoinGameRequest)
    assert (join.expected_version, join.public_key) == (consents_at, KEY.public_key().public_bytes_raw())
    assert bool(join.signature) is continues
    assert (joined.number, joined.key, joined.token) == (2, KEY, join.token)


async def test_a_seat_without_a_share_of_its_own_gives_none_though_one_is_due() -> None:
    async with scripted() as (gunbai, script):
        assert await gunbai.seat(NAME, 2, seed=SEED).give_share(DUE) is False
        assert await gunbai.seat(NAME, 1).give_share(DUE) is False
    assert script.requests == []


async def test_a_share_for_which_it_is_too_late_was_not_given() -> None:
    late = failure(grpc.StatusCode.FAILED_PRECONDITION, "SHARE_NOT_DUE")
    async with scripted(ReadEntries=[NIGHT], GiveShare=[late]) as (gunbai, _):
        assert await gunbai.seat(NAME, 1, seed=SEED).give_share(DUE) is False


async def test_a_command_is_signed_with_the_version_that_it_answers_and_its_id() -> None:
    async with scripted() as (gunbai, _):
        request = await gunbai.seat("g", 1, KEY).request(SMALL, expected_version=3, command_id="mine")
    payload = command_payload("g", 3, "mine", "gunbai.infludance_duel.v1.ChooseFigure", SMALL.SerializeToString())
    KEY.public_key().verify(request.signature, payload)


async def test_a_secret_command_that_names_no_seat_is_the_seats_own() -> None:
    async with scripted() as (gunbai, _):
        seat = gunbai.seat("g", 2)
        for given, sent in [
            (shogun.SealPlan(), shogun.SealPlan(seat=2)),
            (shogun.LayCard(card="hida"), shogun.LayCard(seat=2, card="hida")),
            (shogun.SealPlan(seat=1), shogun.SealPlan(seat=1)),
            (SMALL, SMALL),
            (packed(shogun.SealPlan()), shogun.SealPlan()),
        ]:
            assert (await seat.request(given, expected_version=3)).command == packed(sent)
        assert not shogun.SealPlan().seat
