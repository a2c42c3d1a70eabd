"""`gunbai server reindex`: the catalogue of a database, written anew without a service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from typer.testing import CliRunner, Result

from referee.__main__ import app
from store.contract import Stored
from store.sqlite import SqliteStore
from tests.store.store_values import opening, summary


async def made(database: Path, games: Sequence[str] = ()) -> None:
    """Make a database with games whose records are no records."""
    async with await SqliteStore.open(database) as store:
        for game in games:
            await store.create(opening(game), [Stored(1, "", b"\xff")], [], summary(game))


def reindexed(database: Path, *options: str) -> Result:
    """Run `gunbai server reindex`."""
    return CliRunner().invoke(app, ["reindex", "--database", str(database), *options])


def test_a_catalogue_is_written_anew(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    asyncio.run(made(database))
    ended = reindexed(database)
    assert (ended.exit_code, ended.stdout) == (0, "The game list has 0 games.\n")


def test_a_damaged_game_is_named_when_the_catalogue_is_written_anew(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    asyncio.run(made(database, ["g"]))
    ended = reindexed(database)
    assert (ended.exit_code, ended.stdout) == (1, "The game list has 0 games.\nDamaged and left out: g\n")
    ended = reindexed(database, "--json")
    assert (ended.exit_code, json.loads(ended.stdout)) == (1, {"games": 0, "damaged": ["g"]})


def test_the_catalogue_of_a_database_in_use_is_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"

    async def in_use() -> Result:
        async with await SqliteStore.open(database):
            return await asyncio.to_thread(reindexed, database)

    ended = asyncio.run(in_use())
    assert (ended.exit_code, type(ended.exception), ended.stdout) == (1, SystemExit, "")
    assert "gunbai server reindex: " in ended.stderr
