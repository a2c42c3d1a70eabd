"""Feeds: a game has some as long as somebody follows it."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from store.contract import StoreClosed, Stored
from store.followers import CHUNK, Feed, Followers
from tests.store.store_values import entries, versions


async def read(_game: str, after: int, upto: int | None) -> list[Stored]:
    """Read a log of three entries."""
    return [entry for entry in entries(1, 3) if after < entry.version <= (upto or 3)]


async def test_nothing_is_kept_for_a_game_that_nobody_follows() -> None:
    followers = Followers()
    followers.publish("g", entries(4, 4))
    assert not followers._feeds
    async with aclosing(followers.follow("g", 0, read)) as log:
        await anext(log)
        assert list(followers._feeds) == ["g"]
    assert not followers._feeds


async def test_the_others_follow_on_when_one_leaves() -> None:
    followers = Followers()
    async with aclosing(followers.follow("g", 2, read)) as staying:
        seen = [await anext(staying)]
        async with aclosing(followers.follow("g", 0, read)) as leaving:
            await anext(leaving)
        followers.publish("g", entries(4, 5))
        seen += [await anext(staying), await anext(staying)]
    assert versions(seen) == [3, 4, 5]


def test_what_was_taken_is_kept_no_longer_and_what_is_not_the_next_is_left() -> None:
    feed = Feed()
    feed.put(entries(3, 5))
    assert feed.take(1) == []
    assert versions(feed.take(3)) == [4, 5]
    assert not feed._entries
    feed.put(entries(6, 6))
    feed.forget()
    assert feed.take(5) == []
    feed.put(entries(1, CHUNK + 1))
    assert versions(feed.take(1)) == [*range(2, CHUNK + 2)]


async def test_whoever_waits_learns_that_the_store_is_closed() -> None:
    feed = Feed()
    waiting = asyncio.ensure_future(feed.wait())
    await asyncio.sleep(0)
    feed.close()
    with pytest.raises(StoreClosed):
        await waiting
