"""A service for a record file's game, in its reader's process, on a socket of its own.

A finished game shows everything that its secret opens, a running one what is open in the file. The file is checked as a
database is when a game is loaded: by its chain, and by its last position if the secret is open. It is not judged again;
`gunbai verify` does that.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1.game_pb2 import Provenance
from gunbai_record.player_names import hiding
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.verify.entry_checks import is_sealed, opened
from referee.access.quotas import UNLIMITED
from referee.calls import log_lines
from referee.files.file_callers import FileCallers
from referee.files.file_games import FileGames
from referee.game.titles import finished
from referee.proof.identity import Identity
from referee.records.games import Games
from referee.records.log_leaves import leaf
from referee.records.provenance import UNKNOWN_SECRET
from referee.records.stored_entries import as_imported
from referee.server import Service, Settings
from store.contract import Leaf, Opening, Summary
from store.memory import MemoryStore


class Served(NamedTuple):
    """A service for a file's game: its address, and the game's id."""

    address: str
    game: str


class Record(NamedTuple):
    """A record file: its header, its entries, the first of these with a sealed item (0 for none), and open secrets."""

    header: FileHeader
    entries: list[record.Entry]
    sealed_from: int
    secrets: dict[str, bytes]


@asynccontextmanager
async def serving(file: Path) -> AsyncIterator[Served]:
    """Serve a record file's game while the block runs. Raises RecordFileError or OSError."""
    file_record = read_file(file)
    games = partial(FileGames, sealed_from=file_record.sealed_from)
    async with _started(await store_of(file_record), games, len(file_record.entries)) as address:
        yield Served(address, file_record.header.game)


@asynccontextmanager
async def serving_together(files: Sequence[Path]) -> AsyncIterator[str]:
    """Serve finished games from record files while the block runs, and yield the service's address.

    Each is a game of its own, not a branch. Raises RecordFileError, also for sealed items, or OSError.
    """
    store, longest = MemoryStore(), 0
    for file in files:
        file_record = read_file(file)
        if file_record.sealed_from or file_record.header.ancestors:
            raise RecordFileError(f"{file} is not the record of a finished game, or it is a branch")
        await _adopt(store, file_record, _ends_of(file_record))
        longest = max(longest, len(file_record.entries))
    async with _started(store, partial(FileGames, sealed_from=0), longest) as address:
        yield address


def _ends_of(file_record: Record) -> list[Leaf]:
    """Return a finished game's leaves in the log of all games: its first entry, and its last."""
    game, log = file_record.header.game, file_record.entries
    return [leaf("created", game, 1, log[0].digest), leaf("ended", game, len(log), log[-1].digest)]


@contextmanager
def _quiet() -> Iterator[None]:
    """Log only errors while the block runs."""
    sink = log_lines.configure("error", "console")
    try:
        yield
    finally:
        sink.close()


@asynccontextmanager
async def _started(store: MemoryStore, games: Callable[..., Games], longest: int) -> AsyncIterator[str]:
    """Start a service over a store in memory, for games of this many entries, and yield its address."""
    with _quiet(), tempfile.TemporaryDirectory(prefix="gunbai-") as folder:
        settings = Settings(socket=Path(folder) / "socket", limits=UNLIMITED, longest_game=longest, drain_seconds=0)
        service = Service(store, finished(), Identity(bytes(32), "file"), settings, games=games, callers=FileCallers)
        await service.start()
        try:
            yield service.address
        finally:
            await service.stop()


async def store_of(file_record: Record) -> MemoryStore:
    """Return a store in memory with only this record."""
    store = MemoryStore()
    await _adopt(store, file_record)
    return store


async def _adopt(store: MemoryStore, file_record: Record, leaves: Sequence[Leaf] = ()) -> None:
    opening = _opening(file_record)
    # A file has no catalogue: nothing is listed, and nobody looks for the title.
    row = Summary(game=opening.game, title="", status="", seats=0, created_at=0, changed_at=0, public=False)
    await store.adopt(opening, as_imported(file_record.entries), [], row, size=0, leaves=leaves)


def _opening(file_record: Record) -> Opening:
    """Return a record's opening: with its secrets, unless something in it is sealed to its reader."""
    header = FileHeader()
    header.CopyFrom(file_record.header)
    secret = file_record.secrets.get(header.game, UNKNOWN_SECRET)
    if file_record.sealed_from:
        secret = UNKNOWN_SECRET
        for ancestor in header.ancestors:
            ancestor.ClearField("secret")
    provenance = Provenance(header=header).SerializeToString()
    return Opening(game=header.game, title="", secret=secret, provenance=provenance)


def read_file(file: Path) -> Record:
    """Return a file's content. Raises RecordFileError or OSError."""
    with file.open("rb") as source:
        header, entries = read(source)
        log = list(entries)
    if not log:
        raise RecordFileError(f"{file} has no entries")
    hides = (version for version, entry in enumerate(log, 1) if any(map(is_sealed, hiding(entry))))
    return Record(header, log, next(hides, 0), opened(log))
