"""Changes are made one after the other, written once, and finished whatever becomes of their calls."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import referee_pb2
from lab.toy import CLAUSE_1, protos
from lab.toy_games import (
    AT,
    NAME,
    SECRET,
    TITLES,
    Night,
    bid,
    command,
    created,
    finished,
    keep,
    started,
    store_with,
)
from referee.access.charges import charge_nobody, charge_to
from referee.errors import CommandIdReused, RecordDamaged, TokenRevoked, VersionConflict
from referee.game.entries import Added, packed
from referee.game.forks import fork_game
from referee.game.game import Game
from referee.game.judge import Refused, judge
from referee.game.lifecycle import abandon_game
from referee.records.changes import Changes, Written
from referee.records.games import Games
from referee.records.openness import open_secrets
from referee.records.stored_entries import follows_by_itself, stored
from store.contract import DuplicateCommand, GameNotFound, Opening, StorageError, Stored
from store.memory import MemoryStore

FIRST = started()
BRANCH = "branchbranchbran"
OTHER_SECRET = bytes([1]) * 32


class SlowStore(MemoryStore):
    """A store that takes no entry before it may, and fails if it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.was_asked = asyncio.Event()
        self.may_append = asyncio.Event()
        self.failing: Exception | None = None

    async def append(self, *arguments: Any, **named: Any) -> None:
        self.was_asked.set()
        await self.may_append.wait()
        if self.failing is not None:
            raise self.failing
        await super().append(*arguments, **named)


