"""Games to read: they are folded from their records, kept hot, and checked against what was verified."""

from __future__ import annotations

import asyncio

import pytest

from gunbai_record.chain import digest_of
from lab.patience import PATIENCE
from lab.toy_games import (
    NAME,
    SECRET,
    TITLES,
    Night,
    bid,
    created,
    finished,
    keep,
    started,
    store_with,
)
from referee.errors import RecordDamaged
from referee.records.games import Games
from referee.records.stored_entries import linked, stored
from referee.records.summaries import summary_of
from store.contract import Head, Opening, Stored, VersionNotFound
from store.memory import MemoryStore

FIRST = started()


async def test_a_game_is_folded_once_and_then_hot() -> None:
    games = Games(await store_with(FIRST), TITLES)
    game = await games.game(NAME)
    assert game == FIRST.game
    assert await games.game(NAME) is game


async def test_the_game_least_recently_used_is_dropped() -> None:
    store = MemoryStore()
    for name in ("a", "b", "c"):
        await keep(store, started(game=name))
    games = Games(store, TITLES, hot_games=2)
    a, b = await games.game("a"), await games.game("b")
    assert await games.game("a") is a
    await games.game("c")
    assert await games.game("a") is a
    assert await games.game("b") is not b


async def test_a_hot_game_is_read_as_it_was_verified() -> None:
    """Other entries in the file, although they fit each other, are not served in the place of the verified ones."""
    store = await store_with(started().play(bid(1, 2)))
    games = Games(store, TITLES)
    game = await games.game(NAME)
    other = started(secret=bytes(32)).play(bid(1, 3))
    store._logs[NAME].entries = [stored(entry) for entry in other.entries]
    store._heads[NAME] = Head(NAME, 1, b"")
    for reading in (
        games.entries(NAME),
        games.position(NAME, 2),
        anext(games.history(NAME, 1, 3)),
        anext(games.follow(NAME, 0)),
    ):
        with pytest.raises(RecordDamaged, match="does not lead to the head"):
            await reading
    assert await games.game(NAME) is game


async def test_an_entry_that_is_gone_is_missed_by_a_reader_of_a_hot_game() -> None:
    store = await store_with(finished())
    games = Games(store, TITLES)
    game = await games.game(NAME)
    del store._logs[NAME].entries[-1]
    store._heads[NAME] = Head(NAME, 1, b"")
    with pytest.raises(RecordDamaged, match="does not lead to the head"):
        await games.entries(NAME, game.version - 1)


async def test_the_secret_is_compared_with_its_commitment_on_load() -> None:
    store = MemoryStore()
    for name, secret in ((NAME, bytes(32)), ("sound", SECRET)):
        night = created(game=name)
        opening = Opening(game=name, title="lantern_night", secret=secret)
        await store.create(opening, [stored(entry) for entry in night.entries], [], summary_of(night.game))
    games = Games(store, TITLES)
    with pytest.raises(RecordDamaged, match="secret does not match its commitment") as damaged:
        await games.game(NAME)
    assert (damaged.value.game, damaged.value.version) == (NAME, 1)
    assert (await games.game("sound")).version == 1


async def test_every_version_is_a_position() -> None:
    whole = finished()
    games = Games(await store_with(whole), TITLES)
    assert await games.position(NAME, 0) == whole.game
    assert await games.position(NAME, FIRST.game.version) == FIRST.game
    outline = await games.outline(NAME, 6)
    assert (outline.version, outline.digest) == (6, whole.entries[5].digest)
    assert await games.outline(NAME, 2) == await games.position(NAME, 2) != whole.game
    with pytest.raises(VersionNotFound):
        await games.position(NAME, whole.game.version + 1)


async def test_the_digest_of_the_last_position_is_checked_on_load() -> None:
    """An entry whose events lead to another table than its digest says is damage, though its chain fits."""
    entries = [*FIRST.play(bid(1, 2)).entries]
    entries[-1].position_digest = bytes(32)
    entries[-1].digest = digest_of(entries[-1])
    with pytest.raises(RecordDamaged, match="different table"):
        await Games(await store_with(Night(FIRST.game, tuple(entries))), TITLES).game(NAME)


async def test_the_chain_is_checked_on_load_and_on_every_reading() -> None:
    entries = [*finished().entries]
    entries[5].at_micros += 1
    games = Games(await store_with(Night(FIRST.game, tuple(entries))), TITLES)
    with pytest.raises(RecordDamaged) as damaged:
        await games.game(NAME)
    assert damaged.value.version == 6
    with pytest.raises(RecordDamaged):
        await anext(games.history(NAME, 0, len(entries)))


async def test_bytes_that_are_no_entry_are_damage() -> None:
    store = await store_with(FIRST)
    await store.append(NAME, FIRST.game.version, [Stored(FIRST.game.version + 1, "", b"\xff")])
    with pytest.raises(RecordDamaged, match="not an entry"):
        await Games(store, TITLES).game(NAME)


async def test_no_entries_come_after_the_last_that_are_asked_for() -> None:
    games = Games(await store_with(FIRST), TITLES)
    head = FIRST.game.version
    for after, upto in ((head, None), (head, head), (2, 1), (head + 5, None)):
        assert await games.entries(NAME, after, upto) == []


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
    store = await store_with(FIRST)
    log = Games(store, TITLES).follow(NAME, FIRST.game.version)
    other = started(2, label="another night").play(bid(1, 2)).entries[-1]
    waiting = asyncio.create_task(anext(log))
    await asyncio.sleep(0)
    await store.append(NAME, FIRST.game.version, [stored(other)])
    with pytest.raises(RecordDamaged):
        await asyncio.wait_for(waiting, PATIENCE)
