"""The watchers of a game are served together: read once, sealed per audience, dropped if they are slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import ExitStack, aclosing

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import record_pb2 as pb
from gunbai.referee.v1 import referee_pb2
from lab.patience import PATIENCE
from lab.toy import protos
from lab.toy_games import NAME, TITLES, keep, started
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.calls.stopping import Stopping
from referee.game.entries import packed
from referee.records.changes import Changes
from referee.records.games import Games
from referee.services.watch_stream import GameStream
from referee.services.watchers import LARGEST_MESSAGE, QUEUE, GameWatchers, Message, WatcherPlace, Watchers, messages
from store.contract import Stored
from store.memory import MemoryStore
from tests.referee.long_toy_games import long_night

SEAT_1, PUBLIC = Caller("peer", "seat", 1, since=2), Caller("peer")


class CountingStore(MemoryStore):
    """A store that counts who follows."""

    followers = 0

    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        self.followers += 1
        return super().follow(game, after)


class Evening:
    """A game that is played before watchers."""

    def __init__(self, store: CountingStore) -> None:
        self.store, self.changes, self.stopping = store, Changes(Games(store, TITLES)), Stopping()
        self.watchers = Watchers(self.changes.games, self.stopping, PATIENCE)

    async def watch(self, caller: Caller = PUBLIC, after: int = 0) -> AsyncGenerator[pb.WatchGameResponse, None]:
        """Yield what a watcher receives."""
        watching = GameStream(self.changes.games, await self.changes.games.game(NAME), caller, after)
        async with aclosing(watching.responses(self.watchers)) as responses:
            async for data in responses:
                yield pb.WatchGameResponse.FromString(data)

    async def entered(self, watchers: int) -> None:
        """Wait until so many watchers have their places."""
        async with asyncio.timeout(PATIENCE):
            while self.watchers.count < watchers:  # noqa: ASYNC110  # the watchers announces nobody
                await asyncio.sleep(0)

    async def bid(self, seat: int, light: int = 0) -> None:
        """Lay a bid."""
        game = await self.changes.games.game(NAME)
        request = referee_pb2.SubmitRequest(
            game=NAME,
            expected_version=game.version,
            command_id=f"{game.version}",
            command=packed(protos.Bid(seat=seat, light=light)),
        )
        await self.changes.submit(seat, request)


@pytest.fixture
async def evening() -> Evening:
    store = CountingStore()
    await keep(store, started())
    return Evening(store)


async def caught_up(watcher: AsyncIterator[pb.WatchGameResponse]) -> list[record.Entry]:
    """Return the entries that a watcher receives until they have caught up."""
    entries: list[record.Entry] = []
    while not (response := await anext(watcher)).HasField("caught_up"):
        entries += response.entries.entries
    return entries


async def next_entries(watcher: AsyncIterator[pb.WatchGameResponse]) -> list[record.Entry]:
    """Return the entries of the next message."""
    return list((await next_of(watcher)).entries.entries)


async def next_of(watcher: AsyncIterator[pb.WatchGameResponse]) -> pb.WatchGameResponse:
    """Return the next message."""
    return await asyncio.wait_for(anext(watcher), PATIENCE)


async def test_many_watchers_follow_once_and_each_sees_what_they_may(evening: Evening) -> None:
    watchers = [evening.watch(caller) for caller in (SEAT_1, PUBLIC) for _ in range(20)]
    for watcher in watchers:
        assert len(await caught_up(watcher)) == 4
    waiting = [asyncio.create_task(next_entries(watcher)) for watcher in watchers]
    await evening.entered(40)
    await evening.bid(1, 3)
    received = await asyncio.gather(*waiting)
    assert evening.store.followers == 1
    (entry,) = await evening.changes.games.entries(NAME, 4, 5)
    game = await evening.changes.games.game(NAME)
    assert received == [[shown(game, entry, SEAT_1, ())]] * 20 + [[shown(game, entry, PUBLIC, ())]] * 20
    assert received[0] != received[-1]
    for watcher in watchers:
        await watcher.aclose()
    assert evening.watchers.count == 0
    assert evening.watchers._by_game == {}  # anyone who comes now is served


async def test_other_calls_have_a_turn_after_every_sixteen_watchers(evening: Evening) -> None:
    game = await evening.changes.games.game(NAME)
    with ExitStack() as seated:
        places = [seated.enter_context(evening.watchers.place(game, PUBLIC))[0] for _ in range(40)]
        await evening.bid(1)
        seen = {0}
        async with asyncio.timeout(PATIENCE):
            while max(seen) < len(places):
                await asyncio.sleep(0)
                seen.add(sum(bool(place._messages) for place in places))
    assert seen == {0, 16, 32, 40}


async def test_who_comes_late_misses_nothing_and_gets_nothing_twice(evening: Evening) -> None:
    first = evening.watch()
    await caught_up(first)
    waiting = asyncio.create_task(next_entries(first))
    await evening.entered(1)
    await evening.bid(1)
    late = evening.watch(after=2)
    assert [entry.version for entry in await caught_up(late)] == [3, 4, 5]
    following = asyncio.create_task(next_entries(late))
    await evening.entered(2)
    assert [entry.version for entry in await waiting] == [5]
    await evening.bid(2)
    received = await following
    while received[-1].version < 7:
        received += await next_entries(late)
    assert [entry.version for entry in received] == [6, 7]


async def test_a_slow_watcher_is_drained_and_resumes(evening: Evening) -> None:
    watcher = evening.watch()
    await caught_up(watcher)
    waiting = asyncio.create_task(next_entries(watcher))
    await evening.entered(1)
    await evening.bid(1)
    assert [entry.version for entry in await waiting] == [5]
    (served,) = evening.watchers._by_game.values()  # the game comes faster than it is taken
    (place,) = served.places
    place.put([Message(6, 6, b"")] * (QUEUE + 1))
    response = await anext(watcher)
    assert response.drained.resume_after_version == 5
    with pytest.raises(StopAsyncIteration):
        await anext(watcher)
    await evening.bid(2)
    resumed = evening.watch(after=response.drained.resume_after_version)
    assert [entry.version for entry in await caught_up(resumed)] == [6, 7]


async def test_a_stop_drains_every_watcher_without_another_sign_of_life(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    watchers = [evening.watch() for _ in range(3)]
    for watcher in watchers:
        await caught_up(watcher)
    last = [asyncio.create_task(next_of(watcher)) for watcher in watchers]
    await evening.entered(3)
    beats: list[GameWatchers] = []

    async def beat(served: GameWatchers) -> None:
        beats.append(served)

    monkeypatch.setattr(GameWatchers, "_beat", beat)
    evening.stopping.begin()
    assert [response.drained.resume_after_version for response in await asyncio.gather(*last)] == [4, 4, 4]
    assert beats == []


async def test_an_error_of_the_record_reaches_every_watcher(evening: Evening) -> None:
    watcher = evening.watch()
    await caught_up(watcher)
    last = asyncio.create_task(next_of(watcher))
    await evening.entered(1)
    (served,) = evening.watchers._by_game.values()  # the task of the game fails
    served._close(KeyError("lost"))  # as its task does
    with pytest.raises(KeyError, match="lost"):
        await last


async def test_a_queue_is_bounded() -> None:
    place = WatcherPlace(PUBLIC)
    place.put([Message(version, version, b"") for version in range(1, QUEUE + 1)])
    first = await place.next()
    assert first is not None
    assert first.first == 1
    place.put([Message(QUEUE + 1, QUEUE + 1, b""), Message(QUEUE + 2, QUEUE + 2, b"")])
    assert await place.next() is None


def test_long_entries_make_several_messages() -> None:
    night = long_night(50)
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in night.entries[5:12]]
    entries[2].command.open.value = bytes(LARGEST_MESSAGE)
    made = list(messages(night.game, entries, PUBLIC, ()))
    assert [(message.first, message.last) for message in made] == [(6, 8), (9, 12)]


async def test_a_watcher_who_leaves_leaves_no_task_behind(evening: Evening) -> None:
    before = asyncio.all_tasks()
    watch = evening.watch()
    await caught_up(watch)
    watching = asyncio.create_task(next_of(watch))
    await evening.entered(1)
    for _ in range(10):
        await asyncio.sleep(0)
    watching.cancel()
    await asyncio.wait({watching})
    await watch.aclose()
    for _ in range(10):
        await asyncio.sleep(0)
    assert asyncio.all_tasks() == before
