"""The desk: games are folded from their records, kept hot, and changed one change after the other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import referee_pb2
from gunbai_record.chain import digest_of
from referee.access.accounts import charge_nobody, charge_to
from referee.desk.desk import Desk, Written
from referee.desk.openness import open_secrets
from referee.desk.stored import follows_by_itself, linked, stored
from referee.desk.summaries import summary_of
from referee.errors import CommandIdReused, RecordDamaged, TokenRevoked, VersionConflict
from referee.game.entries import Added, packed
from referee.game.forks import fork_game
from referee.game.game import Game
from referee.game.judge import Refused, judge
from referee.game.lifecycle import abandon_game
from store.contract import DuplicateCommand, GameNotFound, Head, Opening, StorageError, Stored, VersionNotFound
from store.memory import MemoryStore
from tests.games.toy import CLAUSE_1, protos
from tests.patience import PATIENCE
from tests.referee.nights import AT, NAME, SECRET, TITLES, Night, bid, command, created, finished, keep, kept, started

FIRST = started()
BRANCH = "branchbranchbran"
OTHER_SECRET = bytes([1]) * 32


class SlowStore(MemoryStore):
    """A store that takes no entry before it may, and fails if it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.may_append = asyncio.Event()
        self.failing: Exception | None = None

    async def append(self, *arguments: Any, **named: Any) -> None:
        self.asked.set()
        await self.may_append.wait()
        if self.failing is not None:
            raise self.failing
        await super().append(*arguments, **named)


class SlowReads(MemoryStore):
    """A store that shows no entry before it may, and counts how often it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.may_read = asyncio.Event()
        self.reads = 0

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        self.reads += 1
        self.asked.set()
        await self.may_read.wait()
        return await super().read(game, after, upto)


class SlowCreation(MemoryStore):
    """A store that takes no new game before it may."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.may_create = asyncio.Event()

    async def create(self, *arguments: Any, **named: Any) -> None:
        self.asked.set()
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


async def test_a_game_is_folded_once_and_then_hot() -> None:
    desk = Desk(await kept(FIRST), TITLES)
    game = await desk.game(NAME)
    assert game == FIRST.game
    assert await desk.game(NAME) is game


async def test_the_game_least_recently_used_is_dropped() -> None:
    store = MemoryStore()
    for name in ("a", "b", "c"):
        await keep(store, started(game=name))
    desk = Desk(store, TITLES, hot_games=2)
    a, b = await desk.game("a"), await desk.game("b")
    assert await desk.game("a") is a
    await desk.game("c")
    assert await desk.game("a") is a
    assert await desk.game("b") is not b


async def test_a_game_that_is_being_changed_is_never_dropped() -> None:
    """A second change of it waits for the first, however many games are used in between."""
    store = SlowStore()
    for name in (NAME, "b", "c"):
        await keep(store, started(game=name))
    desk, seen = Desk(store, TITLES, hot_games=1), list[int]()
    one = asyncio.create_task(desk.change(NAME, bidding(1, 2, seen)))
    await store.asked.wait()
    await desk.game("b")
    await desk.game("c")
    other = asyncio.create_task(desk.change(NAME, bidding(2, 1, seen)))
    await desk.game("b")
    assert seen == [FIRST.game.version]
    store.may_append.set()
    await asyncio.gather(one, other)
    assert seen == [FIRST.game.version, FIRST.game.version + 1]


async def test_what_another_referee_wrote_is_read_and_judged_although_the_game_is_hot() -> None:
    store = await kept(FIRST)
    slow, fast, seen = Desk(store, TITLES), Desk(store, TITLES), list[int]()
    await slow.game(NAME)
    await fast.change(NAME, bidding(1, 2))
    assert (await slow.game(NAME)).version == await head_of(store) == FIRST.game.version + 1
    await fast.change(NAME, bidding(2, 1))
    head = await head_of(store)
    await slow.change(NAME, bidding(1, 2, seen))
    assert seen == [head]


