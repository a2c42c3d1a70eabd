"""The writer of the SQLite engine: groups, and what happens when the medium fails."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import pytest
import pytest_asyncio

from lab.disk_damage import scribble
from store.contract import Conflict, StorageCorrupt, StorageError, StorageFull, StorageLocked, Stored
from store.sqlite import SqliteStore, free_space, queries
from store.sqlite.free_space import FLOOR, LOOK_SECONDS, PLENTY, FreeSpace
from store.sqlite.sqlite_errors import storage_error, system_error
from store.sqlite.writer import (
    LARGEST_GROUP,
    LARGEST_LOG,
    MOST_AT_ONCE,
    READERS_MS,
    Answer,
    Writer,
    in_pieces,
    over,
)
from store.sqlite.writes import ENTRY, REPLACED, STATEMENTS, Write
from tests.store.store_values import entries, entry, head_of, leaf, make, refusal, summary, versions


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest_asyncio.fixture
async def store(file: Path) -> AsyncIterator[SqliteStore]:
    async with await SqliteStore.open(file) as store:
        yield store


async def test_what_gathers_is_committed_together(store: SqliteStore) -> None:
    names = [f"game {number}" for number in range(200)]
    await asyncio.gather(*(make(store, name) for name in names))
    statements: list[str] = []
    store._db.conn.set_trace_callback(statements.append)
    await asyncio.gather(*(store.append(name, 1, [entry(2)], summary=summary(name)) for name in names))
    assert 1 <= statements.count("COMMIT") <= 20
    assert [await head_of(store, name) for name in names] == [2] * 200


async def test_entries_alone_are_committed_by_one_statement(store: SqliteStore) -> None:
    """Of several, each would wait for a busy event loop to return the interpreter."""
    names = [f"game {number}" for number in range(50)]
    await asyncio.gather(*(make(store, name) for name in names))
    statements: list[str] = []
    store._db.conn.set_trace_callback(statements.append)
    await asyncio.gather(*(store.append(name, 1, [entry(2)]) for name in names))
    executed = {*statements}  # what sets off a trigger is reported again for each row
    assert 1 <= len(executed) <= 5
    assert all(statement.startswith("INSERT INTO entries") for statement in executed)
    assert [await head_of(store, name) for name in names] == [2] * 50


async def test_an_entry_at_fault_among_entries_alone_fails_alone(store: SqliteStore) -> None:
    for name in ("g", "h"):
        await make(store, name)
    outcomes = await asyncio.gather(
        store.append("g", 1, [entry(2, "once")]),
        store.append("g", 1, [entry(2, "twice")]),
        store.append("h", 1, [entry(2)]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert [stored.command_id for stored in await store.read("g", 1)] == ["once"]
    assert await head_of(store, "h") == 2


def test_what_waits_in_the_queue_is_one_group_up_to_a_largest_size() -> None:
    writer = Writer.__new__(Writer)
    writer._queue = SimpleQueue()
    waiting = cast("list[tuple[Write, Answer]]", [(number, None) for number in range(LARGEST_GROUP // 2)])
    for _ in range(3):
        writer._queue.put(waiting)
    writer._queue.put(None)
    assert writer._gather() == 2 * waiting
    assert writer._gather() == waiting
    assert writer._gather() == []


async def test_what_several_calls_of_one_commit_write_of_a_game_is_acknowledged_together(store: SqliteStore) -> None:
    await make(store)
    await asyncio.gather(store.append("g", 1, [entry(2)]), store.add_refusal(refusal("g")))
    assert store.newest("g") == 2
    await asyncio.gather(
        store.add_refusal(refusal("g")), store.append("g", 2, [entry(3)]), store.add_papers("g", 0, [])
    )
    head = store._heads.get("g")
    assert head is not None
    assert (head.version, head.rows) == (3, 3), "two refused moves and a row of the catalogue are beside it"


async def test_a_commit_acknowledges_what_it_concerns_and_nothing_else(store: SqliteStore) -> None:
    for game in "gh":
        await make(store, game)
    for leaves, lines in (((), 2), ((leaf("g"),), 3), ((), 2)):
        before, version = store._heads._next, store.newest("g")
        await asyncio.gather(
            store.append("g", version, [entry(version + 1)], leaves=leaves),
            store.append("h", version, [entry(version + 1)]),
        )
        assert store._heads._next - before == lines, (
            "a line for each game, and one for the leaves if there are new ones"
        )
    assert (await store.leaf_log()).size == 1


class Watched:
    """A connection whose write-ahead log cannot be emptied for a while."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.failing = True
        self.statements: list[str] = []

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement.startswith("PRAGMA"):
            self.statements.append(statement.removeprefix("PRAGMA "))
        if self.failing and "wal_checkpoint" in statement:
            raise sqlite3.OperationalError("database table is locked")
        return self._connection.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


