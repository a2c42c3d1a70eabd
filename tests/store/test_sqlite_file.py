"""The file of the SQLite engine: its tables, its migrations, who may open it, and what a backup holds."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlite_utils import Database

from lab.disk_damage import open_in
from lab.patience import PATIENCE
from store.contract import StorageCorrupt, StorageError, StorageLocked, StorageReplaced
from store.jetstream.local_copy import Copy, Followed
from store.sqlite import SqliteStore, prepared, queries
from store.sqlite.backup import copy_database
from store.sqlite.heads_file import OF_BACKUP, heads_of
from store.sqlite.schema import bring_up_to_date, migration_names, migrations
from store.sqlite.sqlite_errors import Damage
from tests.store.store_values import entries, entry, fork, make

# Opens the file, says so, and keeps it until it is ended.
OWNER = """
import asyncio, sys
from store.sqlite import SqliteStore, prepared

async def own():
    async with await SqliteStore.open(sys.argv[1]):
        print("open", flush=True)
        sys.stdin.readline()

asyncio.run(own())
"""


# Opens the file and never closes it.
FORGETFUL = """
import asyncio, sys
from store.sqlite import SqliteStore

kept = asyncio.run(SqliteStore.open(sys.argv[1]))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    """Return what any other reader of the file sees."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


async def test_what_was_written_is_there_when_the_file_is_opened_again(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, last=3)
        await fork(store, "f", "g", 2)
    async with await SqliteStore.open(file) as store:
        assert await store.read("g") == entries(1, 3)
        await store.append("f", 3, [entry(4)])
        assert await store.read("f") == entries(1, 4)


async def test_an_acknowledged_entry_is_what_other_readers_see(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        await store.append("g", 1, [entry(2)])
        assert rows(file, "SELECT max(version) FROM entries") == [(2,)]


async def test_commits_wait_for_the_disk(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_a_fork_costs_one_row_of_each_table(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, last=50)
        before = rows(file, "SELECT count(*) FROM entries")
        await fork(store, "f", "g", 49)
        assert rows(file, "SELECT count(*) FROM entries") == [(int(str(before[0][0])) + 1,)]
        assert rows(file, "SELECT count(*) FROM openings") == [(2,)]


async def test_people_read_the_catalogue_as_a_view(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, last=3)
    assert rows(file, "SELECT game, head, players, created_at FROM games") == [
        ("g", 3, '["Ann",""]', "1970-01-01 00:00:00")
    ]


async def test_all_tables_are_strict_and_made_by_migrations(file: Path) -> None:
    async with await SqliteStore.open(file):
        pass
    strict = rows(file, "SELECT name FROM pragma_table_list WHERE strict ORDER BY name")
    tables = ["apart", "catalogue", "consents", "cosigned", "dropped_refusals", "entries", "followed", "grants"]
    tables += ["leaf_logs", "leaves", "openings", "papers", "record_notes", "refusals", "rules", "secrets", "tallies"]
    assert [name for (name,) in strict] == tables
    with closing(sqlite3.connect(file)) as connection:
        assert migrations.pending(Database(connection)) == []


async def test_games_are_found_by_age_by_parent_and_by_what_belongs_to_them(file: Path) -> None:
    async with await SqliteStore.open(file):
        pass
    columns = "(SELECT group_concat(column.name) FROM pragma_index_info(indexes.name) AS column)"
    indexes = rows(file, f"SELECT name, {columns} FROM sqlite_master AS indexes WHERE type = 'index' AND sql <> ''")
    assert sorted(indexes) == [
        ("catalogue_by_absence", "game"),
        ("catalogue_by_age", "created_at,game"),
        ("catalogue_by_change", "changed_at,game"),
        ("catalogue_by_parent", "parent"),
        ("catalogue_by_play", "played_on,game"),
        ("catalogue_by_title", "title,created_at,game"),
        ("consents_by_game", "game"),
        ("entries_by_command", "game,command_id"),
        ("grants_by_game", "game"),
        ("idx__sqlite_migrations_migration_set_name", "migration_set,name"),
        ("leaves_by_game", "game"),
        ("refusals_by_actor", "game,actor"),
        ("refusals_by_game", "game"),
    ]


@pytest.mark.parametrize("released", migration_names())
async def test_a_file_of_any_earlier_state_is_brought_up_to_date(file: Path, released: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        migrations.apply(Database(connection), stop_before=released)
    async with await SqliteStore.open(file) as store:
        await make(store)
        assert await store.read("g") == entries(1, 1)


async def test_a_file_of_a_later_release_is_left_alone(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        store._db.table("_sqlite_migrations").insert(
            {"migration_set": migrations.name, "name": "move_on", "applied_at": ""}
        )
    with pytest.raises(StorageError, match="later release of gunbai \\(move_on\\)") as later:
        await SqliteStore.open(file)
    assert later.value.file == str(file)


def test_migrations_run_once(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        db = Database(connection)
        bring_up_to_date(db, str(file))
        bring_up_to_date(db, str(file))
        assert len(migrations.applied(db)) == len(migration_names())


@pytest.mark.parametrize("change", ["UPDATE entries SET data = x'00'", "DELETE FROM entries"])
async def test_nobody_changes_an_entry(file: Path, change: str) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        with (
            closing(sqlite3.connect(file)) as connection,
            pytest.raises(sqlite3.IntegrityError, match="entries never change"),
        ):
            connection.execute(change)
        assert await store.read("g") == entries(1, 1)


async def test_nobody_writes_an_entry_with_a_gap_before_it(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
    with (
        closing(sqlite3.connect(file)) as connection,
        pytest.raises(sqlite3.IntegrityError, match="an entry follows the head"),
    ):
        connection.execute("INSERT INTO entries VALUES ('g', 3, '', x'00')")


async def test_the_file_is_for_its_owners_eyes(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    assert set(modes.values()) == {0o600}, modes


async def test_files_that_others_may_read_are_closed_to_them(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
    for path in file.parent.iterdir():
        path.chmod(0o644)
    async with await SqliteStore.open(file) as store:
        assert await store.read("g") == entries(1, 1)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    assert set(modes.values()) == {0o600}, modes


async def test_a_file_with_two_names_is_opened_by_neither(file: Path) -> None:
    """Each name would have a lock and a write-ahead log of its own, and two services would damage the file."""
    async with await SqliteStore.open(file) as store:
        await make(store)
        other = file.with_name("other.sqlite")
        other.hardlink_to(file)
        for name in (other, file.with_name("games.sqlite")):
            with pytest.raises(StorageError, match=r"2 names|in use"):
                await SqliteStore.open(name)
        with pytest.raises(StorageReplaced, match="put the file back"):
            await store.append("g", 1, [entry(2)])
        other.unlink()
        await store.append("g", 1, [entry(2)])


@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_a_file_that_is_gone_takes_no_more_entries(file: Path, suffix: str) -> None:
    """They would be on a disk where nobody finds them."""
    named, moved = file.with_name(f"{file.name}{suffix}"), file.with_name("elsewhere")
    async with await SqliteStore.open(file) as store:
        await make(store)
        named.rename(moved)
        for call in (store.append("g", 1, [entry(2)]), store.head("g")):
            with pytest.raises(StorageReplaced):
                await call
        named.touch()
        with pytest.raises(StorageReplaced):
            await store.append("g", 1, [entry(2)])
        moved.rename(named)
        await store.append("g", 1, [entry(2)])
    async with await SqliteStore.open(file) as store:
        assert await store.read("g") == entries(1, 2)


@contextmanager
def another_process(file: Path) -> Iterator[int]:
    """Yield another process that has the file open; its pid."""
    command = [sys.executable, "-c", OWNER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout
        assert owner.stdout.readline() == "open\n"
        yield owner.pid
        owner.communicate("\n")


async def test_another_process_has_the_file(file: Path) -> None:
    with another_process(file) as pid:
        with pytest.raises(StorageLocked, match=f"in use by process {pid}; stop it first") as locked:
            await SqliteStore.open(file)
        assert (locked.value.file, locked.value.pid) == (str(file), pid)
    async with await SqliteStore.open(file) as store:
        await make(store)


async def test_a_process_opens_a_file_once_by_whatever_name(file: Path) -> None:
    async with await SqliteStore.open(file):
        other = file.with_name("other.sqlite")
        other.symlink_to(file)
        with pytest.raises(StorageLocked, match=f"process {os.getpid()}"):
            await SqliteStore.open(other)


def open_files() -> list[str]:
    """Return the numbers of the files that this process has open."""
    return sorted(path.name for path in Path("/proc/self/fd").iterdir())


async def test_a_refused_opening_leaves_nothing_open(file: Path) -> None:
    async with await SqliteStore.open(file):
        before = open_files()
        with pytest.raises(StorageLocked):
            await SqliteStore.open(file)
        assert open_files() == before


async def test_the_file_of_the_lock_has_the_number_of_its_owner_alone(file: Path) -> None:
    lock = file.with_name(f"{file.name}-lock")
    lock.write_text("123456789012345678\n")
    async with await SqliteStore.open(file):
        assert lock.read_text() == f"{os.getpid()}\n"


async def test_the_owner_of_a_lock_without_a_number_is_unknown(file: Path) -> None:
    async with await SqliteStore.open(file):
        file.with_name(f"{file.name}-lock").write_text("somebody")
        with pytest.raises(StorageLocked) as locked:
            await SqliteStore.open(file)
    assert locked.value.pid == 0


def test_a_process_that_forgets_to_close_its_store_ends(file: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", FORGETFUL, str(file)], check=False, timeout=PATIENCE)
    assert ended.returncode == 0


async def test_the_thread_that_writes_keeps_no_process_alive(file: Path) -> None:
    others = set(threading.enumerate())
    async with await SqliteStore.open(file):
        started = set(threading.enumerate()) - others
        assert [thread.daemon for thread in started if thread.name == "gunbai-store-writer"] == [True]


def test_a_file_that_could_not_be_opened_is_free_again(file: Path) -> None:
    file.write_text("this is not a database, but it is long enough to be taken for one" * 100)
    for _ in range(2):
        with pytest.raises(StorageCorrupt, match="not a database") as corrupt:
            asyncio.run(SqliteStore.open(file))
        assert (corrupt.value.file, corrupt.value.game) == (str(file), "")
    assert file.read_text().startswith("this is not a database")


def test_a_table_that_cannot_be_read_when_the_file_is_opened_is_reported(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(_: object) -> bool:
        raise Damage("database disk image is malformed")

    monkeypatch.setattr(queries, "has_secrets", damaged)
    for _ in range(2):
        with pytest.raises(StorageCorrupt, match="malformed") as corrupt:
            asyncio.run(SqliteStore.open(file))
        assert (corrupt.value.file, corrupt.value.game) == (str(file), "")


async def test_a_path_that_cannot_be_a_file_is_reported(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "games.sqlite"
    with pytest.raises(StorageError, match="No such file or directory") as refused:
        await SqliteStore.open(missing)
    assert refused.value.file == str(missing)
    with pytest.raises(StorageError, match="unable to open database file"):
        await SqliteStore.open(tmp_path)


@pytest.mark.parametrize("name", ["a b", "50%", "what?", "#1", "日本"])
async def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    async with await SqliteStore.open(tmp_path / name) as store:
        await make(store)
        assert await store.read("g") == entries(1, 1)
    assert (tmp_path / name).stat().st_size > 0


async def test_a_copy_made_while_games_go_on_is_a_whole_store(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    async with await SqliteStore.open(file) as store:
        await make(store, last=3)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("VACUUM INTO ?", (str(copy),))
        for name in ("secrets.key", "heads"):
            shutil.copy(f"{file}.{name}", f"{copy}.{name}")
        await store.append("g", 3, [entry(4)])
    async with await SqliteStore.open(copy) as store:
        assert await store.read("g") == entries(1, 3)
        await store.append("g", 3, [entry(4)])


async def test_a_copy_takes_the_place_of_no_file(file: Path, tmp_path: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
    other = tmp_path / "other"
    other.write_bytes(b"not a copy")
    with pytest.raises(StorageError, match="File exists"):
        copy_database(file, other, tmp_path / "heads", lambda _done, _total: None)
    assert other.read_bytes() == b"not a copy"
    assert not (tmp_path / "heads").exists()


async def test_a_copy_is_on_the_disk_when_it_is_done(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
    synced, fsync = list[int](), os.fsync

    def syncing(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", syncing)
    copy_database(file, tmp_path / "copy", tmp_path / "heads", lambda _done, _total: None)
    assert {(tmp_path / name).stat().st_ino for name in ("copy", "heads")} <= {*synced}


async def test_a_copy_is_of_one_state_and_is_not_begun_anew_for_what_is_written_meanwhile(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, last=300)
    monkeypatch.setattr("store.sqlite.backup.PAGES", 8)
    steps = list[tuple[int, int]]()
    with closing(queries.connect(str(file), read_only=False)) as writing:

        def meanwhile(done: int, total: int) -> None:
            steps.append((done, total))
            writing.execute("INSERT INTO entries VALUES ('g', ?, '', x'00')", (300 + len(steps),))

        copy_database(file, tmp_path / "copy", tmp_path / "heads", meanwhile)
    pages = steps[0][1]
    assert rows(tmp_path / "copy", "PRAGMA page_count") == [(pages,)]
    assert steps == [(done, pages) for done in (*range(8, pages, 8), pages)]
    assert len(steps) > 2
    assert rows(tmp_path / "copy", "SELECT max(version) FROM entries") == [(300,)]
    for name in ("copy", "heads"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert (tmp_path / "heads").read_bytes() == OF_BACKUP + heads_of(file).read_bytes()
    assert open_in(tmp_path) == []


async def test_heads_are_copied_in_parts(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await SqliteStore.open(file) as store:
        for number in range(40):
            await make(store, f"game {number}")
        monkeypatch.setattr("store.sqlite.backup.LAST_BYTES", 1 << 10)
        before = heads_of(file).read_bytes()
        copy_database(file, tmp_path / "copy", tmp_path / "heads", lambda _done, _total: None)
        assert (tmp_path / "heads").read_bytes() == OF_BACKUP + before


async def test_heads_that_are_missing_are_missing_in_a_copy_and_damaged_ones_are_not_copied(
    file: Path, tmp_path: Path
) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        await make(store, "h")
    damaged = heads_of(file).read_bytes().replace(b"g 1", b"g 2")
    heads_of(file).unlink()
    copy_database(file, tmp_path / "copy", tmp_path / "heads", lambda _done, _total: None)
    assert (tmp_path / "heads").read_bytes() == OF_BACKUP
    heads_of(file).write_bytes(damaged)
    with pytest.raises(StorageCorrupt, match="line 1 is damaged") as corrupt:
        copy_database(file, tmp_path / "copy 2", tmp_path / "heads 2", lambda _done, _total: None)
    assert corrupt.value.file == str(heads_of(file))
    assert not (tmp_path / "copy 2").exists()


async def test_the_copy_of_a_stream_is_not_backed_up_as_a_database(file: Path, tmp_path: Path) -> None:
    copy = await Copy.open(file, 0)
    await copy.note(Followed("founding", 1, b""))
    await copy.close()
    with pytest.raises(StorageError, match="the copy of a record in a stream: back up the stream") as raised:
        copy_database(file, tmp_path / "copy", tmp_path / "heads", lambda _done, _total: None)
    assert raised.value.file == str(file)


def test_a_database_that_cannot_be_prepared_is_closed(file: Path) -> None:
    file.write_bytes(b"no database" * 1000)
    db = Database(sqlite3.connect(file))
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        prepared(db, str(file))
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        db.execute("SELECT 1")


def without_heads(file: Path) -> Path:
    """Return a database after its file of heads was lost."""
    file.with_name(f"{file.name}.heads").unlink()
    return file


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs the list of open files that Linux has")
async def test_a_store_that_is_closed_or_could_not_be_opened_leaves_no_file_open(tmp_path: Path) -> None:
    sound, headless = tmp_path / "sound.sqlite", tmp_path / "headless.sqlite"
    for file in (sound, headless):
        async with await SqliteStore.open(file) as store:
            await make(store)
            assert open_in(tmp_path)
        assert open_in(tmp_path) == []
    with pytest.raises(StorageError, match="missing"):
        await SqliteStore.open(without_heads(headless))
    assert open_in(tmp_path) == []


def test_what_the_engine_has_ended_by_itself_is_not_ended_again() -> None:
    with closing(queries.connect(":memory:", read_only=False)) as connection:
        with queries.snapshot(connection):
            connection.execute("ROLLBACK")
        with queries.snapshot(connection):
            assert connection.in_transaction
        assert not connection.in_transaction