class SlowReads(MemoryStore):
    """A store that shows no entry before it may, and counts how often it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.was_asked = asyncio.Event()
        self.may_read = asyncio.Event()
        self.reads = 0

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        self.reads += 1
        self.was_asked.set()
        await self.may_read.wait()
        return await super().read(game, after, upto)


class SlowCreation(MemoryStore):
    """A store that takes no new game before it may."""

    def __init__(self) -> None:
        super().__init__()
        self.was_asked = asyncio.Event()
        self.may_create = asyncio.Event()

    async def create(self, *arguments: Any, **named: Any) -> None:
        self.was_asked.set()
        await self.may_create.wait()
        await super().create(*arguments, **named)


def bidding(seat: int, light: int, seen: list[int] | None = None) -> Any:
    """Return a change by which a seat bids; `seen` gets the version at which it was judged."""

    def change(game: Game) -> Added | Refused:
        if seen is not None:
            seen.append(game.version)
        return judge(game, command(game, *bid(seat, light)), AT)

    return change


def submitting(night: Night, seat: int, light: int, command_id: str) -> referee_pb2.SubmitRequest:
    """Return a bid as a client sends it."""
    return referee_pb2.SubmitRequest(
        game=NAME,
        expected_version=night.game.expected(seat),
        command_id=command_id,
        command=packed(protos.Bid(seat=seat, light=light)),
    )


async def head_of(store: MemoryStore) -> int:
    """Return the version of the last entry in a store."""
    return (await store.read(NAME))[-1].version


async def test_a_game_that_is_being_changed_is_never_dropped() -> None:
    """A second change of it waits for the first, however many games are used in between."""
    store = SlowStore()
    for name in (NAME, "b", "c"):
        await keep(store, started(game=name))
    changes, seen = Changes(Games(store, TITLES, hot_games=1)), list[int]()
    one = asyncio.create_task(changes.make(NAME, bidding(1, 2, seen)))
    await store.was_asked.wait()
    await changes.games.game("b")
    await changes.games.game("c")
    other = asyncio.create_task(changes.make(NAME, bidding(2, 1, seen)))
    await changes.games.game("b")
    assert seen == [FIRST.game.version]
    store.may_append.set()
    await asyncio.gather(one, other)
    assert seen == [FIRST.game.version, FIRST.game.version + 1]


async def test_what_another_referee_wrote_is_read_and_judged_although_the_game_is_hot() -> None:
    store = await store_with(FIRST)
    slow, fast, seen = Changes(Games(store, TITLES)), Changes(Games(store, TITLES)), list[int]()
    await slow.games.game(NAME)
    await fast.make(NAME, bidding(1, 2))
    assert (await slow.games.game(NAME)).version == await head_of(store) == FIRST.game.version + 1
    await fast.make(NAME, bidding(2, 1))
    head = await head_of(store)
    await slow.make(NAME, bidding(1, 2, seen))
    assert seen == [head]


class Deaf(MemoryStore):
    """A store that has not heard yet what another process wrote."""

    def newest(self, game: str) -> int:
        return 0 * len(game)


async def test_a_change_is_made_again_if_another_writer_was_faster() -> None:
    store = await store_with(FIRST, Deaf())
    slow, fast, seen = Changes(Games(store, TITLES)), Changes(Games(store, TITLES)), list[int]()
    await slow.games.game(NAME)
    await fast.make(NAME, bidding(1, 2))
    await slow.make(NAME, bidding(2, 1, seen))
    assert seen == [FIRST.game.version, FIRST.game.version + 1]
    assert await head_of(store) == (await slow.games.game(NAME)).version


async def test_a_refused_change_writes_nothing() -> None:
    store = await store_with(FIRST)
    ruling = await Changes(Games(store, TITLES)).make(NAME, bidding(1, 99))
    assert isinstance(ruling, Refused)
    assert ruling.refusal.clause == CLAUSE_1
    assert await head_of(store) == FIRST.game.version


async def test_a_write_is_finished_and_seen_although_its_call_is_cancelled() -> None:
    store = SlowStore()
    await keep(store, FIRST)
    changes = Changes(Games(store, TITLES))
    change = asyncio.create_task(changes.make(NAME, bidding(1, 2)))
    await store.was_asked.wait()
    change.cancel()
    await asyncio.wait([change])
    reading = asyncio.create_task(changes.games.game(NAME))
    await asyncio.sleep(0)
    assert not reading.done()
    store.may_append.set()
    assert (await reading).version == await head_of(store) == FIRST.game.version + 1


async def test_a_load_is_shared_and_finished_although_the_call_that_began_it_is_cancelled() -> None:
    """With two owners of one game, the one that loaded it would never see what the other one wrote."""
    store = SlowReads()
    await keep(store, FIRST)
    changes = Changes(Games(store, TITLES, hot_games=1))
    first = asyncio.create_task(changes.games.game(NAME))
    await store.was_asked.wait()
    change = asyncio.create_task(changes.make(NAME, bidding(1, 2)))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    reading = asyncio.create_task(changes.games.game(NAME))
    store.may_read.set()
    changed = await change
    assert isinstance(changed, Added)
    assert (await reading).version >= FIRST.game.version
    assert await changes.games.game(NAME) is changed.game
    assert store.reads == 1


async def test_what_was_begun_is_finished_before_the_store_is_closed() -> None:
    store = SlowStore()
    await keep(store, FIRST)
    changes = Changes(Games(store, TITLES))
    change = asyncio.create_task(changes.make(NAME, bidding(1, 2)))
    await store.was_asked.wait()
    change.cancel()
    finished_all = asyncio.create_task(changes.finished())
    await asyncio.sleep(0)
    assert not finished_all.done()
    store.may_append.set()
    await finished_all
    assert await head_of(store) == FIRST.game.version + 1


async def test_a_failed_write_is_an_error_of_its_call_alone() -> None:
    store = SlowStore()
    await keep(store, FIRST)
    changes = Changes(Games(store, TITLES))
    change = asyncio.create_task(changes.make(NAME, bidding(1, 2)))
    await store.was_asked.wait()
    reading = asyncio.create_task(changes.games.game(NAME))
    store.failing = StorageError("games.sqlite", "the disk is gone")
    store.may_append.set()
    with pytest.raises(StorageError, match="the disk is gone"):
        await change
    assert await reading == FIRST.game


async def test_a_game_that_is_not_there_displaces_none() -> None:
    changes = Changes(Games(await store_with(FIRST), TITLES, hot_games=1))
    game = await changes.games.game(NAME)
    for number in range(10):
        with pytest.raises(GameNotFound):
            await changes.games.game(f"nobody {number}")
        with pytest.raises(GameNotFound):
            await changes.make(f"nobody {number}", bidding(1, 2))
    assert await changes.games.game(NAME) is game
    assert len(changes.games.hot) == 1


async def test_a_new_game_that_is_asked_for_while_it_is_written_has_one_owner() -> None:
    store = SlowCreation()
    changes = Changes(Games(store, TITLES))
    made = created()
    opening = Opening(game=NAME, title="lantern_night", secret=SECRET)
    creating = asyncio.create_task(changes.create(Added(made.game, made.entries), opening, []))
    await store.was_asked.wait()
    creating.cancel()
    reading = asyncio.create_task(changes.games.game(NAME))
    await asyncio.sleep(0)
    store.may_create.set()
    assert await reading is made.game


async def test_what_the_referee_still_owes_is_written_when_a_game_is_loaded() -> None:
    whole = finished()
    store = await store_with(Night(whole.game, whole.entries[:-1]))
    assert await Changes(Games(store, TITLES)).games.game(NAME) == whole.game
    assert await head_of(store) == whole.game.version


async def test_a_command_that_is_lost_while_its_game_is_hot_is_missed() -> None:
    """Whether it was too late, or breaks a rule by now: nobody may hear that it was not accepted."""
    store = await store_with(started().play(bid(1, 2)))
    changes = Changes(Games(store, TITLES))
    submitted = submitting(started(), 2, 1, "the bid")
    await changes.submit(2, submitted)
    version = store._logs[NAME].by_command.pop("the bid")
    with pytest.raises(RecordDamaged, match="'the bid' is missing from the index of ids"):
        await changes.submit(2, submitted)
    with pytest.raises(DuplicateCommand):
        # The index of the store would let its id be taken once more.
        await changes.make(NAME, lambda game: judge(game, command(game, 1, protos.Ring(), command_id="the bid"), AT))
    store._logs[NAME].by_command["the bid"] = store._logs[NAME].entries[0]
    with pytest.raises(RecordDamaged, match="it is indexed under another command's id"):
        await changes.submit(2, submitted)
    store._logs[NAME].by_command["the bid"] = version
    assert isinstance(await changes.submit(2, submitted), Written)


async def test_a_command_that_another_writer_added_is_not_missed() -> None:
    store = await store_with(started().play(bid(1, 2)))
    changes, other = Changes(Games(store, TITLES)), Changes(Games(store, TITLES))
    before = await changes.games.game(NAME)
    await other.submit(2, submitting(started(), 2, 1, "the bid"))
    with pytest.raises(VersionConflict):
        await changes.submit(1, submitting(started(), 1, 1, "a late bid"))
    assert (await changes.games.game(NAME)).version > before.version


async def test_a_command_that_comes_again_gets_its_first_ruling_again() -> None:
    changes = Changes(Games(await store_with(started().play(bid(1, 2))), TITLES))
    submitted = submitting(started(), 2, 1, "the bid")
    first = await changes.submit(2, submitted)
    assert isinstance(first, Written)
    assert [entry.actor.kind for entry in first.entries] == [record.ACTOR_KIND_SEAT, record.ACTOR_KIND_CHANCE]
    again = await changes.submit(2, submitted)
    assert isinstance(again, Written)
    assert (list(again.entries), again.repeated) == (list(first.entries), True)
    for actor, other in ((2, submitting(FIRST, 2, 3, "the bid")), (1, submitting(FIRST, 1, 1, "the bid"))):
        with pytest.raises(CommandIdReused):
            await changes.submit(actor, other)


async def test_a_command_by_a_token_that_the_seat_has_no_longer_is_not_judged() -> None:
    changes = Changes(Games(await store_with(FIRST), TITLES))
    since = FIRST.game.sittings[0].since
    with pytest.raises(TokenRevoked, match="seat 1"):
        await changes.submit(1, submitting(FIRST, 1, 2, "the bid"), since=since - 1)
    assert isinstance(await changes.submit(1, submitting(FIRST, 1, 2, "the bid"), since=since), Written)


async def test_a_refused_command_may_be_corrected_under_its_id() -> None:
    changes = Changes(Games(await store_with(FIRST), TITLES))
    assert isinstance(await changes.submit(1, submitting(FIRST, 1, 99, "the bid")), Refused)
    assert isinstance(await changes.submit(1, submitting(FIRST, 1, 2, "the bid")), Written)


async def test_a_branch_knows_its_ancestors_and_their_open_secrets() -> None:
    over = abandon_game(FIRST.game, life.AbandonGame(), AT)
    store = await store_with(FIRST.then(over))
    added = fork_game(
        FIRST.game, life.ForkGame(parent=NAME, chance_source=life.CHANCE_SOURCE_REFEREE), BRANCH, OTHER_SECRET, AT
    )
    changes = Changes(Games(store, TITLES))
    opening = Opening(
        game=BRANCH, title="lantern_night", secret=OTHER_SECRET, parent=NAME, parent_version=FIRST.game.version
    )
    await changes.branch(added, opening, [])
    branch = await changes.games.game(BRANCH)
    assert branch == added.game
    assert await changes.games.ancestors(branch) == [(over.game, FIRST.game.version)]
    assert await open_secrets(changes.games.store, branch, await changes.games.ancestors(branch)) == {NAME: SECRET}


async def test_what_could_not_be_stored_is_charged_to_nobody() -> None:
    store = SlowStore()
    await keep(store, FIRST)
    store.may_append.set()
    changes, charges = Changes(Games(store, TITLES)), list[float]()
    charge_to(charge_nobody, charges.append)
    store.failing = StorageError("games.sqlite", "the disk is full")
    with pytest.raises(StorageError):
        await changes.make(NAME, bidding(1, 2))
    assert charges == []
    store.failing = None
    changed = await changes.make(NAME, bidding(1, 2))
    assert isinstance(changed, Added)
    assert charges == [sum(entry.ByteSize() for entry in changed.entries)]


async def test_followers_receive_what_is_written_from_now_on() -> None:
    store = await store_with(FIRST)
    changes = Changes(Games(store, TITLES))
    log = changes.games.follow(NAME, FIRST.game.version)
    changed = await changes.make(NAME, bidding(1, 2))
    assert isinstance(changed, Added)
    assert await anext(log) == changed.entries[0]
    assert stored(changed.entries[0]) == (await store.read(NAME, FIRST.game.version))[0]
    await log.aclose()


def test_what_the_referee_adds_by_itself_has_no_client_and_no_shares() -> None:
    chance = record.Actor(kind=record.ACTOR_KIND_CHANCE)
    event, given = record.Item(open=packed(protos.Bid())), record.Item(open=packed(life.SharesGiven()))
    closing = record.Item(open=packed(life.CloseGame()))
    assert follows_by_itself(record.Entry(actor=chance, events=[event]))
    assert follows_by_itself(record.Entry(command=closing))
    assert not follows_by_itself(record.Entry(actor=chance, events=[given, event]))
    assert not follows_by_itself(record.Entry(actor=chance, events=[event], command_id="dealer"))
    assert not follows_by_itself(record.Entry(command=event))
