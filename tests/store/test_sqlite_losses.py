"""Losses that an operator accepted: the logs are read and forked, and no other entries take the places of the lost."""

from __future__ import annotations

import asyncio
import tracemalloc
from pathlib import Path

import pytest

from lab.disk_damage import content, open_in, put_back, scribble
from store.contract import LogBehind, StorageError, WentBack
from store.sqlite import SqliteStore
from store.sqlite.heads_file import heads_of, read_heads
from store.sqlite.losses import accept_losses
from tests.store.store_values import entries, entry, fork, make, refusal, summary


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


async def restored(file: Path) -> None:
    """Write games, and put back a copy from before some of them went on."""
    async with await SqliteStore.open(file) as store:
        for game in ("sound", "went on", "over"):
            await make(store, game, last=3)
    older = content(file)
    async with await SqliteStore.open(file) as store:
        await store.append("went on", 3, entries(4, 6))
        await make(store, "young", last=2)
    put_back(file, older)


def accepted(file: Path, *over: str) -> dict[str, tuple[int, int]]:
    """Accept the losses of a database, and return the version that each lost game had, and the one that it has."""
    accept_losses(file, over)
    return {game: (head.lost, head.version) for game, head in read_heads(heads_of(file)).heads.items() if head.lost}


async def test_a_log_that_went_back_is_read_and_forked_and_never_written(file: Path) -> None:
    await restored(file)
    assert accepted(file) == {"went on": (6, 3), "young": (2, 2)}
    for _ in range(2):
        async with await SqliteStore.open(file) as store:
            assert await store.read("went on") == entries(1, 3)
            assert (await store.head("went on")).version == 3
            for write in (
                store.append("went on", 3, [entry(4)]),
                store.append("went on", 3, []),
                store.append("went on", 3, [], summary=summary("went on", status="abandoned")),
            ):
                with pytest.raises(WentBack, match="version 6 was acknowledged: it can no longer be played") as back:
                    await write
                assert (back.value.game, back.value.expected, back.value.found) == ("went on", 6, 3)
            await store.add_refusal(refusal("went on"))
    async with await SqliteStore.open(file) as store:
        await fork(store, "branch", "went on", 3)
        await store.append("branch", 4, [entry(5)])
        await store.append("sound", 3, [entry(4)])
        with pytest.raises(LogBehind, match="the game is missing"):
            await store.read("young")
    assert accepted(file) == {"went on": (6, 3), "young": (2, 2)}


async def test_a_log_that_went_back_further_lost_what_was_acknowledged_at_first(file: Path) -> None:
    await restored(file)
    accept_losses(file, ())
    scribble(file, ("DELETE FROM entries WHERE game = 'went on' AND version = 3", ()))
    assert accepted(file)["went on"] == (6, 2)


async def test_another_entry_in_the_place_of_the_last_is_a_loss_too(file: Path) -> None:
    await restored(file)
    async with await SqliteStore.open(file, heads=file.with_name("others")) as store:
        await store.append("went on", 3, [entry(4), entry(5), entry(6, data=b"another"), entry(7)])
    assert accepted(file)["went on"] == (6, 7)


@pytest.mark.parametrize("heads", [None, b"nothing"])
async def test_without_the_file_of_heads_it_is_refused_and_then_every_open_game_is_marked(
    file: Path, heads: bytes | None
) -> None:
    await restored(file)
    beside = file.with_name("games.sqlite.heads")
    lines = content(beside).splitlines(keepends=True)
    beside.unlink() if heads is None else put_back(beside, b"".join([heads, *lines[3:]]))
    with pytest.raises(StorageError, match="gunbai server doctor --accept-loss"):
        await SqliteStore.open(file)
    assert accepted(file, "over") == {"sound": (3, 3), "went on": (3, 3)}
    async with await SqliteStore.open(file) as store:
        with pytest.raises(WentBack, match="it may have had later versions"):
            await store.append("sound", 3, [entry(4)])
        await store.append("over", 3, [entry(4)])
        await make(store, "new")
    assert sorted(path.name for path in file.parent.iterdir() if path.suffix in {".heads", ".spare", ".new"}) == [
        "games.sqlite.heads"
    ]


async def test_where_nothing_is_lost_nothing_is_marked(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, last=3)
    assert accepted(file) == {}
    assert open_in(file.parent) == []
    async with await SqliteStore.open(file) as store:
        await store.append("g", 3, [entry(4)])


async def test_a_loss_is_accepted_in_the_same_memory_for_any_number_of_games(tmp_path: Path) -> None:
    """The heads, names and marks of all games are on the disk, with and without the file of heads."""
    few, many = 1500, 3000
    peaks = [await peaks_of(tmp_path / f"{games}.sqlite", games) for games in (few, many)]
    for smaller, larger in zip(*peaks, strict=True):
        assert larger - smaller < 300 * (many - few), "a head alone has more"


async def peaks_of(file: Path, games: int) -> list[int]:
    """Return the most memory that it takes to accept a loss of this many games, with the file of heads and without."""
    async with await SqliteStore.open(file) as store:
        for first in range(0, games, 500):  # The room for the heads of one write is read at once.
            await asyncio.gather(*(make(store, f"game-{number:04}") for number in range(first, first + 500)))
    peaks = list[int]()
    for lost in (0, games):
        if lost:
            heads_of(file).unlink()
        tracemalloc.start()
        accept_losses(file, ())
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(accepted(file)) == lost
    return peaks
