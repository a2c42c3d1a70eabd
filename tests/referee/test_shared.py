"""Several referees of one record: what is done at one counts at the others at once, and none answers differently."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.referee.v1 import audit_pb2, game_pb2, lobby_pb2, log_pb2, record_pb2
from lab.patience import PATIENCE
from lab.toy import protos
from lab.toy_service import ALL_TITLES, House, all_of, bearer, bids, failure, failure_of
from referee.access.quotas import UNLIMITED
from referee.proof.identity import Identity
from referee.records.papers import Papers, filed
from referee.server import Service, Settings
from referee.services import log
from store.contract import Conflict, Filter, StorageError
from store.jetstream import JetstreamStore
from store.jetstream.operations import Call
from store.position_cache import Positions
from tests.referee.services.test_disputes import dispute, read, say
from tests.referee.services.test_key_replacements import replace
from tests.referee.services.test_key_replacements import seated as with_keys
from tests.referee.services.test_names import files_with
from tests.referee.services.test_shares import COMMITTED, asking, give, last, seated
from tests.store.nats_servers import broker
from tests.store.store_values import entry, make, summary

pytestmark = pytest.mark.long

KEY, SIGNING = bytes(range(32)), bytes(range(32, 64))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with broker(tmp_path_factory.mktemp("nats")) as address:
        yield address


class Referees:
    """Services of this process on one record."""

    def __init__(self, address: str, folder: Path, opened: AsyncExitStack) -> None:
        self._address, self._folder, self._opened = address, folder, opened
        self.record = f"RECORD-{secrets.token_hex(8)}"

    async def join(self, name: str) -> House:
        """Return a client of another referee."""
        positions, services = Positions(self._folder / f"{name}-positions"), list[Service]()

        async def replaced(game: str) -> None:
            await (services[0].forget(game) if services else positions.forget(game))

        store = await JetstreamStore.open(
            [self._address], self._folder / name, KEY, name=self.record, replicas=1, replaced=replaced
        )
        settings = Settings(limits=UNLIMITED, drain_seconds=0, stop_seconds=PATIENCE)
        identity = Identity(SIGNING)
        service = Service(store, ALL_TITLES, identity, settings, positions, shared_state=store.shared_state)
        services.append(service)
        await service.start()
        self._opened.push_async_callback(service.stop)
        house = House(service.address)
        self._opened.push_async_callback(house.channel.close)
        return house


@pytest_asyncio.fixture
async def referees(address: str, tmp_path: Path) -> AsyncIterator[Referees]:
    async with AsyncExitStack() as opened:
        yield Referees(address, tmp_path, opened)


@pytest_asyncio.fixture
async def houses(referees: Referees) -> tuple[House, House]:
    return await referees.join("1"), await referees.join("2")


async def test_a_game_is_played_at_both_referees_in_turn(houses: tuple[House, House]) -> None:
    match = await houses[0].start("liars_dice")
    turns = [match, match.at(houses[1])]
    for number in range(10_000):
        here = turns[number % 2]
        if (seat := await here.asked_seat()) is None:
            break
        answer = await here.legal(seat)
        ruling = await here.send(seat, here.request(answer.commands[-1].command, answer.expected_version))
        assert ruling.HasField("accepted"), ruling
    one, other = [await here.entries() for here in turns]
    assert one == other
    assert (await match.game()).status == game_pb2.GAME_STATUS_FINISHED
    assert [await here.holds() for here in turns] == [True, True]


async def test_a_watcher_of_one_referee_sees_what_happens_at_the_other(houses: tuple[House, House]) -> None:
    match = await houses[0].start()
    stream = match.at(houses[1]).house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))
    seen = 0
    async with asyncio.timeout(PATIENCE):
        for light in (1, 2):
            await match.play(*[(light, protos.Bid(light=light, seat=light))])
            head = (await match.game()).head
            while seen < head:
                message = await stream.read()
                seen += len(message.entries.entries)
    stream.cancel()


async def test_a_command_that_is_repeated_at_the_other_referee_gets_its_first_ruling(
    houses: tuple[House, House],
) -> None:
    match = await houses[0].start()
    there = match.at(houses[1])
    request = match.request(protos.Bid(light=1, seat=1), (await match.view(1)).expected_version)
    first = await match.send(1, request)
    again = await there.send(1, request)
    assert again.accepted.repeated_command
    assert list(again.accepted.entries)[:1] == list(first.accepted.entries)[:1]
    other = there.request(protos.Bid(light=2, seat=1), request.expected_version, request.command_id)
    assert (await failure(there.send(1, other))).reason == "COMMAND_ID_REUSED"


async def test_of_rivals_at_two_referees_one_is_accepted_and_the_other_hears_why(houses: tuple[House, House]) -> None:
    for _ in range(5):
        match = await houses[0].start()
        there = match.at(houses[1])
        expected = (await match.view(1)).expected_version
        tries = [here.send(1, here.request(protos.Bid(light=1, seat=1), expected)) for here in (match, there) * 2]
        outcomes = await all_of(*tries)
        accepted = [
            outcome for outcome in outcomes if not isinstance(outcome, BaseException) and outcome.HasField("accepted")
        ]
        assert len(accepted) == 1, outcomes
        assert await match.entries() == await there.entries()


async def test_a_request_that_is_repeated_at_the_other_referee_makes_one_game(houses: tuple[House, House]) -> None:
    match = await houses[0].open()
    again = await houses[1].lobby.CreateGame(match.creation)
    assert again.info.game == match.id
    await match.join(1)
    await match.at(houses[1]).join(2)
    assert [seat.taken for seat in (await match.game()).seats] == [True, True]


async def test_shares_are_given_at_one_referee_and_at_the_other(houses: tuple[House, House]) -> None:
    match = await asking(houses[0])
    there = match.at(houses[1])
    head = (await match.game()).head
    assert (await give(match, 1, 1)).head == head
    assert list((await match.view(1)).waiting.share_due.seats) == [2]
    assert (await give(there, 2, 1)).head == head + 1
    assert await last(match) == await last(there)
    started = await seated(houses[0], COMMITTED)
    assert (await give(started, 1, 0)).status == game_pb2.GAME_STATUS_REVEALING
    assert (await give(started.at(houses[1]), 2, 0)).status == game_pb2.GAME_STATUS_RUNNING


async def test_of_shares_that_come_to_two_referees_at_once_none_is_lost(houses: tuple[House, House]) -> None:
    for _ in range(4):
        match = await asking(houses[0])
        head = (await match.game()).head
        await asyncio.gather(give(match, 1, 1), give(match.at(houses[1]), 2, 1))
        assert (await match.game()).head == head + 1


async def test_shares_outlive_the_referee_to_which_they_came(referees: Referees) -> None:
    one = await referees.join("1")
    match = await asking(one)
    head = (await match.game()).head
    await give(match, 1, 1)
    there = match.at(await referees.join("2"))
    assert list((await there.view(2)).waiting.share_due.seats) == [2]
    assert (await give(there, 2, 1)).head == head + 1, "nobody was asked again"


async def test_a_dispute_is_opened_at_one_referee_and_answered_at_the_other(houses: tuple[House, House]) -> None:
    match = await houses[0].start()
    await match.play(*bids(1, 2))
    there = match.at(houses[1])
    version = (await match.game()).head
    opened = await dispute(match, 1, version=version)
    assert await dispute(there, 1, version=version) == opened, "the same request again changes nothing"
    stated = await say(there, 2, opened.number)
    assert (await read(match, opened.number, match.tokens[1])).dispute.statements == stated.statements
    places = ((match, version - 1), (there, version - 2))
    both = await all_of(*(dispute(here, 1, version=at, request_id=here.house.address) for here, at in places))
    assert sorted(dispute.number for dispute in both) == [2, 3]


async def test_a_key_is_replaced_once_though_two_referees_are_asked_at_one_moment(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, both, asked = Ed25519PrivateKey.generate(), asyncio.Barrier(2), count()
    matches = [await with_keys(house, key) for house in houses]
    filing = filed

    async def at_once(*of: Any, **more: Any) -> Papers:
        """File once the other referee has found no replacement either."""
        if next(asked) < both.parties:
            await both.wait()
        return await filing(*of, **more)

    monkeypatch.setattr(log, "filed", at_once)
    outcomes = await asyncio.gather(*(replace(match, key) for match in matches), return_exceptions=True)
    (refused,) = [failure_of(outcome) for outcome in outcomes if isinstance(outcome, grpc.aio.AioRpcError)]
    assert (refused.reason, refused.field) == ("INVALID_FIELD", "replacement.old_key")
    for house in houses:
        found = await house.log.ReadKeyReplacements(log_pb2.ReadKeyReplacementsRequest())
        assert len(found.replacements) == 1


async def test_the_log_of_all_games_is_one(houses: tuple[House, House]) -> None:
    matches = await asyncio.gather(*(houses[number % 2].start() for number in range(6)))
    await asyncio.gather(*(match.at(houses[number % 2]).abandon() for number, match in enumerate(matches, 1)))
    notes = [(await house.log.GetCheckpoint(log_pb2.GetCheckpointRequest())).checkpoint for house in houses]
    assert notes[0] == notes[1]
    for match in matches:
        logs = [
            await house.audit.VerifyGame(audit_pb2.VerifyGameRequest(game=match.id), metadata=bearer(match.host)).read()
            for house in houses
        ]
        assert logs[0] == logs[1]
    for number in range(12):
        request = log_pb2.ProveLeafRequest(index=number)
        assert await houses[0].log.ProveLeaf(request) == await houses[1].log.ProveLeaf(request)


async def test_a_name_that_is_removed_at_one_referee_is_gone_from_the_other(
    houses: tuple[House, House], tmp_path: Path
) -> None:
    name = "Wilhelmina Quetzalcoatl"
    match = await houses[0].open()
    await match.join(1, player=name)
    await match.join(2)
    await match.begin()
    there = match.at(houses[1])
    assert [seat.player for seat in (await there.game()).seats] == [name, "player 2"]
    request = lobby_pb2.RemoveNameRequest(game=match.id)
    await match.house.lobby.RemoveName(request, metadata=bearer(match.tokens[1]))
    for here in (match, there):
        assert [seat.player for seat in (await here.game()).seats] == ["", "player 2"]
        assert name not in str(await here.entries())
    assert files_with(tmp_path, name) == []


async def test_a_game_does_not_end_at_one_referee_while_its_branch_begins_at_the_other(
    houses: tuple[House, House],
) -> None:
    for _ in range(6):
        match = await houses[0].start()
        await match.play((1, protos.Bid(light=1, seat=1)))
        branch = await match.consented((await match.game()).head)
        for seat in (1, 2):
            await branch.enter(match.tokens[seat])
        _, ended = await all_of(branch.at(houses[1]).begin(), match.abandon())
        assert (await branch.game()).status == game_pb2.GAME_STATUS_RUNNING
        over = (await match.at(houses[1]).game()).status == game_pb2.GAME_STATUS_ABANDONED
        assert over is (ended is None)
        assert over or failure_of(ended).reason == "BRANCH_RUNNING"
        if not over:
            await branch.abandon()
            await match.abandon()


async def test_an_ending_is_void_if_a_branch_began_before_its_turn(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unheard(_call: Call) -> None:
        """Take a call for possible, as a referee does that has not heard yet."""

    record = f"RECORD-{secrets.token_hex(8)}"
    one, two = [
        await JetstreamStore.open([address], tmp_path / name, KEY, name=record, replicas=1) for name in ("1", "2")
    ]
    await make(one)
    await make(one, "branch")
    await one.append("branch", 1, [entry(2)], summary=summary("branch", parent="g", held=True, status="running"))
    with monkeypatch.context() as late:
        late.setattr(two, "_rehearse", unheard)
        with pytest.raises(Conflict):
            await two.append("g", 1, [entry(2)], unless=[Filter(parent="g", held=True, status="running")])
    assert await two.inspect() == [], "nothing is missing"
    await two.append("g", 1, [entry(2)], unless=[Filter(parent="g", held=True, status="open")])
    await one.close()
    await two.close()


async def test_referees_that_sign_with_two_keys_are_told_so(address: str, tmp_path: Path) -> None:
    store = await JetstreamStore.open([address], tmp_path / "1", KEY, name=f"RECORD-{secrets.token_hex(8)}", replicas=1)
    await store.introduce("first", [])
    await store.introduce("first", [])
    with pytest.raises(StorageError, match="restore the key files"):
        await store.introduce("second", [])
    await store.introduce("second", ["first"])
    with pytest.raises(StorageError, match="signed with the key second"):
        await store.introduce("first", [])
    await store.close()
