"""Heads on the disk: the same as heads in memory, in the memory of a few pages."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.contract import Head
from store.sqlite import SqliteStore, heads_room
from store.sqlite.heads_room import HeadsInMemory, HeadsOnDisk
from tests.store.store_values import entry, make, opening, summary

NAMES = st.sampled_from(["", "a", "b", "é", "z\N{GRINNING FACE}", "~"])
HEADS = st.builds(
    Head, NAMES, st.integers(0, 2**63 - 1), st.binary(max_size=32), st.integers(0, 9), st.booleans(), st.integers(0, 2)
)


@pytest.fixture
def heads() -> Iterator[HeadsOnDisk]:
    heads = HeadsOnDisk()
    yield heads
    heads.close()


@given(st.lists(HEADS), NAMES)
def test_heads_on_the_disk_are_those_in_memory(added: list[Head], after: str) -> None:
    rooms = in_memory, on_disk = HeadsInMemory(), HeadsOnDisk()
    for room in rooms:
        room.update({head.game: head for head in added})
    assert dict(on_disk) == in_memory
    assert dict(on_disk.games()) == in_memory.games()
    assert (len(on_disk), len(on_disk.games())) == (len(in_memory), len(in_memory.games()))
    assert on_disk.get("nobody") is None
    for limit in (1, 9):
        assert on_disk.names(after, limit) == in_memory.names(after, limit)
    on_disk.close()


def test_all_games_are_read_though_not_at_once(heads: HeadsOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads_room, "AT_ONCE", 2)
    names = ["a", "b", "c", "d", "e"]
    heads.update({name: Head(name, 1, b"") for name in reversed(["", *names])})
    assert [*heads] == ["", *names]
    assert [*heads.games()] == names
    del heads["b"]
    assert [*heads.games()] == ["a", "c", "d", "e"]
    assert "" not in heads.games()


async def test_a_store_for_reading_takes_the_same_memory_for_more_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads_room, "AT_ONCE", 100)
    few, many = 500, 2500
    taken = {games: await taken_for(tmp_path / f"{games}.sqlite", games) for games in (few, many)}
    assert taken[many] - taken[few] < 50 * (many - few), "the name of a game alone has more"


async def taken_for(file: Path, games: int) -> int:
    """Return the most memory that it takes to open a store with this many games, and to look over all of them."""
    async with await SqliteStore.open(file) as store:
        for first in range(0, games, 100):
            names = [f"game-{number}" for number in range(first, first + 100)]
            await asyncio.gather(*(store.create(opening(name), [], [], summary(name)) for name in names))
    tracemalloc.start()
    async with await SqliteStore.open(file, reading=True) as store:
        # The zeros at the end of the file of heads were read as one line.
        tracemalloc.reset_peak()
        assert await store.check_catalogue() == []
        found, after = 0, ""
        while page := await store.games_after(after, 100):
            found, after = found + len(page), page[-1]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == games
    return peak


async def test_a_store_for_reading_refuses_what_was_lost(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    async with await SqliteStore.open(file) as store:
        await make(store, last=2)
        before = file.read_bytes()
        await store.append("g", 2, [entry(3)])
        await make(store, "gone")
    file.write_bytes(before)
    async with await SqliteStore.open(file, reading=True) as store:
        assert await store.games_after() == ["g", "gone"]
        assert await store.games_after("g") == ["gone"]
        for game in ("g", "gone"):
            with pytest.raises(Exception, match="was acknowledged, but"):
                await store.head(game)
