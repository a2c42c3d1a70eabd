"""The SQLite engine as a whole: what it has besides the calls of every store, and what it remembers between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.contract import Cosignature, Grant, Leaf, StorageCorrupt, StorageError
from store.jetstream.copy import Copy, Followed
from store.sqlite import SqliteStore, detach
from tests.store.builders import entries, entry, leaf, make, opening, row_of, summary
from tests.store.damage import open_in, scribble


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


async def test_a_list_finds_a_row_that_was_damaged_since_the_catalogue_was_compared(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        for game in ("g", "branch", "sound"):
            await make(store, game)
        assert (await store.games()).astray == ()
        scribble(file, ("UPDATE catalogue SET title = 'another' WHERE game = 'g'", ()))
        page = await store.games()
        assert (sorted(row.game for row in page.summaries), page.astray) == (["branch", "sound"], ("g",))
        scribble(file, ("UPDATE catalogue SET title = 'another' WHERE game = 'branch'", ()))
        with pytest.raises(StorageCorrupt):
            await store.games()
        assert await store.check_catalogue() == ["branch", "g"]
        assert (await store.games()).astray == ("branch", "g")


async def test_what_a_game_has_is_listed_for_those_who_copy_it(file: Path) -> None:
    host, seat = Grant(b"host", "g", "host"), Grant(b"seat", "g", "seat", 1, 1)
    async with await SqliteStore.open(file) as store:
        assert store.file == str(file)
        await make(store, "g", grants=[host])
        await store.append("g", 1, [entry(2)], grants=[seat])
        row = summary("b", parent="g", parent_version=2)
        await store.create(opening("b", "g", 2), entries(3, 3), [], row, consents=[b"2", b"1"])
        assert sorted(await store.grants_of("g"), key=lambda grant: grant.token_hash) == [host, seat]
        assert await store.grants_of("b") == []
        assert (await store.consents_of("g"), await store.consents_of("b")) == ([b"1", b"2"], [])
        assert await store.summary("b") == await row_of(store, "b")
        scribble(file, ("DELETE FROM catalogue WHERE game = 'b'", ()))
        with pytest.raises(StorageCorrupt, match="damaged at game 'b': its row of the catalogue is missing"):
            await store.summary("b")


async def test_the_copy_of_a_stream_that_is_detached_is_a_database_with_the_name_of_its_log(file: Path) -> None:
    copy = await Copy.open(file, 0)
    await copy.create(opening("g"), entries(1, 2), [], summary("g"), leaves=[leaf("g")])
    await copy.cosign(Cosignature(1, "w", "line"))
    await copy.note(Followed("founding", 7, b"digest"))
    await copy.close()
    with pytest.raises(StorageError, match="the copy of a record in a stream"):
        await SqliteStore.open(file)
    detach(file, "founding")
    assert open_in(file.parent) == []
    async with await SqliteStore.open(file) as store:
        assert await store.read("g") == entries(1, 2)
        log = await store.leaf_log()
        assert (log.name, log.size) == ("founding", 1)
        assert await store.leaves() == [Leaf("g", "created", 1, leaf("g").data, 0)]
        assert await store.cosignatures() == [Cosignature(1, "w", "line")]


async def test_two_logs_of_leaves_have_two_names(tmp_path: Path) -> None:
    names = list[str]()
    for place in ("a", "b", "a"):
        async with await SqliteStore.open(tmp_path / place) as store:
            names.append((await store.leaf_log()).name)
    assert names[0] == names[2] != names[1]