class Deaf(MemoryStore):
    """A store that has not heard yet what another process wrote."""

    def newest(self, game: str) -> int:
        return 0 * len(game)


async def test_a_change_is_made_again_if_another_writer_was_faster() -> None:
    store = await kept(FIRST, Deaf())
    slow, fast, seen = Desk(store, TITLES), Desk(store, TITLES), list[int]()
    await slow.game(NAME)
    await fast.change(NAME, bidding(1, 2))
    await slow.change(NAME, bidding(2, 1, seen))
    assert seen == [FIRST.game.version, FIRST.game.version + 1]
    assert await head_of(store) == (await slow.game(NAME)).version


async def test_a_refused_change_writes_nothing() -> None:
    store = await kept(FIRST)
    ruling = await Desk(store, TITLES).change(NAME, bidding(1, 99))
    assert isinstance(ruling, Refused)
    assert ruling.refusal.clause == CLAUSE_1
    assert await head_of(store) == FIRST.game.version


async def test_a_write_is_finished_and_seen_although_its_call_is_cancelled() -> None:
    store = SlowStore()
    await keep(store, FIRST)
    desk = Desk(store, TITLES)
    change = asyncio.create_task(desk.change(NAME, bidding(1, 2)))
    await store.asked.wait()
    change.cancel()
    await asyncio.wait([change])
    reading = asyncio.create_task(desk.game(NAME))
    await asyncio.sleep(0)
    assert not reading.done()
    store.may_append.set()
    assert (await reading).version == await head_of(store) == FIRST.game.version + 1


async def test_a_load_is_shared_and_finished_although_the_call_that_began_it_is_cancelled() -> None:
    """With two owners of one game, the one that loaded it would never see what the other one wrote."""
    store = SlowReads()
    await keep(store, FIRST)
    desk = Desk(store, TITLES, hot_games=1)
    first = asyncio.create_task(desk.game(NAME))
    await store.asked.wait()
    change = asyncio.create_task(desk.change(NAME, bidding(1, 2)))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    reading = asyncio.create_task(desk.game(NAME))
    store.may_read.set()
    changed = await change
    assert isinstance(changed, Added)
    assert (await reading).version >= FIRST.game.version
    assert await desk.game(NAME) is changed.game
    assert store.reads == 1


async def test_what_was_begun_is_finished_before_the_store_is_closed() -> None:
    store = SlowStore()
    await keep(store, FIRST)
    desk = Desk(store, TITLES)
    change = asyncio.create_task(desk.change(NAME, bidding(1, 2)))
    await store.asked.wait()
    change.cancel()
    finished_all = asyncio.create_task(desk.finished())
    await asyncio.sleep(0)
    assert not finished_all.done()
    store.may_append.set()
    await finished_all
    assert await head_of(store) == FIRST.game.version + 1


async def test_a_failed_write_is_an_error_of_its_call_alone() -> None:
    store = SlowStore()
    await keep(store, FIRST)
    desk = Desk(store, TITLES)
    change = asyncio.create_task(desk.change(NAME, bidding(1, 2)))
    await store.asked.wait()
    reading = asyncio.create_task(desk.game(NAME))
    store.failing = StorageError("games.sqlite", "the disk is gone")
    store.may_append.set()
    with pytest.raises(StorageError, match="the disk is gone"):
        await change
    assert await reading == FIRST.game


async def test_a_game_that_is_not_there_displaces_none() -> None:
    desk = Desk(await kept(FIRST), TITLES, hot_games=1)
    game = await desk.game(NAME)
    for number in range(10):
        with pytest.raises(GameNotFound):
            await desk.game(f"nobody {number}")
        with pytest.raises(GameNotFound):
            await desk.change(f"nobody {number}", bidding(1, 2))
    assert await desk.game(NAME) is game
    assert len(desk._hot) == 1