async def test_what_was_replaced_is_taken_from_the_log_with_a_later_commit_if_it_cannot_be_now(
    store: SqliteStore,
) -> None:
    await make(store)
    real = store._db.conn
    watched = Watched(real)
    store._db.conn = cast(sqlite3.Connection, watched)
    emptied, usual = "wal_checkpoint(TRUNCATE)", f"busy_timeout = {queries.WAIT_SECONDS * 1000}"
    await store.replace_apart("g", {1: b"rest"}, summary("g"))
    assert watched.statements == [f"busy_timeout = {READERS_MS}", emptied, usual], "readers are waited for a moment"
    for failing in (True, False):
        watched.statements.clear()
        watched.failing = failing
        await store.add_refusal(refusal("g"))
        assert watched.statements == ["busy_timeout = 0", emptied, usual], "nobody waits for readers any more"
    watched.statements.clear()
    await store.add_refusal(refusal("g"))
    assert watched.statements == []
    store._db.conn = real


def test_no_statement_takes_more_values_than_sqlite_does() -> None:
    widest = max(statement.count("?") for statement in STATEMENTS)
    assert widest * MOST_AT_ONCE <= 32_766, "SQLITE_MAX_VARIABLE_NUMBER"
    assert over(ENTRY, 2) == f"{ENTRY}, (?, ?, ?, ?)"
    assert over(REPLACED, 1) == REPLACED


@pytest.mark.parametrize(
    ("statement", "rows", "sizes"),
    [
        (ENTRY, 0, []),
        (ENTRY, 1, [1]),
        (ENTRY, 7, [4, 2, 1]),
        (ENTRY, 256, [256]),
        (ENTRY, 600, [256, 256, 64, 16, 8]),
        (REPLACED, 3, [1, 1, 1]),
    ],
)
def test_rows_are_written_in_pieces_of_few_sizes(statement: str, rows: int, sizes: list[int]) -> None:
    every = [(number,) for number in range(rows)]
    pieces = [*in_pieces(statement, every)]
    assert [len(piece) for piece in pieces] == sizes
    assert [row for piece in pieces for row in piece] == every


async def fill(store: SqliteStore) -> None:
    """Append large entries to a new game until it cannot."""
    for version in range(1, 1000):
        await store.append("g", version, [Stored(version + 1, "", b"x" * 3000)])


async def test_a_full_disk_refuses_and_the_store_goes_on(store: SqliteStore, file: Path) -> None:
    await make(store)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages + 10}")
    with pytest.raises(StorageFull) as full:
        await fill(store)
    assert full.value.file == str(file)
    version = await head_of(store, "g")
    assert versions(await store.read("g")) == list(range(1, version + 1))
    with pytest.raises(StorageFull):
        await store.add_refusal(refusal("g", data=b"x" * 30000))
    store._db.execute("PRAGMA max_page_count = 100000")
    await store.append("g", version, [entry(version + 1)])
    assert await head_of(store, "g") == version + 1


