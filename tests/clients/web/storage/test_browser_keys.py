"""What browsers hold: sealed under their secrets, bounded, and private."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from clients.web.storage import browser_keys
from clients.web.storage.browser_keys import UNUSED, BrowserKeys
from clients.web.storage.private_files import CannotStore
from gunbai_client.errors import Exhausted
from gunbai_record.tokens import new_token

HERE = "192.0.2.1"
SECRET, OTHER = b"s" * 32, b"o" * 32


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a database is to be."""
    return tmp_path / "kept" / "browsers.sqlite"


@pytest.fixture
def keys(file: Path) -> Iterator[BrowserKeys]:
    """Return what browsers hold in a database."""
    with closing(BrowserKeys(file)) as opened:
        yield opened


def test_what_a_browser_holds_is_there_after_a_restart_and_for_it_alone(file: Path) -> None:
    with closing(BrowserKeys(file)) as keys:
        keys.keep(SECRET, "one", "1", "first", HERE)
        keys.keep(SECRET, "one", "host", "second", HERE)
        keys.keep(SECRET, "one", "1", "third", HERE)
    with closing(BrowserKeys(file)) as keys:
        assert keys.load(SECRET, "one") == {"1": "third", "host": "second"}
        assert (keys.load(OTHER, "one"), keys.load(SECRET, "two")) == ({}, {})


def test_the_file_tells_no_token_and_no_game_and_nobody_else_reads_it(keys: BrowserKeys, file: Path) -> None:
    token = new_token()
    keys.keep(SECRET, "aaaabbbbccccdddd", "1", token, HERE)
    for path in file.parent.iterdir():
        assert token.encode() not in path.read_bytes()
        assert b"aaaabbbbccccdddd" not in path.read_bytes()
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_one_address_has_a_part_of_the_room(keys: BrowserKeys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_keys, "IN_ALL", 3)
    monkeypatch.setattr(browser_keys, "FOR_ONE", 2)
    keys.keep(SECRET, "one", "1", "t", "2001:db8::1")
    keys.keep(OTHER, "two", "1", "t", "2001:db8::2")
    keys.keep(OTHER, "two", "2", "t", "2001:db8::3")
    with pytest.raises(Exhausted) as own:
        keys.keep(SECRET, "three", "1", "t", "2001:db8::4")
    assert own.value.reason == "SEATS_OF_ONE"
    keys.keep(SECRET, "three", "1", "t", HERE)
    with pytest.raises(Exhausted) as full:
        keys.keep(SECRET, "four", "1", "t", "192.0.2.2")
    assert full.value.reason == "SEATS_FULL"


def test_a_table_at_which_nothing_is_held_any_more_takes_no_room(
    keys: BrowserKeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_keys, "FOR_ONE", 1)
    keys.keep(SECRET, "one", "1", "t", HERE)
    keys.keep(SECRET, "one", "2", "u", HERE)
    keys.drop(SECRET, "one", "1")
    assert keys.load(SECRET, "one") == {"2": "u"}
    with pytest.raises(Exhausted):
        keys.keep(SECRET, "two", "1", "t", HERE)
    keys.drop(SECRET, "one", "2")
    keys.drop(SECRET, "three", "1")
    keys.keep(SECRET, "two", "1", "t", HERE)


def test_a_browser_holds_so_much_at_a_table(keys: BrowserKeys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_keys, "MOST_BYTES", 200)
    keys.keep(SECRET, "one", "1", new_token(), HERE)
    keys.keep(SECRET, "one", "2", new_token(), HERE)
    with pytest.raises(Exhausted):
        keys.keep(SECRET, "one", "3", new_token() * 3, HERE)
    assert keys.load(SECRET, "one").keys() == {"1", "2"}


def test_what_nobody_has_looked_at_for_long_is_given_up(file: Path) -> None:
    with closing(BrowserKeys(file)) as keys:
        keys.keep(SECRET, "one", "1", "t", HERE)
        keys.keep(SECRET, "two", "1", "t", HERE)
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute("UPDATE held SET used = ?", (int(time.time()) - UNUSED - 1,))
        assert keys.load(SECRET, "two") == {"1": "t"}
    with closing(BrowserKeys(file)) as keys:
        assert (keys.load(SECRET, "one"), keys.load(SECRET, "two")) == ({}, {"1": "t"})


def test_a_damaged_row_holds_nothing(keys: BrowserKeys, file: Path) -> None:
    keys.keep(SECRET, "one", "1", "t", HERE)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("UPDATE held SET sealed = x'00'")
    assert keys.load(SECRET, "one") == {}
    keys.keep(SECRET, "one", "1", "again", HERE)
    assert keys.load(SECRET, "one") == {"1": "again"}


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "browsers.sqlite").write_bytes(b"something else" * 100)
    with pytest.raises(CannotStore, match="not a database"):
        BrowserKeys(tmp_path / "browsers.sqlite")
    with pytest.raises(CannotStore):
        BrowserKeys(tmp_path / "browsers.sqlite" / "below" / "browsers.sqlite")


def test_the_games_of_a_browser_are_listed_the_latest_first_and_for_nobody_else() -> None:
    keys, own, other = BrowserKeys(None), bytes(32), bytes([1]) * 32
    for game in ("a" * 16, "b" * 16, "a" * 16):
        keys.note_game(own, game, "192.0.2.1")
    assert keys.list_games(own) == ["a" * 16, "b" * 16]
    assert keys.list_games(other) == []
    keys.close()


def test_the_earliest_games_of_a_browser_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_keys, "MOST_GAMES", 3)
    keys = BrowserKeys(None)
    for number in range(5):
        keys.note_game(bytes(32), f"game{number}", "192.0.2.1")
    assert keys.list_games(bytes(32)) == ["game4", "game3", "game2"]
    keys.close()


def test_a_list_of_the_most_games_fits_into_its_row() -> None:
    keys = BrowserKeys(None)
    for number in range(browser_keys.MOST_GAMES):
        keys.note_game(bytes(32), f"{number:016}", "192.0.2.1")
    assert len(keys.list_games(bytes(32))) == browser_keys.MOST_GAMES
    keys.close()