async def test_a_new_game_that_is_asked_for_while_it_is_written_has_one_owner() -> None:
    store = SlowCreation()
    desk = Desk(store, TITLES)
    made = created()
    opening = Opening(game=NAME, title="lantern_night", secret=SECRET)
    creating = asyncio.create_task(desk.create(Added(made.game, made.entries), opening, []))
    await store.asked.wait()
    creating.cancel()
    reading = asyncio.create_task(desk.game(NAME))
    await asyncio.sleep(0)
    store.may_create.set()
    assert await reading is made.game


async def test_a_hot_game_is_read_as_it_was_verified() -> None:
    """Other entries in the file, although they fit each other, are not served in the place of the verified ones."""
    store = await kept(started().play(bid(1, 2)))
    desk = Desk(store, TITLES)
    game = await desk.game(NAME)
    other = started(secret=bytes(32)).play(bid(1, 3))
    store._logs[NAME].entries = [stored(entry) for entry in other.entries]
    store._heads[NAME] = Head(NAME, 1, b"")
    for reading in (
        desk.entries(NAME),
        desk.position(NAME, 2),
        anext(desk.history(NAME, 1, 3)),
        anext(desk.follow(NAME, 0)),
    ):
        with pytest.raises(RecordDamaged, match="does not lead to the head"):
            await reading
    assert await desk.game(NAME) is game


async def test_an_entry_that_is_gone_is_missed_by_a_reader_of_a_hot_game() -> None:
    store = await kept(finished())
    desk = Desk(store, TITLES)
    game = await desk.game(NAME)
    del store._logs[NAME].entries[-1]
    store._heads[NAME] = Head(NAME, 1, b"")
    with pytest.raises(RecordDamaged, match="does not lead to the head"):
        await desk.entries(NAME, game.version - 1)


async def test_the_secret_is_compared_with_its_commitment_on_load() -> None:
    store = MemoryStore()
    for name, secret in ((NAME, bytes(32)), ("sound", SECRET)):
        night = created(game=name)
        opening = Opening(game=name, title="lantern_night", secret=secret)
        await store.create(opening, [stored(entry) for entry in night.entries], [], summary_of(night.game))
    desk = Desk(store, TITLES)
    with pytest.raises(RecordDamaged, match="secret is not the one that it commits to") as damaged:
        await desk.game(NAME)
    assert (damaged.value.game, damaged.value.version) == (NAME, 1)
    assert (await desk.game("sound")).version == 1


async def test_what_the_referee_still_owes_is_written_when_a_game_is_loaded() -> None:
    whole = finished()
    store = await kept(Night(whole.game, whole.entries[:-1]))
    assert await Desk(store, TITLES).game(NAME) == whole.game
    assert await head_of(store) == whole.game.version


async def test_a_command_that_is_lost_while_its_game_is_hot_is_missed() -> None:
    """Whether it was too late, or breaks a rule by now: nobody may hear that it was not accepted."""
    store = await kept(started().play(bid(1, 2)))
    desk = Desk(store, TITLES)
    asked = submitting(started(), 2, 1, "the bid")
    await desk.submit(2, asked)
    known = store._logs[NAME].by_command.pop("the bid")
    with pytest.raises(RecordDamaged, match="'the bid' is not found by its id"):
        await desk.submit(2, asked)
    with pytest.raises(DuplicateCommand):
        # The index of the store would let its id be taken once more.
        await desk.change(NAME, lambda game: judge(game, command(game, 1, protos.Ring(), command_id="the bid"), AT))
    store._logs[NAME].by_command["the bid"] = store._logs[NAME].entries[0]
    with pytest.raises(RecordDamaged, match="it is found by the id of another command"):
        await desk.submit(2, asked)
    store._logs[NAME].by_command["the bid"] = known
    assert isinstance(await desk.submit(2, asked), Written)


async def test_a_command_that_another_writer_added_is_not_missed() -> None:
    store = await kept(started().play(bid(1, 2)))
    desk, other = Desk(store, TITLES), Desk(store, TITLES)
    before = await desk.game(NAME)
    await other.submit(2, submitting(started(), 2, 1, "the bid"))
    with pytest.raises(VersionConflict):
        await desk.submit(1, submitting(started(), 1, 1, "a late bid"))
    assert (await desk.game(NAME)).version > before.version


