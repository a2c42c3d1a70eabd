"""The moment at which the service was last there: kept across restarts, and not believed if it was altered."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.contract import Store, StoreClosed
from store.sqlite import SqliteStore


async def test_the_moment_is_the_one_that_was_noted_last(store: Store) -> None:
    assert await store.presence() == 0
    for at in (7, 5):
        await store.note_presence(at)
        assert await store.presence() == at


async def test_the_moment_is_known_after_a_restart(tmp_path: Path) -> None:
    await _noted(tmp_path)
    assert await _known(tmp_path) == 1_700_000_000_000_000


@pytest.mark.parametrize("content", [b"", b"\xff", b"5", b"5 00", b"soon later"])
async def test_a_file_that_was_altered_says_nothing(tmp_path: Path, content: bytes) -> None:
    file = await _noted(tmp_path)
    file.write_bytes(content)
    assert await _known(tmp_path) == 0


async def test_the_seal_of_a_moment_fits_no_other(tmp_path: Path) -> None:
    file = await _noted(tmp_path)
    file.write_text(file.read_text().replace("1", "2", 1))
    assert await _known(tmp_path) == 0


async def _noted(folder: Path) -> Path:
    """Return the file in which a moment was noted."""
    store = await SqliteStore.open(folder / "games.sqlite")
    await store.note_presence(1_700_000_000_000_000)
    await store.close()
    return folder / "games.sqlite.presence"


async def _known(folder: Path) -> int:
    """Return the moment that a store knows once it is opened again."""
    store = await SqliteStore.open(folder / "games.sqlite")
    try:
        return await store.presence()
    finally:
        await store.close()


async def test_a_closed_store_notes_no_moment(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreClosed):
        await store.note_presence(1)
    with pytest.raises(StoreClosed):
        await store.presence()
