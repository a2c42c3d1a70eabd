"""Rows beside the logs in the SQLite file: what is missing or altered is refused by the name of its game."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from itertools import product
from pathlib import Path

import pytest

from lab.disk_damage import content, flipped_in, put_back, scribble
from store.contract import ConsentUsed, DuplicateToken, Filter, Grant, LogBehind, Order, StorageCorrupt, Stored
from store.sqlite import SqliteStore
from store.sqlite.catalogue import INDEXES, listing
from tests.store.store_values import entry, fork, make, opening, papers, refusal, summary

HOST, SEAT = Grant(b"host", "g", "host"), Grant(b"seat", "g", "seat", 1)
Use = Callable[[SqliteStore], Awaitable[object]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


async def written(file: Path) -> None:
    """Write a game with something in every table, and one beside it."""
    async with await SqliteStore.open(file) as store:
        await store.create(opening("g"), [entry(1, "a")], [HOST], summary("g"))
        await store.append("g", 1, [entry(2, "b")], grants=[SEAT], summary=summary("g", players=("Ann", "Bob")))
        for data in (b"one", b"two"):
            await store.add_refusal(refusal("g", data=data))
        await store.add_papers("g", 0, papers("g", 1, 2))
        await store.create(
            opening("branch", "g", 2), [entry(3)], [], summary("branch", parent="g", parent_version=2), consents=[b"c"]
        )
        await make(store, "sound", grants=[Grant(b"sound", "sound", "host")])


def a_grant(store: SqliteStore) -> Awaitable[object]:
    return store.grant(b"seat", "g")


def no_grant(store: SqliteStore) -> Awaitable[object]:
    return store.grant(b"guess", "g")


def refused(store: SqliteStore) -> Awaitable[object]:
    return store.refusals("g")


def dropped(store: SqliteStore) -> Awaitable[object]:
    return store.dropped_refusals("g")


def filed(store: SqliteStore) -> Awaitable[object]:
    return store.papers("g")


def consenting(store: SqliteStore) -> Awaitable[object]:
    row = summary("other", parent="g", parent_version=2)
    return store.create(opening("other", "g", 2), [entry(3)], [], row, consents=[b"d"])


@pytest.mark.parametrize(
    ("statement", "use", "problem"),
    [
        ("DELETE FROM grants WHERE token_hash = x'73656174'", a_grant, "found 1 of 2 granted tokens"),
        ("DELETE FROM grants WHERE token_hash = x'73656174'", no_grant, "found 1 of 2 granted tokens"),
        ("UPDATE grants SET seat = 2 WHERE seat = 1", a_grant, "a row of grants differs"),
        ("UPDATE grants SET role = 'host' WHERE seat = 1", no_grant, "a row of grants differs"),
        ("UPDATE tallies SET grants = 1 WHERE game = 'g'", no_grant, "of 9 acknowledged rows next to its log"),
        ("DELETE FROM refusals WHERE data = x'74776f'", refused, "found 1 and dropped 0 of 2 refused moves"),
        ("DELETE FROM refusals WHERE data = x'74776f'", dropped, "found 1 and dropped 0 of 2 refused moves"),
        ("INSERT INTO dropped_refusals VALUES ('g', 3)", dropped, "dropped 3 of"),
        ("UPDATE refusals SET version = 7 WHERE data = x'6f6e65'", refused, "a row of refusals differs"),
        ("UPDATE refusals SET number = 9 WHERE data = x'6f6e65'", refused, "a row of refusals differs"),
        ("UPDATE refusals SET number = 0 WHERE data = x'6f6e65'", refused, "its refused moves is out of order"),
        ("DELETE FROM tallies WHERE game = 'g'", refused, "found 0 of 9 acknowledged rows"),
        ("DELETE FROM papers WHERE number = 2", filed, "found 1 of 2 stored papers"),
        ("UPDATE papers SET data = x'00' WHERE number = 1", filed, "a row of papers differs"),
        ("UPDATE papers SET at = 6 WHERE number = 2", filed, "a row of papers differs"),
        ("UPDATE tallies SET papers = 1 WHERE game = 'g'", filed, "of 9 acknowledged rows next to its log"),
        ("DELETE FROM consents", consenting, "used consents are missing"),
        ("UPDATE consents SET consent = x'64'", consenting, "a row of consents differs"),
    ],
)
async def test_a_row_that_is_missing_or_altered_is_refused_by_name(
    file: Path, statement: str, use: Use, problem: str
) -> None:
    await written(file)
    scribble(file, (statement, ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match=problem) as corrupt:
            await use(store)
        assert corrupt.value.game == "g"
        assert await store.grant(b"sound", "sound") == Grant(b"sound", "sound", "host")
        assert await store.grant(b"guess", "sound") is None
        assert await store.refusals("sound") == []
        assert await store.dropped_refusals("sound") == 0
        assert await store.papers("sound") == []


async def test_what_was_counted_of_a_game_that_is_ahead_of_its_head_is_missed(file: Path) -> None:
    await written(file)
    heads = file.with_name(f"{file.name}.heads").read_bytes()
    async with await SqliteStore.open(file) as store:
        await make(store, "new")
    file.with_name(f"{file.name}.heads").write_bytes(heads)
    scribble(file, ("DELETE FROM tallies WHERE game = 'new'", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="its counters are missing"):
            await store.refusals("new")


async def test_a_count_that_is_missing_stops_what_would_begin_it_anew(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
    scribble(file, ("DELETE FROM tallies", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="rows next to its log are missing"):
            await store.add_refusal(refusal("g"))


async def test_damage_that_a_token_alone_meets_names_no_game(file: Path) -> None:
    await written(file)
    scribble(file, ("UPDATE grants SET seat = 2 WHERE seat = 1", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="a row of grants differs") as corrupt:
            await store.grant(b"seat")
        assert corrupt.value.game == ""


async def test_nothing_is_wrong_with_what_was_written(file: Path) -> None:
    await written(file)
    async with await SqliteStore.open(file) as store:
        assert await store.grant(b"seat") == SEAT
        assert await store.grant(b"guess", "g", "sound", "nobody") is None
        assert [move.data for move in await store.refusals("g")] == [b"one", b"two"]
        assert await store.check_catalogue() == []
        assert (await store.games()).astray == ()
        assert sorted(await store.commands("g")) == ["a", "b"]
        assert await store.commands("branch") == []
        with pytest.raises(ConsentUsed):
            await store.create(opening("x", "g", 2), [entry(3)], [], summary("x"), consents=[b"c"])


async def test_a_grant_that_the_index_by_token_has_lost_is_found_by_its_game(file: Path) -> None:
    await written(file)
    flips = 0
    for _ in flipped_in(file, "sqlite_autoindex_grants_1", b"seat"):
        flips += 1
        async with await SqliteStore.open(file) as store:
            assert await store.grant(b"seat") is None
            assert await store.grant(b"seat", "g") == SEAT
            with pytest.raises(DuplicateToken):
                await store.append("g", 2, [], grants=[SEAT])
    assert flips


async def test_rows_that_went_with_an_older_copy_are_missed(file: Path) -> None:
    """Grants, refused moves and a whole game: the file of heads knows how many rows there were."""
    async with await SqliteStore.open(file) as store:
        await make(store, grants=[HOST])
        await make(store, "sound")
    older = content(file)
    async with await SqliteStore.open(file) as store:
        await store.add_refusal(refusal("g"))
        await store.append("g", 1, [], grants=[SEAT])
        await make(store, "young", grants=[Grant(b"young", "young", "host")])
    put_back(file, older)
    async with await SqliteStore.open(file) as store:
        for use in (refused, dropped, a_grant, no_grant):
            with pytest.raises(StorageCorrupt, match="found 2 of 4 acknowledged rows next to its log"):
                await use(store)
        with pytest.raises(LogBehind, match="the game is missing"):
            await store.grant(b"young", "young")
        # What is written now must not make up the number.
        with pytest.raises(StorageCorrupt, match="rows next to its log are missing"):
            await store.add_refusal(refusal("g"))
        with pytest.raises(StorageCorrupt, match="rows next to its log are missing"):
            await store.append("g", 1, [], grants=[SEAT])
        await store.add_refusal(refusal("sound"))
        page = await store.games()
        assert [row.game for row in page.summaries] == ["sound"]
        assert page.astray == ("g", "young")


async def test_a_refused_move_is_written_after_others_of_its_commit(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        await asyncio.gather(*(store.add_refusal(refusal("g", data=str(number).encode())) for number in range(5)))
        moves = await store.refusals("g")
        assert [move.data for move in moves] == [b"0", b"1", b"2", b"3", b"4"]
        assert [move.number for move in moves] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM catalogue WHERE game = 'g'",
        "UPDATE catalogue SET title = 'another' WHERE game = 'g'",
        "UPDATE catalogue SET game = 'h' WHERE game = 'g'",
        "UPDATE catalogue SET created_at = 77 WHERE game = 'g'",
        "UPDATE catalogue SET public = 0 WHERE game = 'g'",
    ],
)
async def test_a_list_names_the_games_that_it_cannot_show(file: Path, statement: str) -> None:
    await written(file)
    scribble(file, ("PRAGMA foreign_keys = OFF", ()), (statement, ()))
    async with await SqliteStore.open(file) as store:
        for only in (Filter(), Filter(public=True), Filter(title="titan_race"), Filter(player="ann")):
            page = await store.games(only)
            assert sorted(row.game for row in page.summaries) == ["branch", "sound"]
            assert page.astray == ("g",)
        assert await store.check_catalogue() == ["g"]
        await store.rebuild([summary(game) for game in ("g", "branch", "sound")])
        page = await store.games()
        assert (len(page.summaries), page.astray) == (3, ())


ASKED: list[tuple[Filter, Order]] = [
    (Filter(), "newest"),
    (Filter(), "oldest"),
    (Filter(), "changed"),
    (Filter(), "played"),
    (Filter(title="titan_race"), "newest"),
    (Filter(parent="g"), "newest"),
]


async def lists_of(store: SqliteStore) -> list[list[str]]:
    """Return the games of lists that use every index of the catalogue, two on a page; none may be astray."""
    all_lists = []
    for only, order in ASKED:
        names, token = list[str](), ""
        while True:
            page = await store.games(only, token, 2, order=order)
            assert (page.astray, page.private_astray) == ((), ())
            names += [row.game for row in page.summaries]
            if not (token := page.next_page_token):
                break
        all_lists.append(names)
    return all_lists


@pytest.mark.parametrize("at", [0, 6], ids=["the key", "the row"])
@pytest.mark.parametrize(
    "index",
    [
        "catalogue_by_age", "catalogue_by_change", "catalogue_by_play", "catalogue_by_title", "catalogue_by_parent",
        "sqlite_autoindex_catalogue_1", "sqlite_autoindex_openings_1", "sqlite_autoindex_entries_1",
    ],
)  # fmt: skip
async def test_lists_are_whole_whatever_an_index_has_lost(file: Path, index: str, at: int) -> None:
    """A key that is out of order hides others too, and a wrong row shows one game twice and another not at all."""
    await written(file)
    async with await SqliteStore.open(file) as store:
        for game in ("a", "parent", "z"):
            await make(store, game)
        await fork(store, "other", "parent", 1)
        true = await lists_of(store)
    key, flips = b"parent" if index == "catalogue_by_parent" else b"branch", 0
    for _ in flipped_in(file, index, key, at):
        flips += 1
        async with await SqliteStore.open(file) as store:
            assert await lists_of(store) == true
            lost = await store.check_catalogue()
        if "catalogue" in index:
            assert {"other" if index == "catalogue_by_parent" else "branch"} <= {*lost}
    assert flips


async def test_a_row_that_could_not_be_replaced_is_not_shown_beside_the_new_one(file: Path) -> None:
    await written(file)
    for _ in flipped_in(file, "sqlite_autoindex_catalogue_1", b"branch"):
        async with await SqliteStore.open(file) as store:
            await store.append("branch", 3, [entry(4)], summary=summary("branch", players=("Eve",)))
        async with await SqliteStore.open(file) as store:
            page = await store.games()
            assert (sorted(row.game for row in page.summaries), page.astray) == (["g", "sound"], ("branch",))
            await store.rebuild([summary(game) for game in ("g", "sound", "branch")])
            assert await store.check_catalogue() == []
            page = await store.games()
            assert (sorted(row.game for row in page.summaries), page.astray) == (["branch", "g", "sound"], ())


async def test_indexes_of_the_catalogue_are_sound_once_it_is_rebuilt(file: Path) -> None:
    await written(file)
    for _ in flipped_in(file, "catalogue_by_age", b"branch"):
        async with await SqliteStore.open(file) as store:
            assert await store.check_catalogue() == ["branch"]
            await store.rebuild([summary(game) for game in ("g", "sound")] + [summary("branch", created_at=9)])
            assert await store.check_catalogue() == []
            assert [row.game for row in (await store.games()).summaries] == ["branch", "sound", "g"]


async def test_a_command_is_found_at_the_row_that_has_it_or_not_at_all(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await store.create(opening("g"), [entry(1), entry(2, "command"), entry(3, "other")], [], summary("g"))
    flips = 0
    for _ in flipped_in(file, "entries_by_command", b"command", len(b"command")):
        flips += 1
        async with await SqliteStore.open(file) as store:
            with pytest.raises(StorageCorrupt, match="'command' is not where the index says"):
                await store.find("g", "command")
            with pytest.raises(StorageCorrupt, match="'command' is not where the index says"):
                await store.append("g", 3, [entry(4, "command")])
            assert await store.find("g", "other") == entry(3, "other")
    assert flips


@pytest.mark.parametrize("column", ["title = 'another'", "public = 0", "parent = ''", "parent_version = 1"])
async def test_an_opening_that_was_altered_is_refused_by_name(file: Path, column: str) -> None:
    await written(file)
    scribble(file, (f"UPDATE openings SET {column} WHERE game = 'branch'", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="a row of openings differs") as corrupt:
            await store.opening("branch")
        assert corrupt.value.game == "branch"
        assert (await store.opening("g")).title == "titan_race"


async def test_refused_moves_that_an_index_shows_twice_or_in_another_order_are_no_list(file: Path) -> None:
    """One bit of the number of a row: another row that is sound takes the place of the one that is meant."""
    await written(file)
    async with await SqliteStore.open(file) as store:
        await store.add_refusal(refusal("g", data=b"three"))
    flips = 0
    for number in (2, 3):
        for _ in flipped_in(file, "refusals_by_game", b"g" + bytes([number]), 1):
            flips += 1
            async with await SqliteStore.open(file) as store:
                for use in (refused, dropped):
                    with pytest.raises(StorageCorrupt, match="the index of its refused moves is out of order"):
                        await use(store)
    assert flips == 2


async def test_refused_moves_that_a_search_does_not_find_are_no_empty_list(file: Path) -> None:
    """Bits of what a key says of its columns: a search for greater numbers may pass over what is counted."""
    await written(file)
    flips = 0
    for at, bit in product((-3, -2, -1), range(8)):
        for _ in flipped_in(file, "refusals_by_game", b"g" + bytes([2]), at, bit):
            flips += 1
            async with await SqliteStore.open(file) as store:
                with suppress(StorageCorrupt):
                    assert [move.data for move in await store.refusals("g")] == [b"one", b"two"]
    assert flips == 24


async def test_a_grant_that_an_index_shows_twice_is_not_all_grants(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, grants=[HOST])
        for number in (2, 3):
            await store.append("g", 1, [], grants=[Grant(bytes([number]), "g", "seat", number)])
    flips = 0
    for _ in flipped_in(file, "grants_by_game", b"g" + bytes([2]), 1):
        flips += 1
        async with await SqliteStore.open(file) as store:
            with pytest.raises(StorageCorrupt, match="of 3 granted tokens"):
                await store.grant(b"guess", "g")
    assert flips


async def test_a_secret_that_an_index_has_lost_is_no_missing_game(file: Path) -> None:
    await written(file)
    scribble(file, ("DELETE FROM secrets WHERE game = 'g'", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="its secret was altered"):
            await store.opening("g")


async def test_every_index_of_the_catalogue_is_compared_in_its_own_order(file: Path) -> None:
    """Sorting would hide a key that is out of order, and what an index without a comparison has nobody would know."""
    await written(file)
    with closing(sqlite3.connect(file)) as database:
        indexes = database.execute("SELECT name FROM pragma_index_list('catalogue')").fetchall()
        assert {name for (name,) in indexes} == {*INDEXES}
        for name in INDEXES:
            plan = database.execute(f"EXPLAIN QUERY PLAN {listing(name, f'INDEXED BY {name}')}").fetchall()
            ((*_, step),) = plan
            assert step.startswith("SCAN catalogue USING ")
            assert step.endswith(f"INDEX {name}")


async def test_a_private_game_is_missed_but_not_named_in_lists(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await store.create(opening("g", public=False), [entry(1)], [], summary("g", public=False))
    scribble(file, ("DELETE FROM catalogue", ()))
    async with await SqliteStore.open(file) as store:
        assert (await store.games()).astray == ()
        assert await store.check_catalogue() == ["g"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("DROP TRIGGER entries_follow", "its schema differs from what was written: entries_follow"),
        ("DROP INDEX grants_by_game", "its schema differs from what was written: grants_by_game"),
        ("ALTER TABLE refusals RENAME COLUMN actor TO actoR", "its schema differs from what was written: refusals"),
        ("ALTER TABLE _sqlite_migrations RENAME COLUMN applied_at TO applied", "migrations has no column 'applied_at'"),
    ],
)
async def test_other_tables_are_not_opened(file: Path, change: str, problem: str) -> None:
    await written(file)
    with closing(sqlite3.connect(file)) as database:
        database.execute(change)
        database.commit()
    with pytest.raises(StorageCorrupt, match=problem):
        await SqliteStore.open(file)


async def test_a_schema_whose_names_are_no_text_any_more_is_damaged(file: Path) -> None:
    """SQLite names what is malformed, in bytes that are no UTF-8 then."""
    async with await SqliteStore.open(file) as store:
        await make(store)
    sound = content(file)
    # A page that was split still has the bytes of what moved to another one: every copy of a statement is damaged.
    statements = {*re.findall(rb'CREATE [A-Za-z0-9_"\s]+\sON "?(?=\w)', sound)}
    assert len(statements) > 9
    for statement in statements:
        put_back(file, re.sub(re.escape(statement) + rb"\w", statement + b"\xff", sound))
        with pytest.raises(StorageCorrupt):
            await SqliteStore.open(file)


async def test_a_command_that_the_index_has_lost_is_missing_among_the_commands(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await store.create(opening("g"), [Stored(1, "command", b"1")], [], summary("g"))
        await fork(store, "f", "g", 1)
    flips = 0
    for _ in flipped_in(file, "entries_by_command", b"command"):
        flips += 1
        async with await SqliteStore.open(file) as store:
            assert await store.find("g", "command") is None
            assert await store.commands("g") == ["bommand"]
    assert flips


async def test_a_key_that_is_out_of_order_hides_no_command_of_another_game_in_silence(file: Path) -> None:
    """A search halves what is left: of 40 keys it meets the 20th and then the 30th, the first of the game "g"."""
    ids = [f"command {number:02}" for number in range(19)]
    async with await SqliteStore.open(file) as store:
        for game, commands in (("e", ids[:10]), ("f", ids), ("g", ids[:11])):
            log = [entry(version, command) for version, command in enumerate(commands, 1)]
            await store.create(opening(game), log, [], summary(game))
        assert sorted(await store.commands("f")) == ids
    hidden = set[str]()
    for _ in flipped_in(file, "entries_by_command", b"gcommand 00", bit=2):
        async with await SqliteStore.open(file) as store:
            shown = await store.commands("f")
            for version, command in enumerate(ids, 1):
                stored = await store.find("f", command)
                assert stored == (entry(version, command) if command in shown else None)
            hidden.update({*ids} - {*shown})
    assert hidden == {*ids[10:]}


async def test_an_entry_of_another_game_is_not_read_in_the_place_of_one(file: Path) -> None:
    """One bit of the number of a row, in the index by game and version, leads to the row of another game or to none."""
    async with await SqliteStore.open(file) as store:
        await make(store, "g", 8)
        await fork(store, "branch", "g", 2, last=8)
    flips = 0
    for bit in range(4):
        for _ in flipped_in(file, "sqlite_autoindex_entries_1", b"branch\x03", len(b"branch\x03"), bit):
            flips += 1
            async with await SqliteStore.open(file) as store:
                for after, upto in ((0, None), (2, 3), (1, 5)):
                    with pytest.raises(StorageCorrupt) as corrupt:
                        await store.read("branch", after, upto)
                    assert corrupt.value.game == "branch"
                assert len(await store.read("g")) == 8
    assert flips == 4


async def test_entries_of_the_parent_are_not_read_in_the_place_of_a_branchs_own(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, "g", 5)
        await fork(store, "branch", "g", 2, last=5)
    scribble(file, ("UPDATE openings SET parent_version = 3 WHERE game = 'branch'", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="a row of openings differs"):
            await store.read("branch")
        assert len(await store.read("g")) == 5


async def test_a_part_of_a_log_that_ends_too_early_is_missed_whatever_comes_after_it(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, "g", 5)
    scribble(file, ("DELETE FROM entries WHERE version > 2", ()))
    async with await SqliteStore.open(file) as store:
        for after, upto in ((0, 4), (1, 3), (2, 3), (3, 4)):
            with pytest.raises(LogBehind, match="version 5 was acknowledged"):
                await store.read("g", after, upto)
        assert len(await store.read("g", 0, 2)) == 2


async def test_a_consent_that_its_index_has_lost_is_used_all_the_same(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, "g", 2)
        row = summary("branch", parent="g", parent_version=2)
        await store.create(opening("branch", "g", 2), [entry(3)], [], row, consents=[b"consent"])
    flips = 0
    for _ in flipped_in(file, "sqlite_autoindex_consents_1", b"consent"):
        flips += 1
        async with await SqliteStore.open(file) as store:
            with pytest.raises(ConsentUsed):
                await store.create(
                    opening("more", "g", 2), [entry(3)], [], summary("more", parent="g"), consents=[b"consent"]
                )
    assert flips


async def test_a_parent_that_the_index_of_games_has_lost_is_no_game_that_there_is_not(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, "parent", 2)
    flips = 0
    for _ in flipped_in(file, "sqlite_autoindex_openings_1", b"parent"):
        flips += 1
        async with await SqliteStore.open(file) as store:
            with pytest.raises(LogBehind, match="the game is missing"):
                await fork(store, "branch", "parent", 2)
    scribble(file, ("DELETE FROM entries WHERE version = 2", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(LogBehind, match="version 2 was acknowledged, but it ends at version 1"):
            await fork(store, "branch", "parent", 2)
    assert flips


@pytest.mark.parametrize("statement", ["DELETE FROM papers", "UPDATE papers SET number = 9 WHERE number = 2"])
async def test_papers_are_neither_changed_nor_deleted_by_other_programs_with_the_file(
    file: Path, statement: str
) -> None:
    await written(file)
    with closing(sqlite3.connect(file)) as connection, pytest.raises(sqlite3.IntegrityError, match="never change"):
        connection.execute(statement)


async def test_what_is_filed_now_does_not_make_up_for_papers_that_are_missing(file: Path) -> None:
    await written(file)
    older = content(file)
    async with await SqliteStore.open(file) as store:
        await store.add_papers("g", 2, papers("g", 3, 3))
    put_back(file, older)
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="rows next to its log are missing"):
            await store.add_papers("g", 2, papers("g", 3, 3))
