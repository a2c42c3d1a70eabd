"""Imported logs: a whole log that came from elsewhere is written as a whole or not at all, and stays marked."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from lab.disk_damage import scribble
from store.contract import (
    DuplicateToken,
    Filter,
    GameExists,
    GameNotFound,
    Grant,
    Head,
    LogBehind,
    Opening,
    StorageCorrupt,
    StorageFull,
    Store,
    Stored,
    Summary,
)
from store.sqlite import SqliteStore
from tests.store.engines import Engine
from tests.store.store_values import SECRET, entries, entry, head_of, make, row_of, summary

FROM = b"from elsewhere"
SPECTATOR = Grant(b"s" * 32, "i", "spectator")


class Interrupted(Exception):
    """What a reader of entries raises in the midst of them."""


def imported(game: str = "i") -> Opening:
    return Opening(game=game, title="titan_race", secret=SECRET, provenance=FROM)


async def adopt(store: Store, log: Iterator[Stored], row: Summary | None = None, *grants: Grant) -> None:
    await store.adopt(imported(), log, grants, row or summary("i", standing="attested"), size=100)


def torn(last: int) -> Iterator[Stored]:
    yield from entries(1, last)
    raise Interrupted


async def test_an_imported_log_is_read_like_any_other(store: Store) -> None:
    await adopt(store, iter(entries(1, 700)), None, SPECTATOR)
    assert await store.read("i") == entries(1, 700)
    assert (await store.head("i")).version == 700
    assert await store.grant(SPECTATOR.token_hash) == SPECTATOR
    assert (await row_of(store, "i")).head == 700


@pytest.mark.parametrize("last", [0, 1, 3])
async def test_the_end_of_an_imported_log_is_acknowledged_like_that_of_any_other(
    store: Store, engine: Engine, tmp_path: Path, last: int
) -> None:
    await adopt(store, iter(entries(1, last)))
    assert store.newest("i") == last
    digest = sha256(b"entry %d" % last).digest() if last else b""
    assert await store.head("i") == Head("i", last, digest)
    if last:
        engine.lose(store, tmp_path, "i")
        with pytest.raises(LogBehind, match=f"version {last} was acknowledged"):
            await store.read("i")


async def test_where_it_came_from_is_kept_beside_it(store: Store) -> None:
    await adopt(store, iter(entries(1, 2)))
    await make(store)
    assert (await store.opening("i")).provenance == FROM
    assert (await store.opening("g")).provenance == b""
    assert "elsewhere" not in repr(imported())


async def test_an_imported_log_that_cannot_be_read_to_its_end_leaves_nothing(store: Store) -> None:
    with pytest.raises(Interrupted):
        await adopt(store, torn(300), None, SPECTATOR)
    with pytest.raises(GameNotFound):
        await store.read("i")
    assert await store.every_game() == []
    assert await store.grant(SPECTATOR.token_hash, "i") is None
    assert (await store.games()).summaries == ()
    await adopt(store, iter(entries(1, 300)), None, SPECTATOR)
    assert await head_of(store, "i") == 300


@pytest.mark.parametrize("log", [[entry(2)], [entry(1), entry(3)], [entry(1), entry(1)], [entry(1, "c")]])
async def test_its_entries_follow_each_other_and_answer_no_command(store: Store, log: list[Stored]) -> None:
    with pytest.raises(ValueError, match="game 'i'"):
        await adopt(store, iter(log))
    assert await store.every_game() == []


async def test_a_log_is_imported_once(store: Store) -> None:
    await adopt(store, iter(entries(1, 3)))
    with pytest.raises(GameExists):
        await adopt(store, iter(entries(1, 4)))
    assert await head_of(store, "i") == 3


async def test_a_token_in_use_grants_nothing_in_an_imported_game(store: Store) -> None:
    await make(store, grants=[Grant(SPECTATOR.token_hash, "g", "host")])
    with pytest.raises(DuplicateToken):
        await adopt(store, iter(entries(1, 3)), None, SPECTATOR)
    assert await store.every_game() == ["g"]


async def test_an_opening_of_its_own_is_not_imported(store: Store) -> None:
    with pytest.raises(ValueError, match="provenance"):
        await store.adopt(Opening(game="i", title="t", secret=SECRET), iter(()), [], summary("i"), size=0)


async def test_lists_tell_imported_games_apart(store: Store) -> None:
    await make(store)
    await adopt(store, iter(entries(1, 1)))
    for standing, game in (("refereed", "g"), ("attested", "i")):
        page = await store.games(Filter(standing=standing))  # type: ignore[arg-type]  # both are standings
        assert [row.game for row in page.summaries] == [game]


@pytest.mark.parametrize(("standing", "counted"), [("attested", 1), ("consistent", 0), ("unverified", 0)])
async def test_what_nobody_vouches_for_counts_for_nobody(store: Store, standing: str, counted: int) -> None:
    row = summary("i", standing=standing, absent=(1,))  # type: ignore[arg-type]  # all are standings
    await adopt(store, iter(entries(1, 1)), row)
    assert await store.absences("Ann") == counted


async def test_other_writes_of_the_same_moment_hold_if_an_import_breaks_off(store: Store) -> None:
    await make(store)
    with pytest.raises(Interrupted):
        await adopt(store, torn(5))
    await store.append("g", 1, [entry(2)])
    assert await head_of(store, "g") == 2


async def test_the_mark_of_an_imported_log_is_not_altered_unnoticed(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        await adopt(store, iter(entries(1, 1)))
        scribble(tmp_path / "games.sqlite", ("UPDATE openings SET provenance = ?", (b"from here",)))
        with pytest.raises(StorageCorrupt, match="openings"):
            await store.opening("i")


async def test_an_import_for_which_there_is_no_room_writes_nothing(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "games.sqlite", quota_bytes=4 * 1024 * 1024) as store:
        with pytest.raises(StorageFull):
            await store.adopt(imported(), iter(entries(1, 3)), [], summary("i"), size=8 * 1024 * 1024)
        await make(store)
        assert await store.every_game() == ["g"]


async def test_the_entries_of_an_import_are_not_held_together(tmp_path: Path) -> None:
    """20 MB of entries go through less than a tenth of that."""
    log = (entry(version, data=bytes(10_000)) for version in range(1, 2001))
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        tracemalloc.start()
        await adopt(store, log)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (await store.head("i")).version == 2000
    assert most < 2_000_000
