"""The default engine: one SQLite file, used by one process, and written by one thread that commits in groups.

An acknowledged write is on disk (WAL, synchronous=FULL). `store.sqlite.schema` creates the tables; Datasette,
sqlite-utils and the sqlite3 shell can read them while the service runs.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

from msgspec.structs import replace
from sqlite_utils import Database

from store.argument_checks import (
    check_adopt,
    check_append,
    check_cosignature,
    check_create,
    check_leaves_of,
    check_page,
    check_papers,
)
from store.contract import (
    ANY_GAME,
    MOST_PAPERS,
    Cosignature,
    Filter,
    GameNotFound,
    Grant,
    Head,
    Leaf,
    LeafLog,
    Opening,
    Order,
    Page,
    Paper,
    RefusedMove,
    RulesNote,
    StorageCorrupt,
    StorageError,
    StorageUnsettled,
    StoreClosed,
    Stored,
    Summary,
)
from store.followers import Changes, Followers
from store.key_files import keep_private, opened
from store.log_heads import GONE, LEAVES, check_end, head_of_leaves
from store.paging import page_of, place_before
from store.signers import check_signer
from store.sqlite import catalogue, queries, writes
from store.sqlite.encryption import Vault, key_of, vault_of
from store.sqlite.file_identity import FileIdentity, check_alone, check_no_backup
from store.sqlite.free_space import FreeSpace
from store.sqlite.heads_file import HeadsFile, check_not_lost, heads_of, is_blank, remedy, without
from store.sqlite.heads_room import HeadsOnDisk, Room
from store.sqlite.lock import FileLock
from store.sqlite.presence_file import PresenceFile
from store.sqlite.queries import Mark
from store.sqlite.reading_threads import Charge, Readers
from store.sqlite.schema import bring_up_to_date
from store.sqlite.sqlite_errors import FAULTS, storage_error, system_error
from store.sqlite.writer import LARGEST_LOG, Writer
from store.sqlite.writes import Replace, Write

# An acknowledged write survives a power failure, and readers and the writer do not wait for each other. Deleted data is
# always overwritten, not only when a player's name is removed: each change to a catalogue row deletes an older copy of
# the names in it. A reader that holds a transaction on the tables lets the log grow: it is cut when it starts over
# after that.
SETTINGS = (
    "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON",
    f"journal_size_limit = {LARGEST_LOG}",
)  # fmt: skip


_MOVED, _SIGNER = "moved", "signer"
"""Notes about the whole record."""

P = ParamSpec("P")
T = TypeVar("T")


class SqliteStore:
    """A store in one file; it belongs to the event loop that opened it."""

    follows = False
    """Whether it is the copy of a record in a stream."""

    @classmethod
    async def open(
        cls,
        path: Path | str,
        quota_bytes: int = 0,
        *,
        heads: Path | None = None,
        charge: Charge = lambda _: None,
        elsewhere: bool = False,
        reading: bool = False,
    ) -> Self:
        """Open or create the file, and migrate its tables; it grows to the quota, or for 0 to all of the disk.

        The heads are next to it unless another file is given. `charge` takes the computing time of each query. A file
        whose record is or continues `elsewhere` is opened only by callers that say so, and only for reading. A store
        for `reading` all games takes the same memory for any number of them.

        Raises StorageLocked if another process uses it, StorageCorrupt if it is not a sound database, and StorageError
        if it cannot be opened, or is a stream's copy.
        """
        room = HeadsOnDisk() if reading else None
        files = await asyncio.to_thread(open_file, Path(path), heads, room)
        opened = cls(*files, quota_bytes=quota_bytes, charge=charge)
        try:
            await opened._check_here(elsewhere=elsewhere)
        except BaseException:
            await opened.close()
            raise
        return opened

    def __init__(
        self,
        lock: FileLock,
        db: Database,
        file: str,
        heads: HeadsFile,
        vault: Vault,
        *,
        quota_bytes: int = 0,
        charge: Charge = lambda _: None,
    ) -> None:
        self._lock = lock
        self._db = db
        self._file, self._heads, self._vault = file, heads, vault
        self._identity, self._presence = FileIdentity(Path(file)), PresenceFile(Path(file), vault)
        self._followers = Followers()
        space, loop = FreeSpace(file, quota_bytes), asyncio.get_running_loop()
        self._writer = Writer(db, file, space, loop, self._written, heads=heads, identity=self._identity, vault=vault)
        self._astray: catalogue.Astray | None = None
        self._compared_again = False
        self._comparing = asyncio.Lock()
        self._readers = Readers(file, charge)
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def create(
        self,
        opening: Opening,
        entries: Sequence[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        consents: Sequence[bytes] = (),
        leaves: Sequence[Leaf] = (),
    ) -> None:
        check_create(opening, entries, grants, summary)
        check_leaves_of(opening.game, leaves)
        mark, vault = self._mark(opening.game), self._vault
        origin = self._mark(opening.parent) if opening.parent else None
        write = writes.create(
            opening, entries, grants, summary, consents=consents, leaves=leaves, mark=mark, origin=origin, vault=vault
        )
        await self._write(write)

    async def adopt(
        self,
        opening: Opening,
        entries: Iterator[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        size: int,
        leaves: Sequence[Leaf] = (),
    ) -> None:
        check_adopt(opening, grants, summary)
        check_leaves_of(opening.game, leaves)
        mark, vault = self._mark(opening.game), self._vault
        write = writes.adopt(opening, entries, grants, summary, size=size, leaves=leaves, mark=mark, vault=vault)
        await self._write(write)

    def append(
        self,
        game: str,
        expected_version: int,
        entries: Sequence[Stored],
        *,
        summary: Summary | None = None,
        grants: Sequence[Grant] = (),
        leaves: Sequence[Leaf] = (),
        unless: Sequence[Filter] = (),
    ) -> asyncio.Future[None]:
        check_append(game, expected_version, entries, grants, summary)
        check_leaves_of(game, leaves)
        mark, vault = self._mark(game), self._vault
        write = writes.append(
            game, expected_version, entries, grants, summary, leaves=leaves, unless=unless, mark=mark, vault=vault
        )
        return self._write(write)

    async def leaf_log(self) -> LeafLog:
        mark = Mark(LEAVES, self._file, self._heads.leaves())
        log = await self._reading.run("", queries.leaf_log, mark, self._vault)
        if self._heads.unsettled(LEAVES):
            raise StorageUnsettled(str(self._heads.file), "")
        return log

    async def leaves(self, first: int = 0, limit: int = 256) -> list[Leaf]:
        check_page(limit)
        return await self._reading.run(
            "", queries.leaves, Mark(LEAVES, self._file, self._heads.leaves()), self._vault, first, limit
        )

    async def leaves_of(self, game: str) -> list[Leaf]:
        return await self._ask(game, queries.leaves_of, self._mark(game), self._vault)

    async def cosign(self, cosignature: Cosignature) -> None:
        check_cosignature(cosignature)
        await self._write(writes.cosign(cosignature, self._vault))

    async def cosignatures(self) -> list[Cosignature]:
        _, cosignatures = await self._reading.run("", queries.cosignatures, self._vault)
        return cosignatures

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        return await self._ask(game, queries.read_to_head, self._mark(game), self._vault, after, upto)

    async def head(self, game: str) -> Head:
        self._check_open()
        self._identity.check()
        return await self._ask(game, queries.newest, self._mark(game))

    def newest(self, game: str) -> int:
        head = self._heads.get(game)
        return head.version if head is not None else 0

    async def catch_up(self) -> None:  # one process uses the file
        self._check_open()

    async def find(self, game: str, command_id: str) -> Stored | None:
        stored = await self._ask(game, queries.find, game, command_id)
        if stored is not None and self._heads.unsettled(game):
            raise StorageUnsettled(str(self._heads.file), game)
        return stored

    async def commands(self, game: str) -> list[str]:
        return await self._ask(game, queries.commands, game)

    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        return self._followers.follow(game, after, self.read)

    def changes(self) -> AbstractContextManager[Changes]:
        return self._followers.changes()

    async def replace_apart(self, game: str, apart: Mapping[int, bytes], summary: Summary) -> None:
        check_append(game, 0, (), (), summary)
        await self._write(writes.replacement(game, apart, summary, self._vault))

    async def opening(self, game: str) -> Opening:
        return await self._ask(game, queries.opening, game, self._vault)

    async def every_game(self) -> list[str]:
        return await self._reading.run("", queries.every_game, self._heads.games())

    async def games_after(self, game: str = "", limit: int = 1000) -> list[str]:
        check_page(limit)
        return await self._reading.run("", queries.games_after, game, limit, self._heads.games_after(game, limit))

    async def grant(self, token_hash: bytes, *games: str) -> Grant | None:
        marks = [self._mark(game) for game in games]
        return await self._reading.run(games[0] if games else "", queries.grant, token_hash, self._vault, marks)

    async def add_refusal(self, refusal: RefusedMove) -> None:
        await self._write(writes.refusal(refusal))

    async def refusals(self, game: str, after: int = 0, limit: int = 100) -> list[RefusedMove]:
        check_page(limit)
        return await self._ask(game, queries.refusals, self._mark(game), self._vault, after=after, limit=limit)

    async def dropped_refusals(self, game: str) -> int:
        return await self._ask(game, queries.refusals_dropped, self._mark(game))

    async def add_papers(
        self,
        game: str,
        expected: int,
        papers: Sequence[Paper],
        *,
        leaves: Sequence[Leaf] = (),
        since: int | None = None,
    ) -> None:
        check_papers(game, expected, papers)
        check_leaves_of(game, leaves)
        await self._write(writes.file(game, expected, papers, leaves, self._vault, since=since))

    async def papers(self, game: str, after: int = 0, limit: int = MOST_PAPERS) -> list[Paper]:
        check_page(limit)
        return await self._ask(game, queries.papers, self._mark(game), self._vault, after=after, limit=limit)

    async def games(
        self, only: Filter = ANY_GAME, page_token: str = "", page_size: int = 50, *, order: Order = "newest"
    ) -> Page:
        check_page(page_size)
        try:
            return await self._listed(only, page_token, page_size, order)
        except StorageCorrupt:
            if self._compared_again:
                raise
            # A row was damaged after the catalogue was compared. Comparing all of it again shows what to leave out;
            # once for each round of the scrub is enough.
            self._astray, self._compared_again = None, True
            return await self._listed(only, page_token, page_size, order)

    async def _check_here(self, *, elsewhere: bool) -> None:
        """Check that the record is here, and continues here. Raises StorageError."""
        if elsewhere:
            return
        streams = await self._reading.run("", queries.streams)
        if streams and not self.follows:
            problem = "this is the copy of a record in a stream, which only a referee can write"
            raise StorageError(self._file, f"{problem}: name the stream with --store, if the command accepts it")
        if place := await self._reading.run("", queries.note, self._vault, _MOVED):
            raise StorageError(
                self._file, f"its record was moved to {place}: serve that record, and move this file away"
            )

    async def _listed(self, only: Filter, page_token: str, page_size: int, order: Order) -> Page:
        """Return a page of the game list without damaged rows. Raises BadPageToken or StorageCorrupt."""
        before = place_before(page_token, order)
        async with self._comparing:
            astray = self._astray or await self._compared()
        # One row more than fits shows whether another page follows.
        summaries = await self._reading.wanted(
            catalogue.games, only, before, page_size + 1, order, vault=self._vault, astray=astray
        )
        page = page_of(
            [self._reaching_head(summary) for summary in summaries], page_size, order, astray.public, astray.private
        )
        lost = tuple([row.game for row in page.summaries if (head := self._heads.get(row.game)) and head.lost])
        return replace(page, lost=lost) if lost else page

    async def absences(self, player: str) -> int:
        return await self._reading.run("", catalogue.absences, player)

    async def rebuild(self, summaries: Iterable[Summary]) -> None:
        await self._write(writes.rebuild(summaries, self._vault))
        self._astray = None

    def losses(self) -> dict[str, Head]:
        """Return the heads of the games that lost entries, where the operator accepted the loss."""
        return self._heads.losses()

    async def check_catalogue(self) -> list[str]:
        async with self._comparing:
            self._compared_again = False
            return [*(await self._compared()).games]

    async def note_presence(self, at: int) -> None:
        self._check_open()
        await asyncio.to_thread(self._presence.note, at)

    async def presence(self) -> int:
        self._check_open()
        return await asyncio.to_thread(self._presence.read)

    async def note_rules(self, notes: Sequence[RulesNote]) -> None:
        if notes:
            await self._write(writes.note_rules(notes, self._vault))

    async def rules(self) -> list[RulesNote]:
        return await self._reading.run("", queries.rules, self._vault)

    async def inspect(self, *, thorough: bool = False) -> list[str]:
        """Return what SQLite finds wrong with the file; a `thorough` check also compares indexes with their tables."""
        return await self._reading.apart(queries.inspect, thorough=thorough)

    @property
    def file(self) -> str:
        """The file's full name."""
        return self._file

    async def grants_of(self, game: str) -> list[Grant]:
        """Return a game's grants."""
        return await self._ask(game, queries.every_grant, game, self._vault)

    async def consents_of(self, game: str) -> list[bytes]:
        """Return the used consents to a game's branches."""
        return sorted(await self._ask(game, queries.consented, game, self._vault))

    async def end_here(self, place: str) -> None:
        """Note that the record continues elsewhere, and no longer here."""
        await self._write(writes.note(_MOVED, place, self._vault))

    async def last_change(self) -> int:
        """Return when the last written game was changed, by its row, in milliseconds; 0 without a game."""
        return await self._reading.run("", catalogue.last_change)

    async def signer(self) -> str:
        """Return the record's noted signing key; "" if none was noted."""
        return await self._reading.run("", queries.note, self._vault, _SIGNER)

    async def introduce(self, verifier: str, former: Sequence[str], *, new: bool = False) -> None:
        """Note the key that signs the record, if it is new or replaced `former` ones.

        Raises StorageError for a different key, unless the operator says that it is `new`.
        """
        noted = await self.signer()
        check_signer(self._file, noted, verifier, former, new=new)
        if noted != verifier:
            await self._write(writes.note(_SIGNER, verifier, self._vault))

    async def summary(self, game: str) -> Summary:
        """Return a game's row in the catalogue. Raises StorageCorrupt if it has none."""
        return await self._ask(game, catalogue.of, game, self._vault)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            # The loop hands gathered writes over only when it is quiet, and it may not turn again before the thread
            # stops.
            self._writer.hand_over()
            await asyncio.to_thread(self._release)
            self._followers.close()

    async def _ask(
        self, game: str, query: Callable[Concatenate[sqlite3.Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Return the answer to a query about a game. A missing game that has a head lost its entries."""
        head = self._heads.get(game)
        try:
            return await self._reading.run(game, query, *values, **named)
        except GameNotFound:
            check_end(self._file, head, GONE)
            raise

    async def _compared(self) -> catalogue.Astray:
        """Compare the game list with its seals, and remember the damage."""
        self._astray = await self._reading.run("", catalogue.astray, self._vault, self._heads.all())
        return self._astray

    def _mark(self, game: str) -> Mark:
        """Return a game's separately stored head: taken before the log is read, which may be ahead by then."""
        return Mark(game, self._file, self._heads.get(game))

    def _reaching_head(self, summary: Summary) -> Summary:
        head = self._heads.get(summary.game)
        return replace(summary, head=head.version) if head is not None and head.version > summary.head else summary

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed

    @property
    def _reading(self) -> Readers:
        self._check_open()
        return self._readers

    def _write(self, write: Write) -> asyncio.Future[None]:
        self._check_open()
        return self._writer.write(write)

    def _written(self, write: Write) -> None:
        self._followers.publish(write.game, write.entries)
        if writes.PAPER in write.rows:
            self._followers.changed(write.game)
        if isinstance(write, Replace):
            self._followers.forget(write.game)

    def _release(self) -> None:
        """Finish earlier calls and close; the last connection merges the write-ahead log into the file."""
        # Before the heads and the lock: its last commits still need both.
        self._writer.stop()
        self._readers.stop()
        self._db.close()
        self._heads.close()
        self._lock.release()


def open_file(
    path: Path, heads: Path | None, room: Room | None = None
) -> tuple[FileLock, Database, str, HeadsFile, Vault]:
    """Return a file's lock, the database with its tables migrated, its full name, its heads and its vault.

    Heads in another file than the usual one are written from the logs if there are none. They are held in the room, or
    in memory.
    """
    file = path.resolve()
    check_no_backup(file)
    try:
        # A doctor or a backup brings other heads, to look at a database in whatever state.
        if heads is None:
            check_not_lost(file)
        lock = FileLock(file)
    except OSError as error:
        raise system_error(error, str(file)) from error
    try:
        return lock, *open_database(file, heads or heads_of(file), room, anew=heads is not None)
    except BaseException:
        lock.release()
        raise


def open_database(file: Path, heads: Path, room: Room | None, *, anew: bool) -> tuple[Database, str, HeadsFile, Vault]:
    """Return the database for writing. Its files hold hidden facts, so only their owner can read them."""
    try:
        if not file.exists():
            # Created here and not by SQLite, whose files get the permissions of the umask.
            os.close(opened(file))
        check_alone(file)
        for name in (str(file), f"{file}-wal", f"{file}-shm", f"{file}-lock"):
            if Path(name).exists():
                keep_private(Path(name))
    except OSError as error:
        raise system_error(error, str(file)) from error
    try:
        db = prepared(Database(queries.connect(str(file), read_only=False)), str(file))
    except FAULTS as error:
        raise storage_error(error, str(file), "") from error
    try:
        vault = vault_of(file, has_secrets=queries.has_secrets(db.conn))
        # Before `name_leaves` writes a row: it must be sealed under the key of all the others.
        check_key(db, file, vault)
        check_heads(db, heads, anew=anew)
        name_leaves(db, vault)
        return db, str(file), opened_heads(db, heads, room), vault
    except BaseException as error:
        db.close()
        if isinstance(error, FAULTS):
            raise storage_error(error, str(file), "") from error
        raise


def check_key(db: Database, file: Path, vault: Vault) -> None:
    """Check that a vault's key sealed a database's rows. Raises StorageError."""
    if not queries.seals_fit(db.conn, vault):
        problem = f"this key did not seal the rows of the database; restore the key of {file.name}"
        raise StorageError(str(key_of(file)), problem)


def check_heads(db: Database, heads: Path, *, anew: bool) -> None:
    """Check that there is a file with heads, unless a new one may be written or no game has begun.

    Raises StorageError. A crash between the first commit and its heads leaves games without any.
    """
    if anew:
        return
    if not heads.exists():
        if queries.games_after(db.conn, "", 1, ()):
            raise StorageError(str(heads), without(heads))
    elif is_blank(heads) and queries.has_moved(db.conn):
        raise StorageError(str(heads), f"the file lists no games; {remedy(heads)}")


def opened_heads(db: Database, file: Path, room: Room | None) -> HeadsFile:
    """Return the file of heads, adding the leaves' head if a crash kept it out."""
    heads = HeadsFile(file, lambda: queries.every_head(db.conn), room)
    last, head = queries.last_leaf(db.conn), heads.leaves()
    if last is not None and last.number >= (head.version if head is not None else 0):
        heads.make_room([LEAVES])
        heads.add([head_of_leaves(last)])
    return heads


def name_leaves(db: Database, vault: Vault, *, anew: bool = False) -> None:
    """Give the log of leaves a name, or a new one: random, so that no two logs share it."""
    ((names,),) = db.execute("SELECT count(*) FROM leaf_logs").fetchall()
    if anew or (not names and queries.last_leaf(db.conn) is None):
        with db.atomic():
            db.execute(writes.NAME, writes.name_row(int(names) + 1, secrets.token_hex(8), vault))
            db.execute(writes.COSIGNED, writes.cosigned_row(int(names) + 1, (), vault))


def detach(path: Path) -> None:
    """Make a stream's copy a database in its own right. Raises StorageError."""
    lock, db, _, heads, _ = open_file(path, None, HeadsOnDisk())
    try:
        with db.atomic():
            db.execute("DELETE FROM followed")
    finally:
        heads.close()
        db.close()
        lock.release()


def prepared(db: Database, file: str) -> Database:
    """Return the database with its settings and tables, or close it."""
    try:
        for setting in SETTINGS:
            db.execute(f"PRAGMA {setting}")
        bring_up_to_date(db, file)
    except BaseException:
        db.close()
        raise
    return db
