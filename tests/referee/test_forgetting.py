"""`gunbai server forget`: names are removed from a database without a service."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from lab.recorded_games import NAME, SECRET, played
from referee.__main__ import app
from referee.game.titles import finished
from referee.records.games import Games
from referee.records.stored_entries import stored
from referee.records.summaries import summary_of
from store.contract import Opening, Stored
from store.position_cache import Positions, beside
from store.sqlite import SqliteStore
from tests.store.store_values import opening, summary

PLAYER = "player 1"


async def made(database: Path, *, damaged: bool = False) -> None:
    """Make a database with a finished game, of which positions are kept, and a damaged one if that is asked for."""
    game, entries = played(finished(), "liars_dice", 2, 1)
    async with await SqliteStore.open(database) as store:
        first = Opening(game=NAME, title="liars_dice", secret=SECRET)
        await store.create(first, [stored(entry) for entry in entries], [], summary_of(game))
        if damaged:
            await store.create(opening("bad"), [Stored(1, "", b"\xff", b"\xff")], [], summary("bad"))
        positions = Positions(beside(database))
        await Games(store, finished(), positions=positions).game(NAME)
        await positions.close()


def forgotten(database: Path, *words: str) -> Result:
    """Run `gunbai server forget`."""
    return CliRunner().invoke(app, ["forget", *words, "--database", str(database)])


def files_with(folder: Path, name: str) -> list[str]:
    """Return the files of a folder that have a name in them."""
    return [file.name for file in sorted(folder.iterdir()) if name.encode() in file.read_bytes()]


@pytest.mark.parametrize("words", [(NAME, "1"), ("--player", PLAYER)])
def test_a_name_is_removed_by_seat_or_as_it_is_written(tmp_path: Path, words: tuple[str, ...]) -> None:
    database = tmp_path / "games.sqlite"
    asyncio.run(made(database))
    assert files_with(tmp_path, PLAYER)
    ended = forgotten(database, *words)
    assert (ended.exit_code, ended.stdout) == (0, f"{NAME}: removed the name of seat 1.\nRemoved 1 name.\n")
    assert files_with(tmp_path, PLAYER) == []
    assert files_with(tmp_path, "player 2")
    again = forgotten(database, *words, "--json")
    assert (again.exit_code, json.loads(again.stdout)) == (0, {"names": [], "unread": []})


def test_a_damaged_game_is_named(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    asyncio.run(made(database, damaged=True))
    ended = forgotten(database, "--player", PLAYER)
    assert ended.exit_code == 1
    assert "bad: cannot be read, and was not searched.\nRemoved 1 name.\n" in ended.stdout
    for game, seat in (("bad", "1"), ("none", "1"), (NAME, "9")):
        assert forgotten(database, game, seat).exit_code == (0 if game == NAME else 1)


@pytest.mark.parametrize("words", [(), (NAME,), (NAME, "1", "--player", PLAYER), (NAME, "--player", PLAYER)])
def test_either_a_seat_or_a_name_is_expected(tmp_path: Path, words: tuple[str, ...]) -> None:
    database = tmp_path / "games.sqlite"
    asyncio.run(made(database))
    assert forgotten(database, *words).exit_code == 2


def test_a_database_in_use_is_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"

    async def in_use() -> Result:
        async with await SqliteStore.open(database):
            return await asyncio.to_thread(forgotten, database, NAME, "1")

    ended = asyncio.run(in_use())
    assert ended.exit_code == 1
    assert "gunbai server forget: " in ended.stderr