async def test_a_quota_turns_new_games_away_first_and_entries_before_it_is_exceeded(file: Path) -> None:
    quota = 20 * 1024 * 1024
    async with await SqliteStore.open(file, quota) as store:
        await make(store)
        version, turned_away = 1, 0
        while not (full := await why_full(store.append("g", version, [Stored(version + 1, "", bytes(200_000))]))):
            version += 1
            turned_away += bool(await why_full(make(store, f"game {version}")))
        assert full.startswith("the disk has no room for entries")
        assert 0 < turned_away < version
        assert await why_full(make(store, "last"))
        with pytest.raises(StorageFull, match="no room"):
            await store.add_refusal(refusal("g"))
        assert versions(await store.read("g")) == list(range(1, version + 1))
    assert file.stat().st_size < quota + 1024 * 1024  # noqa: ASYNC240  # the file of a test
    async with await SqliteStore.open(file, 2 * quota) as store:
        await store.append("g", version, [entry(version + 1)])
        await make(store, "now")


def test_what_is_left_free_and_kept_for_entries_does_not_grow_with_the_disk(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """64 MiB and 256 MiB of a disk of 1 TiB, of which 1 GiB is free."""
    file.touch()
    sizes = (4096, 4096, 2**28, 2**18, 2**18, 0, 0, 0, 0, 255)
    monkeypatch.setattr(os, "statvfs", lambda _: os.statvfs_result(sizes))
    space = FreeSpace(str(file))
    assert space.left() == 1_073_741_824 - 67_108_864
    assert space.refusal(268_435_457, reserved=True) is None
    assert space.refusal(268_435_456, reserved=True) is not None
    assert space.refusal(268_435_456, reserved=False) is None


def test_a_20th_of_a_small_disk_is_left_free_and_a_tenth_is_kept_for_entries(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk of 1 GiB, of which 512 MiB are free."""
    file.touch()
    monkeypatch.setattr(os, "statvfs", lambda _: os.statvfs_result((4096, 4096, 2**18, 2**17, 2**17, 0, 0, 0, 0, 255)))
    space = FreeSpace(str(file))
    assert space.left() == 536_870_912 - 53_687_091
    assert space.refusal(107_374_183, reserved=True) is None
    assert space.refusal(107_374_182, reserved=True) is not None


def test_the_disk_is_looked_at_each_time_unless_it_had_plenty_of_room_a_moment_ago(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.touch()
    looks, free, at = list[str](), PLENTY + FLOOR, 100.0

    def looked(name: str) -> os.statvfs_result:
        looks.append(name)
        return os.statvfs_result((1, 1, 2**40, free, free, 0, 0, 0, 0, 255))

    monkeypatch.setattr(os, "statvfs", looked)
    monkeypatch.setattr(free_space, "monotonic", lambda: at)
    space = FreeSpace(str(file))
    looks.clear()
    assert [space.left() for _ in range(3)] == [PLENTY] * 3
    assert len(looks) == 1
    at, free = at + LOOK_SECONDS, free - 1
    assert [space.left() for _ in range(3)] == [PLENTY - 1] * 3
    assert len(looks) == 4


async def why_full(write: Awaitable[None]) -> str:
    """Return why there is no room for a write; "" if there is."""
    try:
        await write
    except StorageFull as full:
        return full.reason
    return ""


async def test_who_has_room_is_served_beside_who_has_none(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        space = store._writer._space
        space.left = lambda: 1  # type: ignore[method-assign]  # a disk that is almost full
        outcomes = await asyncio.gather(
            store.append("g", 1, [entry(2)]),
            make(store, "h"),
            store.append("g", 9, [entry(10)]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), StorageFull, Conflict]
        assert await head_of(store, "g") == 2


# On a disk of its own: writes until it is full, reads, makes room, and writes on.
ON_A_SMALL_DISK = """
import asyncio, os, sys
from store.contract import Opening, StorageFull, Stored, Summary
from store.sqlite import SqliteStore

folder = sys.argv[1]

async def fill():
    with open(folder + "/ballast", "wb") as ballast:
        ballast.write(bytes(1 << 20))
    async with await SqliteStore.open(folder + "/games.sqlite") as store:
        row = Summary(game="g", title="t", status="s", seats=1, created_at=0, changed_at=0)
        await store.create(Opening(game="g", title="t", secret=bytes(32)), [], [], row)
        acknowledged = 0
        try:
            while True:
                await store.append("g", acknowledged, [Stored(acknowledged + 1, "", bytes(9000))])
                acknowledged += 1
        except StorageFull:
            assert len(await store.read("g")) == acknowledged > 10
        os.remove(folder + "/ballast")
        await store.append("g", acknowledged, [Stored(acknowledged + 1, "", b"room")])
    async with await SqliteStore.open(folder + "/games.sqlite") as store:
        assert len(await store.read("g")) == acknowledged + 1
    print("went on")

asyncio.run(fill())
"""


def test_a_disk_that_is_really_full_refuses_and_the_store_goes_on(tmp_path: Path) -> None:
    own_mounts = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
    mount = f"mount -t tmpfs -o size=4m tmpfs {tmp_path}"
    if not shutil.which("unshare") or subprocess.run([*own_mounts, mount], capture_output=True, check=False).returncode:
        pytest.skip("this system does not let a user mount a small disk")
    script = f'{mount} && exec {sys.executable} -c "$0" {tmp_path}'
    done = subprocess.run([*own_mounts, script, ON_A_SMALL_DISK], capture_output=True, text=True, check=False)
    assert done.stdout == "went on\n", done.stderr


async def test_a_file_that_another_writer_keeps_busy_is_reported(store: SqliteStore, file: Path) -> None:
    await make(store)
    store._db.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageLocked, match="in use by another process"):
            await store.append("g", 1, [entry(2)])
    await store.append("g", 1, [entry(2)])


async def test_what_no_table_takes_fails_its_caller_alone(store: SqliteStore) -> None:
    await make(store)
    await make(store, "h")
    odd: bytes = "text"  # type: ignore[assignment]  # what no table takes
    outcomes = await asyncio.gather(
        store.append("g", 1, [Stored(2, "", odd)]),
        store.append("g", 1, [Stored(2, "\ud800", b"")]),
        store.append("h", 1, [entry(2)]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [StorageError, UnicodeEncodeError, type(None)]
    assert (await head_of(store, "g"), await head_of(store, "h")) == (1, 2)


async def test_a_damaged_page_is_reported_with_its_game_and_others_go_on(file: Path) -> None:
    names = [f"game {number}" for number in range(40)]
    async with await SqliteStore.open(file) as store:
        for name in names:
            await make(store, name, last=20)
    damage(file)
    async with await SqliteStore.open(file) as store:
        outcomes = [await asyncio.gather(store.read(name), return_exceptions=True) for name in names]
        damaged = [name for name, (log,) in zip(names, outcomes, strict=True) if isinstance(log, BaseException)]
        assert 0 < len(damaged) < len(names)
        for name in damaged:
            with pytest.raises(StorageCorrupt, match="damaged at game") as corrupt:
                await store.read(name)
            assert (corrupt.value.file, corrupt.value.game) == (str(file), name)
        sound = next(name for name in reversed(names) if name not in damaged)
        await store.append(sound, 20, [entry(21)])
        assert await store.read(sound) == entries(1, 21)


def damage(file: Path) -> None:
    """Overwrite one leaf of the entries' table, as a failing disk may."""
    with closing(sqlite3.connect(file)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        leaves = "SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY pageno"
        page = connection.execute(leaves).fetchall()[3][0]
    with file.open("r+b") as disk:
        disk.seek((page - 1) * size)
        disk.write(b"\x5a" * size)


async def test_a_log_with_a_hole_is_reported(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, last=5)
    scribble(file, ("DELETE FROM entries WHERE version = 3", ()))
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match="entries are missing between versions 0 and 5") as corrupt:
            await store.read("g")
        assert corrupt.value.game == "g"
        assert await store.read("g", after=3) == entries(4, 5)


@pytest.mark.parametrize(
    ("change", "read", "says", "game"),
    [
        ("UPDATE openings SET title = CAST(x'ff' AS TEXT)", SqliteStore.opening, "text that is not UTF-8", "g"),
        ("UPDATE openings SET public = 7", SqliteStore.opening, "a row of openings differs", "g"),
    ],
    ids=["a text", "a row"],
)
async def test_what_cannot_be_read_back_is_reported_with_file_and_game(
    file: Path, change: str, read: Callable[[SqliteStore, str], Awaitable[object]], says: str, game: str
) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change)
    async with await SqliteStore.open(file) as store:
        with pytest.raises(StorageCorrupt, match=says) as corrupt:
            await read(store, game)
        assert (corrupt.value.file, corrupt.value.game) == (str(file), game)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_ERROR, StorageCorrupt),
        (sqlite3.SQLITE_ERROR_MISSING_COLLSEQ, StorageCorrupt),
        (sqlite3.SQLITE_MISMATCH, StorageCorrupt),
        (sqlite3.SQLITE_TOOBIG, StorageCorrupt),
        (sqlite3.SQLITE_FORMAT, StorageCorrupt),
        (sqlite3.SQLITE_IOERR_SHORT_READ, StorageCorrupt),
        (sqlite3.SQLITE_IOERR_CORRUPTFS, StorageCorrupt),
        (sqlite3.SQLITE_CORRUPT_INDEX, StorageCorrupt),
        (sqlite3.SQLITE_NOTADB, StorageCorrupt),
        (sqlite3.SQLITE_IOERR_READ, StorageError),
        (sqlite3.SQLITE_READONLY, StorageError),
        (sqlite3.SQLITE_FULL, StorageFull),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StorageLocked),
    ],
)
def test_an_error_of_sqlite_is_one_of_the_contract(code: int, kind: type[StorageError]) -> None:
    error = sqlite3.DatabaseError("why")
    error.sqlite_errorcode = code
    translated = storage_error(error, "games.sqlite", "g")
    assert type(translated) is kind
    assert translated.file == "games.sqlite"
    assert getattr(translated, "game", "g") == "g"


