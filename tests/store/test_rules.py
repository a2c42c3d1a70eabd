"""Rules that were noted: what was said last of each version of a title, as long as nobody alters it."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.disk_damage import scribble
from store.contract import RulesNote, StorageCorrupt, Store
from store.sqlite import SqliteStore

NOTES = [RulesNote("duel", 1, "aa"), RulesNote("duel", 2, "bb"), RulesNote("night", 1, "cc")]


async def test_rules_are_returned_by_title_and_version_as_they_were_noted_last(store: Store) -> None:
    assert await store.rules() == []
    await store.note_rules(NOTES[::-1])
    await store.note_rules([])
    assert await store.rules() == NOTES
    await store.note_rules([RulesNote("duel", 1, "dd")])
    assert await store.rules() == [RulesNote("duel", 1, "dd"), *NOTES[1:]]


async def test_a_note_that_was_altered_is_damage(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    async with await SqliteStore.open(file) as store:
        await store.note_rules(NOTES)
    scribble(file, ("UPDATE rules SET fingerprint = 'dd' WHERE title = 'night'", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt):
            await store.rules()
