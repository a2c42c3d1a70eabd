"""Heads: every engine notices a log that ends before the entry that was acknowledged last, and names its game."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from store.contract import GameNotFound, Head, LogBehind, StorageCorrupt, Store
from store.log_heads import check_end, check_kept
from tests.store.engines import Engine
from tests.store.store_values import entries, entry, fork, make, opening, papers, refusal, row_of, summary


async def test_the_head_is_the_version_and_the_digest_of_the_last_entry(store: Store) -> None:
    await make(store, last=3)
    assert await store.head("g") == Head("g", 3, sha256(b"entry 3").digest())
    await store.append("g", 3, entries(4, 5))
    assert await store.head("g") == Head("g", 5, sha256(b"entry 5").digest())
    await fork(store, "f", "g", 2)
    assert await store.head("f") == Head("f", 3, sha256(b"entry 3").digest())
    await store.create(opening("empty", "g", 4), [], [], summary("empty", parent="g", parent_version=4))
    assert await store.head("empty") == Head("empty", 4, b"")
    await make(store, "new", last=0)
    assert await store.head("new") == Head("new", 0, b"")
    with pytest.raises(GameNotFound):
        await store.head("nobody")


def test_nothing_is_known_of_a_log_without_a_head() -> None:
    check_end("file", None, 3)
    check_kept(None)


def uses(store: Store, head: int) -> Iterator[Awaitable[object]]:
    """Yield every way of reading or writing a log at its head."""
    yield store.read("g")
    yield store.read("g", head - 1)
    yield store.read("g", 0, head)
    yield store.head("g")
    yield anext(store.follow("g"))
    yield anext(store.follow("g", head - 1))
    yield store.append("g", head - 1, [entry(head)])
    yield store.append("g", head, [entry(head + 1)])
    yield store.append("g", head - 1, [])


async def test_a_log_that_lost_its_last_entry_is_refused_by_name(store: Store, engine: Engine, tmp_path: Path) -> None:
    await make(store, last=3)
    await make(store, "sound", last=3)
    engine.lose(store, tmp_path, "g")
    for use in uses(store, 3):
        with pytest.raises(LogBehind, match="version 3 was acknowledged, but it ends at version 2") as behind:
            await use
        assert (behind.value.game, behind.value.expected, behind.value.found) == ("g", 3, 2)
        assert behind.value.file == ("memory" if engine.name == "memory" else str(tmp_path / "games.sqlite"))
    assert await store.read("g", 0, 2) == entries(1, 2)
    assert await store.read("sound") == entries(1, 3)
    await store.append("sound", 3, [entry(4)])


async def test_a_log_that_lost_several_entries_is_refused(store: Store, engine: Engine, tmp_path: Path) -> None:
    await make(store, last=4)
    engine.lose(store, tmp_path, "g")
    engine.lose(store, tmp_path, "g")
    for reading in (store.read("g"), store.read("g", 3), store.head("g")):
        with pytest.raises(LogBehind) as behind:
            await reading
        assert (behind.value.expected, behind.value.found) == (4, 2)


async def test_other_bytes_at_the_head_are_refused(store: Store, engine: Engine, tmp_path: Path) -> None:
    await make(store, last=3)
    engine.swap(store, tmp_path, "g", b"another entry 3")
    for reading in (store.read("g"), store.read("g", 2), store.head("g")):
        with pytest.raises(LogBehind, match="a different entry is in its place") as behind:
            await reading
        assert (behind.value.expected, behind.value.found) == (3, 3)


async def test_other_bytes_of_the_only_entry_are_refused(store: Store, engine: Engine, tmp_path: Path) -> None:
    await make(store)
    engine.swap(store, tmp_path, "g", b"another entry 1")
    for reading in (store.read("g"), store.head("g")):
        with pytest.raises(LogBehind, match="a different entry is in its place"):
            await reading


async def test_a_game_that_is_missing_although_it_was_made_is_damage(
    store: Store, engine: Engine, tmp_path: Path
) -> None:
    await make(store)
    await make(store, "sound")
    engine.lose_game(store, tmp_path, "g")
    for reading in (
        store.read("g"),
        store.head("g"),
        store.opening("g"),
        store.find("g", "c"),
        store.refusals("g"),
        store.grant(b"guess", "sound", "g"),
        store.leaves_of("g"),
        store.dropped_refusals("g"),
        store.commands("g"),
        store.papers("g"),
        anext(store.follow("g")),
        make(store),
        fork(store, "branch", "g", 1),
        store.append("g", 1, [entry(2)]),
        store.append("g", 1, []),
        store.add_papers("g", 0, papers("g", 1, 1)),
        store.add_papers("g", 0, []),
        store.replace_apart("g", {1: b"rest"}, summary("g")),
        store.rebuild([summary("g")]),
    ):
        with pytest.raises(LogBehind, match="the game is missing") as behind:
            await reading
        assert (behind.value.game, behind.value.expected, behind.value.found) == ("g", 1, 0)
    with pytest.raises(StorageCorrupt) as corrupt:
        await store.add_refusal(refusal("g"))
    assert corrupt.value.game == "g"
    assert await store.grant(b"guess", "sound", "nobody") is None
    assert sorted(await store.every_game()) == ["g", "sound"]


async def test_the_catalogue_shows_the_head_that_was_acknowledged(store: Store, engine: Engine, tmp_path: Path) -> None:
    await make(store, last=3)
    engine.lose(store, tmp_path, "g")
    assert (await row_of(store, "g")).head == 3


async def test_a_sound_medium_has_no_faults(store: Store) -> None:
    await make(store, last=3)
    assert await store.inspect() == []
