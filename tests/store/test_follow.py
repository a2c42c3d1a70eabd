"""Following: the entries there are, then those to come, without gap or double."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from lab.patience import PATIENCE
from store.contract import Store, StoreClosed, Stored
from store.followers import CHUNK
from tests.store.store_values import entries, entry, fork, head_of, make, versions


async def follow(store: Store, game: str, after: int, count: int) -> list[Stored]:
    """Return the next so many entries of a log after a version."""
    seen: list[Stored] = []
    async with aclosing(store.follow(game, after)) as log:
        while len(seen) < count:
            seen.append(await asyncio.wait_for(anext(log), PATIENCE))
    return seen


async def grow(store: Store, game: str, first: int, last: int) -> None:
    for version in range(first, last + 1):
        await store.append(game, version - 1, [entry(version)])


async def test_a_follower_gets_history_and_then_what_is_appended(store: Store) -> None:
    await make(store, last=3)
    follower = asyncio.create_task(follow(store, "g", 1, 5))
    await grow(store, "g", 4, 6)
    assert await follower == entries(2, 6)


async def test_a_follower_may_begin_before_there_is_anything(store: Store) -> None:
    await make(store, last=3)
    follower = asyncio.create_task(follow(store, "g", 3, 1))
    await asyncio.sleep(0.01)
    await store.append("g", 3, [entry(4)])
    assert await follower == entries(4, 4)


async def test_a_follower_may_begin_beyond_the_head(store: Store) -> None:
    await make(store)
    follower = asyncio.create_task(follow(store, "g", 4, 1))
    await asyncio.sleep(0.01)
    await grow(store, "g", 2, 6)
    assert await follower == entries(5, 5)


async def test_a_follower_of_a_fork_gets_the_prefix_and_not_what_the_parent_does_later(store: Store) -> None:
    await make(store, last=2)
    await fork(store, "f", "g", 2, last=2)
    follower = asyncio.create_task(follow(store, "f", 0, 3))
    await store.append("g", 2, [entry(3, "", b"the parent's")])
    await store.append("f", 2, [entry(3)])
    assert await follower == entries(1, 3)


async def test_followers_who_join_at_any_time_all_get_everything(store: Store) -> None:
    await make(store)
    followers = []
    growing = asyncio.create_task(grow(store, "g", 2, 200))
    for _ in range(20):
        followers.append(asyncio.create_task(follow(store, "g", 0, 200)))
        await asyncio.sleep(0.002)
    await growing
    for follower in followers:
        assert versions(await follower) == list(range(1, 201))


async def test_a_slow_follower_misses_nothing_and_stops_nobody(store: Store) -> None:
    await make(store)
    async with aclosing(store.follow("g")) as log:
        assert (await anext(log)).version == 1
        for first in range(2, 4 * CHUNK, 64):
            await store.append("g", first - 1, entries(first, first + 63))
        head = await head_of(store, "g")
        assert versions([await anext(log) for _ in range(head - 1)]) == list(range(2, head + 1))


async def test_an_entry_that_was_refused_is_never_followed(store: Store) -> None:
    await make(store)
    follower = asyncio.create_task(follow(store, "g", 1, 2))
    await asyncio.sleep(0.01)
    tries = (store.append("g", 1, [Stored(2, "", bytes([rival]))]) for rival in range(9))
    await asyncio.gather(*tries, return_exceptions=True)
    await store.append("g", 2, [entry(3)])
    assert await follower == await store.read("g", after=1)


async def test_following_ends_when_the_store_closes(store: Store) -> None:
    await make(store)
    follower = asyncio.create_task(follow(store, "g", 0, 2))
    await asyncio.sleep(0.01)
    await store.close()
    with pytest.raises(StoreClosed):
        await follower