@pytest.mark.parametrize(
    ("error", "says"), [(OSError(errno.EIO, "Input/output error"), "Input/output error"), (OSError("why"), "why")]
)
def test_an_error_of_the_system_is_reported_as_it_is(error: OSError, says: str) -> None:
    assert str(system_error(error, "games.sqlite")).endswith(says)


def test_an_error_that_has_no_code_is_no_damage() -> None:
    unexplained = storage_error(sqlite3.ProgrammingError("Cannot operate on a closed database."), "games.sqlite", "g")
    assert type(unexplained) is StorageError
    assert str(unexplained).startswith("games.sqlite")


async def test_the_log_that_grew_while_a_reader_held_a_transaction_is_cut_when_it_ends(file: Path) -> None:
    log = file.with_name(f"{file.name}-wal")
    async with await SqliteStore.open(file) as store:
        await make(store, "g")
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM entries").fetchone()
            for version in range(2, 42):
                await store.append("g", version - 1, [entry(version, data=bytes(1024 * 1024))])
            assert log.stat().st_size > 2 * LARGEST_LOG
        for version in range(42, 44):
            await store.append("g", version - 1, [entry(version)])
        assert log.stat().st_size <= LARGEST_LOG
    async with await SqliteStore.open(file) as again:
        assert (await again.head("g")).version == 43
