"""The file of heads fails after the commit: what was written is there, and is not acknowledged before its head is."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.disk_damage import failing_disk, failing_sync
from store.contract import StorageError, StorageUnsettled, Stored
from store.sqlite import SqliteStore
from store.sqlite.heads_file import parsed
from tests.store.store_values import entries, entry, make, papers, refusal


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def acknowledged(file: Path, game: str) -> int:
    """Return the version of a game in the file of heads."""
    beside = file.with_name("games.sqlite.heads")
    return parsed(str(beside), beside.read_bytes()).heads[game].version


async def test_a_sync_that_fails_is_made_up_for_by_a_new_file(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        with failing_sync():
            await store.append("g", 1, [entry(2, "a")])
        assert acknowledged(file, "g") == 2
        assert await store.find("g", "a") == entry(2, "a")
        await store.append("g", 2, [entry(3)])
        assert acknowledged(file, "g") == 3


async def test_what_was_written_without_its_head_is_there_and_not_acknowledged(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        await make(store, "other")
        following = store.follow("g", 1)
        with failing_disk():
            with pytest.raises(StorageUnsettled, match="not acknowledged") as unsettled:
                await store.append("g", 1, [entry(2, "a")])
            assert unsettled.value.game == "g"
            assert (await store.head("g")).version == 2
            assert await store.read("g", 1) == [entry(2, "a")] == [await anext(following)]
            with pytest.raises(StorageUnsettled) as unsettled:
                await store.find("g", "a")
            assert unsettled.value.game == "g"
            assert await store.find("g", "b") is await store.find("other", "a") is None
        await following.aclose()


async def test_nothing_more_is_written_before_the_heads_are_stored(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        await make(store, "other")
        with failing_disk():
            with pytest.raises(StorageUnsettled):
                await store.append("g", 1, [entry(2, "a")])
            for write in (
                store.append("g", 2, [entry(3)]), store.append("other", 1, [entry(2)]), store.add_refusal(refusal("g"))
            ):  # fmt: skip
                with pytest.raises(StorageError, match="Input/output error") as failed:
                    await write
                assert type(failed.value) is StorageError
            assert (await store.head("g")).version == 2
            assert (await store.head("other")).version == 1
        await store.append("other", 1, [entry(2)])
        assert (acknowledged(file, "g"), acknowledged(file, "other")) == (2, 2)
        assert await store.find("g", "a") == entry(2, "a")


async def test_papers_are_not_acknowledged_again_before_they_are_stored(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        with failing_disk():
            with pytest.raises(StorageUnsettled):
                await store.add_papers("g", 0, papers("g", 1, 1))
            assert len(await store.papers("g")) == 1
            with pytest.raises(StorageError, match="Input/output error"):
                await store.add_papers("g", 1, [])
        await store.add_papers("g", 1, [])


async def test_a_start_settles_what_was_not(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        with failing_disk(), pytest.raises(StorageUnsettled):
            await store.append("g", 1, [Stored(2, "a", b"entry 2")])
    async with await SqliteStore.open(file) as store:
        assert await store.find("g", "a") == entry(2, "a")
        await store.append("g", 2, [entry(3)])
        assert await store.read("g", 2) == entries(3, 3)
    assert acknowledged(file, "g") == 3
