"""An archive: the record of every game in a database as a file, which needs neither the database nor its keys.

Each file has what anybody can see of its game, so what a running game hides stays sealed; even a private game's whole
record is written. A file that has the newest entry is left as it is, so an interrupted archive can be continued.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from gunbai_record.record_file import RecordFileError, read
from referee.access.callers import Caller
from referee.errors import RecordDamaged
from referee.game.titles import Titles
from referee.proof.identity import Identity
from referee.records.games import Games
from referee.records.provenance import standing_of
from referee.records.transparency import Transparency
from referee.services.export import pieces, record_of, unverified_record
from store.contract import GameNotFound, StorageCorrupt, StorageError
from store.key_files import new_file
from store.sqlite import SqliteStore
from store.sqlite.encryption import key_of
from store.sqlite.file_identity import MANIFEST
from store.sqlite.heads_file import heads_of

ANYBODY = Caller("archive")
SUFFIX = ".gunbai"


class Archived(NamedTuple):
    """An archive: its games, the files written now, the finished games, and the damage."""

    games: int
    written: int
    over: int
    damaged: tuple[str, ...]


async def archive(
    database: Path, key: Path, folder: Path, titles: Titles, progress: Callable[[int, int], None]
) -> Archived:
    """Write every game's record into a folder. Raises StorageError, OSError, or ValueError for a damaged key."""
    if not await asyncio.to_thread(key.exists):
        raise StorageError(str(key), "missing: this key signs the archive; restore the file, or name it with --key")
    identity = Identity.kept_in(key)
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as scratch:
        read, heads = await asyncio.to_thread(_readable, database, Path(scratch))
        async with await SqliteStore.open(read, heads=heads, elsewhere=True) as store:
            writing = Writing(store, identity, titles, folder)
            games = sorted(await store.every_game())
            for number, game in enumerate(games, 1):
                await writing.add(game)
                progress(number, len(games))
    return Archived(len(games), writing.written, writing.over, tuple(writing.damaged))


def _readable(database: Path, scratch: Path) -> tuple[Path, Path | None]:
    """Return the database to read, and its heads unless they are next to it.

    A backup must not change, so a copy of it is read: opening a database writes a lock, and may migrate its tables.
    """
    if not database.with_name(MANIFEST).exists():
        return database, None if heads_of(database).exists() else scratch / "heads"
    for file in (database, key_of(database)):
        with file.open("rb") as source, new_file(scratch / file.name) as made:
            shutil.copyfileobj(source, made, 1024 * 1024)
    # A backup has no heads that could be continued.
    return scratch / database.name, scratch / "heads"


class Writing:
    """Record files on their way into a folder."""

    def __init__(self, store: SqliteStore, identity: Identity, titles: Titles, folder: Path) -> None:
        self._games, self._identity, self._folder = Games(store, titles, hot_games=1), identity, folder
        self._store, self._log = store, Transparency(store, identity)
        self.written = self.over = 0
        self.damaged: list[str] = []

    async def add(self, game: str) -> None:
        """Write a game's file unless it is there."""
        try:
            opening = await self._store.opening(game)
            file = self._folder / f"{game}{SUFFIX}"
            if standing_of(opening.provenance) == "unverified":
                export, version = unverified_record(self._store, opening), (await self._store.head(game)).version
            else:
                loaded = await self._games.game(game)
                self.over += loaded.over
                export, version = record_of(self._games, self._identity, self._log, loaded, ANYBODY), loaded.version
            if await asyncio.to_thread(newest_in, file) != version:
                with new_file(file) as made:
                    async for piece in pieces(export):
                        made.write(piece)
                self.written += 1
        except (RecordDamaged, StorageCorrupt, GameNotFound) as error:
            self.damaged.append(f"{game}: {error}")


def newest_in(file: Path) -> int:
    """Return the last version in a complete record file; 0 if there is none."""
    try:
        with file.open("rb") as source:
            _, entries = read(source)
            return max(entry.version for entry in entries)
    except (FileNotFoundError, RecordFileError, ValueError):
        return 0