async def test_a_command_that_comes_again_gets_its_first_ruling_again() -> None:
    desk = Desk(await kept(started().play(bid(1, 2))), TITLES)
    asked = submitting(started(), 2, 1, "the bid")
    first = await desk.submit(2, asked)
    assert isinstance(first, Written)
    assert [entry.actor.kind for entry in first.entries] == [record.ACTOR_KIND_SEAT, record.ACTOR_KIND_CHANCE]
    again = await desk.submit(2, asked)
    assert isinstance(again, Written)
    assert (list(again.entries), again.repeated) == (list(first.entries), True)
    for actor, other in ((2, submitting(FIRST, 2, 3, "the bid")), (1, submitting(FIRST, 1, 1, "the bid"))):
        with pytest.raises(CommandIdReused):
            await desk.submit(actor, other)


async def test_a_command_by_a_token_that_the_seat_has_no_longer_is_not_judged() -> None:
    desk = Desk(await kept(FIRST), TITLES)
    since = FIRST.game.sittings[0].since
    with pytest.raises(TokenRevoked, match="seat 1"):
        await desk.submit(1, submitting(FIRST, 1, 2, "the bid"), since=since - 1)
    assert isinstance(await desk.submit(1, submitting(FIRST, 1, 2, "the bid"), since=since), Written)


async def test_a_refused_command_may_be_corrected_under_its_id() -> None:
    desk = Desk(await kept(FIRST), TITLES)
    assert isinstance(await desk.submit(1, submitting(FIRST, 1, 99, "the bid")), Refused)
    assert isinstance(await desk.submit(1, submitting(FIRST, 1, 2, "the bid")), Written)


async def test_every_version_is_a_position() -> None:
    whole = finished()
    desk = Desk(await kept(whole), TITLES)
    assert await desk.position(NAME, 0) == whole.game
    assert await desk.position(NAME, FIRST.game.version) == FIRST.game
    outline = await desk.outline(NAME, 6)
    assert (outline.version, outline.digest) == (6, whole.entries[5].digest)
    assert await desk.outline(NAME, 2) == await desk.position(NAME, 2) != whole.game
    with pytest.raises(VersionNotFound):
        await desk.position(NAME, whole.game.version + 1)


async def test_the_digest_of_the_last_position_is_checked_on_load() -> None:
    """An entry whose events lead to another table than its digest says is damage, though its chain fits."""
    entries = [*FIRST.play(bid(1, 2)).entries]
    entries[-1].position_digest = bytes(32)
    entries[-1].digest = digest_of(entries[-1])
    with pytest.raises(RecordDamaged, match="another one"):
        await Desk(await kept(Night(FIRST.game, tuple(entries))), TITLES).game(NAME)


async def test_the_chain_is_checked_on_load_and_on_every_reading() -> None:
    entries = [*finished().entries]
    entries[5].at_micros += 1
    desk = Desk(await kept(Night(FIRST.game, tuple(entries))), TITLES)
    with pytest.raises(RecordDamaged) as damaged:
        await desk.game(NAME)
    assert damaged.value.version == 6
    with pytest.raises(RecordDamaged):
        await anext(desk.history(NAME, 0, len(entries)))


async def test_bytes_that_are_no_entry_are_damage() -> None:
    store = await kept(FIRST)
    await store.append(NAME, FIRST.game.version, [Stored(FIRST.game.version + 1, "", b"\xff")])
    with pytest.raises(RecordDamaged, match="no entry"):
        await Desk(store, TITLES).game(NAME)


