"""The SQLite engine as a whole: what it has besides the calls of every store, and what it remembers between them."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from lab.disk_damage import flipped_in, open_in, scribble
from store.contract import ANY_GAME, Cosignature, Grant, Leaf, StorageCorrupt, StorageError, WentBack
from store.jetstream.local_copy import Copy, Followed
from store.position_cache import Positions
from store.sqlite import SqliteStore, catalogue, detach
from store.sqlite.sqlite_errors import Damage
from tests.store.store_values import entries, entry, leaf, make, opening, row_of, summary


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
        with pytest.raises(StorageCorrupt, match="damaged at game 'b': its row in the game list is missing"):
            await store.summary("b")


async def test_the_copy_of_a_stream_that_is_detached_is_a_database_with_the_name_of_its_log(file: Path) -> None:
    copy = await Copy.open(file, 0)
    await copy.create(opening("g"), entries(1, 2), [], summary("g"), leaves=[leaf("g")])
    await copy.cosign(Cosignature(1, "w", "line"))
    await copy.name_log("founding", keep=True)
    await copy.note(Followed("founding", 7, b"digest"))
    await copy.close()
    with pytest.raises(StorageError, match="the copy of a record in a stream"):
        await SqliteStore.open(file)
    detach(file)
    assert open_in(file.parent) == []
    async with await SqliteStore.open(file) as store:
        assert await store.read("g") == entries(1, 2)
        log = await store.leaf_log()
        assert (log.name, log.size) == ("founding", 1)
        assert await store.leaves() == [Leaf("g", "created", 1, leaf("g").data, 0)]
        assert await store.cosignatures() == [Cosignature(1, "w", "line")]


async def test_a_database_whose_record_went_elsewhere_is_opened_only_by_who_knows_it(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, "g")
        await store.end_here("the stream GUNBAI at nats://there")
    with pytest.raises(StorageError, match="its record was moved to the stream GUNBAI at nats://there: serve that"):
        await SqliteStore.open(file)
    async with await SqliteStore.open(file, elsewhere=True) as store:
        assert await store.every_game() == ["g"]
    scribble(file, ("UPDATE record_notes SET value = ''", ()))
    with pytest.raises(StorageCorrupt, match="a row of record_notes differs from what was written"):
        await SqliteStore.open(file)
    assert open_in(file.parent) == []


async def test_the_head_of_a_log_that_lost_entries_says_so(file: Path) -> None:
    async with await Copy.open(file) as copy:
        await make(copy, "g", 2)
        await make(copy, "whole")
        await copy.lose({"g": 7, "nowhere": 1})
        assert [(await copy.head(game)).lost for game in ("g", "whole")] == [7, 0]
        with pytest.raises(WentBack):
            await copy.append("g", 2, [entry(3)])
        await copy.append("whole", 1, [entry(2)])
    async with await SqliteStore.open(file) as again:
        assert (await again.head("g")).lost == 7
        assert sorted(await again.every_game()) == ["g", "whole"]


Ask = Callable[[SqliteStore], Awaitable[object]]


@pytest.mark.parametrize(
    ("ask", "query", "game"),
    [
        (SqliteStore.leaf_log, "queries.leaf_log", ""),
        (SqliteStore.leaves, "queries.leaves", ""),
        (SqliteStore.cosignatures, "queries.cosignatures", ""),
        (SqliteStore.every_game, "queries.every_game", ""),
        (lambda store: store.absences("Ann"), "catalogue.absences", ""),
        (SqliteStore.check_catalogue, "catalogue.astray", ""),
        (SqliteStore.games, "catalogue.games", ""),
        (SqliteStore.inspect, "queries.inspect", ""),
        (lambda store: store.grant(b"t"), "queries.grant", ""),
        (lambda store: store.grant(b"t", "g", "h"), "queries.grant", "g"),
        (lambda store: store.leaves_of("g"), "queries.leaves_of", "g"),
        (lambda store: store.read("g"), "queries.read_to_head", "g"),
        (lambda store: store.head("g"), "queries.newest", "g"),
        (lambda store: store.find("g", "c"), "queries.find", "g"),
        (lambda store: store.commands("g"), "queries.commands", "g"),
        (lambda store: store.opening("g"), "queries.opening", "g"),
        (lambda store: store.refusals("g"), "queries.refusals", "g"),
        (lambda store: store.dropped_refusals("g"), "queries.refusals_dropped", "g"),
        (lambda store: store.papers("g"), "queries.papers", "g"),
        (lambda store: store.grants_of("g"), "queries.every_grant", "g"),
        (lambda store: store.consents_of("g"), "queries.consented", "g"),
        (lambda store: store.summary("g"), "catalogue.of", "g"),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value else "",
)
async def test_what_cannot_be_read_is_damage_of_its_file_and_its_game_if_it_is_of_one(
    file: Path, monkeypatch: pytest.MonkeyPatch, ask: Ask, query: str, game: str
) -> None:
    def damaged(*_: object, **__: object) -> None:
        raise Damage("it is altered")

    async with await SqliteStore.open(file) as store:
        monkeypatch.setattr(f"store.sqlite.{query}", damaged)
        with pytest.raises(StorageCorrupt, match="it is altered") as corrupt:
            await ask(store)
        assert (corrupt.value.file, corrupt.value.game) == (str(file), game)


async def test_the_files_of_a_new_database_are_its_owners_alone_from_the_first_moment(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes = dict[str, int]()

    def looking(path: Path) -> None:
        modes[path.name] = path.stat().st_mode & 0o777

    monkeypatch.setattr("store.sqlite.keep_private", looking)
    async with await SqliteStore.open(file):
        assert modes == {"games.sqlite": 0o600, "games.sqlite-lock": 0o600}


async def test_a_thread_is_named_for_what_it_does(file: Path) -> None:
    others = set(threading.enumerate())
    async with await SqliteStore.open(file) as store:
        await store.games()
        await store.inspect()
        positions = Positions()
        await positions.nearest("g", 0, 1)
        started = {thread.name.partition("_")[0] for thread in set(threading.enumerate()) - others}
        await positions.close()
    names = {"gunbai-store-writer", "gunbai-store-reader", "gunbai-store-inspector", "gunbai-positions"}
    assert names <= started


@pytest.mark.parametrize(("altered", "opened"), [(15, True), (16, False)])
async def test_a_key_is_another_one_if_it_sealed_none_of_the_first_rows(
    file: Path, altered: int, *, opened: bool
) -> None:
    async with await SqliteStore.open(file) as store:
        for number in range(18):
            await make(store, f"{number:02}")
    rows = f"UPDATE openings SET title = 'x' WHERE rowid <= {altered}"
    scribble(file, ("UPDATE leaf_logs SET name = 'x'", ()), (rows, ()))
    if opened:
        await (await SqliteStore.open(file)).close()
    else:
        with pytest.raises(StorageError, match="this key did not seal the rows of the database"):
            await SqliteStore.open(file)


async def test_indexes_are_compared_with_their_tables_by_a_thorough_inspection_alone(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, "branch")
        assert await store.inspect() == await store.inspect(thorough=True) == []
    flips = 0
    for _ in flipped_in(file, "catalogue_by_age", b"branch"):
        flips += 1
        async with await SqliteStore.open(file) as store:
            assert await store.inspect() == []
            (problem, *_) = await store.inspect(thorough=True)
            assert "catalogue_by_age" in problem
    assert flips


async def test_who_reads_cannot_write(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        for asking in (store._readers.wanted, store._readers.apart):
            with pytest.raises(StorageError, match="readonly database"):
                await asking(lambda connection: connection.execute("DELETE FROM secrets"))


async def test_a_page_reads_no_more_rows_than_it_needs(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        for game in "abcd":
            await make(store, game)
        vault, sound = store._vault, catalogue.Astray((), (), (), (), indexed=True)
        for limit, names in ((1, "d"), (3, "dcb"), (9, "dcba")):
            rows = await store._readers.wanted(
                catalogue.games, ANY_GAME, None, limit, "newest", vault=vault, astray=sound
            )
            assert "".join(row.game for row in rows) == names


async def test_two_logs_of_leaves_have_two_names(tmp_path: Path) -> None:
    names = list[str]()
    for place in ("a", "b", "a"):
        async with await SqliteStore.open(tmp_path / place) as store:
            names.append((await store.leaf_log()).name)
    assert names[0] == names[2] != names[1]
