"""The tables of a database are those of the release, word for word: a file is compared with them when it is opened."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from store.contract import StorageCorrupt
from store.sqlite.schema import bring_up_to_date, found_in, migration_names, migrations, schema

WRITTEN = Path(__file__).with_name("tables.sql")
STATEMENTS = "SELECT sql FROM sqlite_master WHERE sql <> '' AND name NOT LIKE '%sqlite_migrations%' ORDER BY name"
APPLIED = [
    "create_openings",
    "create_entries",
    "create_apart",
    "create_heads",
    "forbid_gaps_and_changes",
    "create_tallies",
    "create_grants",
    "create_consents",
    "create_refusals",
    "create_catalogue",
    "create_papers",
    "create_leaves",
    "create_followed",
    "create_games",
    "create_rules",
    "create_record_notes",
    "add_keys_of_seats",
]


def test_the_tables_are_those_that_files_of_the_release_have_word_for_word() -> None:
    with closing(Database(memory=True)) as db:
        bring_up_to_date(db, "file")
        found, statements = found_in(db), db.execute(STATEMENTS).fetchall()
    assert "".join(f"{sql};\n" for (sql,) in statements) == WRITTEN.read_text("utf-8")
    schema.cache_clear()
    assert schema() == found


def test_what_was_applied_to_a_file_of_the_release_is_known_by_its_name() -> None:
    assert migrations.name == "gunbai.store"
    assert [*migration_names()[: len(APPLIED)]] == APPLIED


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("encoding = 'UTF-16le'", "its encoding is 'UTF-16le' instead of 'UTF-8'"),
        ("auto_vacuum = FULL", "its auto_vacuum is 1 instead of 0"),
    ],
)
def test_a_file_with_another_setting_is_damaged(tmp_path: Path, setting: str, problem: str) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute(f"PRAGMA {setting}")
        with pytest.raises(StorageCorrupt, match=f"file: damaged: {problem}; restore the newest backup") as damaged:
            bring_up_to_date(Database(connection), "file")
    assert (damaged.value.file, damaged.value.game) == ("file", "")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("DROP TRIGGER entries_follow", "its schema differs from what was written: entries_follow"),
        ("ALTER TABLE _sqlite_migrations RENAME COLUMN name TO named", "its table of migrations has no column 'name'"),
    ],
)
def test_tables_that_were_changed_are_damage_of_no_game(change: str, problem: str) -> None:
    with closing(Database(memory=True)) as db:
        bring_up_to_date(db, "file")
        db.execute(change)
        with pytest.raises(StorageCorrupt, match=f"^file: damaged: {problem}; restore the newest backup") as damaged:
            bring_up_to_date(db, "file")
    assert (damaged.value.file, damaged.value.game) == ("file", "")


def test_a_table_that_is_not_ours_is_no_damage() -> None:
    with closing(Database(memory=True)) as db:
        db.execute("CREATE TABLE notes (note TEXT)")
        bring_up_to_date(db, "file")
        assert "notes" in db.table_names()