async def test_a_branch_knows_its_ancestors_and_their_open_secrets() -> None:
    over = abandon_game(FIRST.game, life.AbandonGame(), AT)
    store = await kept(FIRST.then(over))
    added = fork_game(
        FIRST.game, life.ForkGame(parent=NAME, chance_source=life.CHANCE_SOURCE_REFEREE), BRANCH, OTHER_SECRET, AT
    )
    desk = Desk(store, TITLES)
    opening = Opening(
        game=BRANCH, title="lantern_night", secret=OTHER_SECRET, parent=NAME, parent_version=FIRST.game.version
    )
    await desk.branch(added, opening, [])
    branch = await desk.game(BRANCH)
    assert branch == added.game
    assert await desk.ancestors(branch) == [(over.game, FIRST.game.version)]
    assert await open_secrets(desk.store, branch, await desk.ancestors(branch)) == {NAME: SECRET}


async def test_what_could_not_be_stored_is_charged_to_nobody() -> None:
    store = SlowStore()
    await keep(store, FIRST)
    store.may_append.set()
    desk, charges = Desk(store, TITLES), list[float]()
    charge_to(charge_nobody, charges.append)
    store.failing = StorageError("games.sqlite", "the disk is full")
    with pytest.raises(StorageError):
        await desk.change(NAME, bidding(1, 2))
    assert charges == []
    store.failing = None
    changed = await desk.change(NAME, bidding(1, 2))
    assert isinstance(changed, Added)
    assert charges == [sum(entry.ByteSize() for entry in changed.entries)]


async def test_followers_receive_what_is_written_from_now_on() -> None:
    store = await kept(FIRST)
    desk = Desk(store, TITLES)
    log = desk.follow(NAME, FIRST.game.version)
    changed = await desk.change(NAME, bidding(1, 2))
    assert isinstance(changed, Added)
    assert await anext(log) == changed.entries[0]
    assert stored(changed.entries[0]) == (await store.read(NAME, FIRST.game.version))[0]
    await log.aclose()


async def test_no_entries_come_after_the_last_that_are_asked_for() -> None:
    desk = Desk(await kept(FIRST), TITLES)
    head = FIRST.game.version
    for after, upto in ((head, None), (head, head), (2, 1), (head + 5, None)):
        assert await desk.entries(NAME, after, upto) == []


def test_what_the_referee_adds_by_itself_has_no_client_and_no_shares() -> None:
    chance = record.Actor(kind=record.ACTOR_KIND_CHANCE)
    event, given = record.Item(open=packed(protos.Bid())), record.Item(open=packed(life.SharesGiven()))
    closing = record.Item(open=packed(life.CloseGame()))
    assert follows_by_itself(record.Entry(actor=chance, events=[event]))
    assert follows_by_itself(record.Entry(command=closing))
    assert not follows_by_itself(record.Entry(actor=chance, events=[given, event]))
    assert not follows_by_itself(record.Entry(actor=chance, events=[event], command_id="dealer"))
    assert not follows_by_itself(record.Entry(command=event))


async def test_the_time_is_in_microseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.desk.desk.time_ns", lambda: 5_000_000_999)
    assert Desk(MemoryStore(), TITLES).now() == 5_000_000


def test_entries_that_do_not_lead_to_the_verified_head_are_damage_at_their_last() -> None:
    log = [stored(entry) for entry in FIRST.entries[1:3]]
    assert linked(NAME, log, 1, FIRST.entries[2].digest) == list(FIRST.entries[1:3])
    with pytest.raises(RecordDamaged, match="it does not lead to the head that was verified") as damaged:
        linked(NAME, log, 1, bytes(32))
    assert damaged.value.version == 3
    with pytest.raises(RecordDamaged, match="it does not lead to the head that was verified") as damaged:
        linked(NAME, [], 1, b"")
    assert damaged.value.version == 1


async def test_a_follower_from_the_head_takes_no_entry_that_another_precedes() -> None:
    store = await kept(FIRST)
    log = Desk(store, TITLES).follow(NAME, FIRST.game.version)
    other = started(2, label="another night").play(bid(1, 2)).entries[-1]
    waiting = asyncio.create_task(anext(log))
    await asyncio.sleep(0)
    await store.append(NAME, FIRST.game.version, [stored(other)])
    with pytest.raises(RecordDamaged):
        await asyncio.wait_for(waiting, PATIENCE)
