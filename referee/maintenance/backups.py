"""Backups: a database with its keys in a folder of its own, made while the service runs, examined, and restored.

The heads in it show what the copy must have, and are never restored: a service that took them for the last ones would
reroll dice that the players have seen. What happened after the backup is known only from the heads next to the
database; without them, every game that was not over counts as one that continued.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.game.titles import Titles
from referee.progress import Advance
from referee.records.doctor import Fault, accept_loss, ended, games_examined, leaf_faults, names_in
from referee.records.scrub import ASTRAY
from store.contract import GameNotFound, LeavesBehind, LogBehind, StorageError, restoring
from store.key_files import new_file, replace_file, sync_folder
from store.sqlite import SqliteStore
from store.sqlite.backup import copy_database
from store.sqlite.encryption import key_of
from store.sqlite.file_identity import MANIFEST
from store.sqlite.heads_file import OF_BACKUP, heads_of
from store.sqlite.heads_room import NamesOnDisk
from store.sqlite.losses import has_heads
from store.sqlite.sqlite_errors import system_error

THEN = ".heads.then"
"""The suffix of the heads as they were before the copy began."""
FORM = "%Y%m%dT%H%M%SZ"
PARTIAL = ".partial"
"""The suffix of a backup in progress."""


class Source(NamedTuple):
    """A service's files."""

    database: Path
    key: Path
    operator: Path
    forwarder: Path | None = None

    def key_files(self) -> Iterator[tuple[str, Path]]:
        """Yield what each key is, and its file: a restored service needs the first, and signs with the second."""
        yield "secrets", key_of(self.database)
        yield "key", self.key
        yield "verifier", self.key.with_name(f"{self.key.name}.pub")
        yield "operator", self.operator
        if self.forwarder is not None:
            yield "forwarder", self.forwarder


class Part(msgspec.Struct, frozen=True):
    """A file in a backup: what it is, its name, and the SHA-256 of its bytes."""

    role: str
    name: str
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """A backup's contents."""

    made_at: str
    release: str
    games: int
    parts: tuple[Part, ...]

    def files_in(self, backup: Path) -> dict[str, Path]:
        """Return the file of each role in a backup's folder."""
        # Only the last part of a name: a manifest must not lead out of the backup.
        return {part.role: backup / Path(part.name).name for part in self.parts}


class RestoredBackup(NamedTuple):
    """A restored backup: how many games it has, which of them continued after it, and which are newer.

    Without heads this is unknown: all games that are not over may have continued.
    """

    games: int
    heads: bool
    behind: tuple[Fault, ...]
    missing: tuple[str, ...]
    accepted: bool
    of_root: bool = False
    """Whether root owns the files, so that no other user can read them."""
    short_log: bool = False
    """Whether the log of all games lacks acknowledged leaves."""


class BackupDamagedError(StorageError):
    """The backup was altered or is incomplete."""


async def back_up(source: Source, folder: Path, titles: Titles, progress: Advance) -> tuple[Path, Manifest]:
    """Write a backup into a new folder in this one, and examine it; return its folder and its contents.

    It gets its name once it is examined and on the disk; until then there is no such backup. Raises StorageError.
    """
    name = f"{source.database.stem}-{datetime.now(UTC):{FORM}}"
    made = folder / name
    with begun(folder, name, source.database) as partial:
        copy, heads = partial / source.database.name, partial / f"{source.database.name}{THEN}"
        await asyncio.to_thread(copy_database, source.database, copy, heads, lambda *done: progress("Copying", *done))
        parts = [("database", copy), ("heads", heads), *copied_keys(source.key_files(), partial)]
        games = await _examined(copy, heads, source.database, titles, progress)
        manifest = write_manifest(partial, games, parts)
        partial.rename(made)
        sync_folder(made)
    return made, manifest


@contextmanager
def begun(folder: Path, name: str, database: Path) -> Iterator[Path]:
    """Yield a new folder for its owner only, which is removed in the end unless it was renamed. Raises StorageError.

    Remains of killed backups of the same database are removed.
    """
    if (folder / name).exists():
        raise StorageError(str(folder / name), "this backup already exists")
    _remove_unfinished(folder, database)
    # Hidden until it is whole: whatever copies backups away must not take half of one.
    partial = folder / f".{name}{PARTIAL}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial.mkdir(mode=0o700)
        with _held(partial):
            yield partial
    except OSError as error:
        raise system_error(error, str(folder)) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


@contextmanager
def _held(partial: Path) -> Iterator[bool]:
    """Hold the lock of a backup in progress, and yield whether nobody else does."""
    descriptor, alone = os.open(partial, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC), True
    try:
        try:
            # The lock ends with its process, so a killed backup can be told from a slow one.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            alone = False
        yield alone
    finally:
        os.close(descriptor)


def _remove_unfinished(folder: Path, database: Path) -> None:
    """Remove a database's killed backups: nobody holds their locks."""
    for partial in folder.glob(f".{database.stem}-*{PARTIAL}"):
        if _is_ours(Path(partial.name.removeprefix(".").removesuffix(PARTIAL)), database):
            # It may be finished, and so renamed, meanwhile.
            with suppress(OSError), _held(partial) as alone:
                if alone:
                    shutil.rmtree(partial)


def copied_keys(files: Iterable[tuple[str, Path]], partial: Path) -> Iterator[tuple[str, Path]]:
    """Copy the existing keys; yield what each is, and its copy."""
    for role, file in files:
        if file.exists():
            replace_file(partial / file.name, file.read_bytes())
            yield role, partial / file.name


async def _examined(copy: Path, heads: Path, database: Path, titles: Titles, progress: Advance) -> int:
    """Examine a copy as the doctor does, and against the earlier heads. Raises BackupDamagedError for a fault."""
    with tempfile.TemporaryDirectory() as scratch:
        # Opening a database may write its heads.
        plain_heads = Path(scratch) / "heads"
        await asyncio.to_thread(_write_plain, heads, plain_heads)
        async with await SqliteStore.open(copy, heads=plain_heads, reading=True) as store:
            examination = await games_examined(store, titles, lambda *done: progress("Examining", *done))
            faults = [f"{fault.place}: {fault.problem}" for fault in examination.faults]
            faults += [*await store.inspect(thorough=True), *await leaf_faults(store)]
            faults += [f"{game}: {ASTRAY}" for game in await store.check_catalogue()]
    for left in copy.parent.glob(f"{copy.name}-*"):
        left.unlink()
    if faults:
        raise BackupDamagedError(str(database), f"damaged, so gunbai kept no backup: {_named(faults, copy, database)}")
    return examination.games


def _named(faults: Sequence[str], copy: Path, database: Path) -> str:
    """Return the faults of a copy as those of its database, with their common advice only once."""
    advice = f"; {restoring(str(copy))}"
    shown = [fault.removesuffix(advice) for fault in faults[:5]]
    more = [f"{len(faults) - len(shown)} more"] if len(faults) > len(shown) else []
    advised = [restoring(str(copy))] if any(fault.endswith(advice) for fault in faults) else []
    return "; ".join([*shown, *more, *advised]).replace(str(copy), str(database))


def _write_plain(heads: Path, target: Path) -> None:
    """Write a backup's heads as a file of heads; without any, write nothing."""
    if heads.stat().st_size > len(OF_BACKUP):
        with heads.open("rb") as source, target.open("wb") as plain:
            source.seek(len(OF_BACKUP))
            shutil.copyfileobj(source, plain)


def write_manifest(partial: Path, games: int, parts: Iterable[tuple[str, Path]]) -> Manifest:
    """Write down a backup's contents, and return them."""
    manifest = Manifest(
        datetime.now(UTC).isoformat(timespec="seconds"), version("gunbai"), games,
        tuple([Part(role, file.name, _digest(file)) for role, file in parts]),
    )  # fmt: skip
    replace_file(partial / MANIFEST, json.dumps(msgspec.to_builtins(manifest), indent=2).encode() + b"\n")
    return manifest


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def manifest_in(backup: Path) -> Manifest:
    """Return a backup's contents, after comparing every file with them. Raises BackupDamagedError."""
    try:
        manifest = msgspec.json.decode((backup / MANIFEST).read_bytes(), type=Manifest)
        files = manifest.files_in(backup)
        altered = [part.name for part in manifest.parts if _digest(files[part.role]) != part.sha256]
    except (OSError, msgspec.DecodeError) as error:
        raise BackupDamagedError(str(backup), f"not a complete backup: {error}") from None
    if altered:
        raise BackupDamagedError(str(backup), f"altered since it was made: {', '.join(altered)}")
    return manifest


def on_one_disk(backup: Path, database: Path) -> bool:
    """Return whether losing the database's disk also loses the backup."""
    return backup.stat().st_dev == database.stat().st_dev


def spare(folder: Path, database: Path, keep: int) -> list[Path]:
    """Keep only this many backups of a database in a folder; return the removed ones, which are the oldest."""
    backups = sorted(
        manifest.parent
        for manifest in folder.glob(f"{database.stem}-*/{MANIFEST}")
        if _is_ours(manifest.parent, database)
    )
    for old in backups[:-keep]:
        shutil.rmtree(old)
    return backups[:-keep]


def _is_ours(backup: Path, database: Path) -> bool:
    try:
        datetime.strptime(backup.name.removeprefix(f"{database.stem}-"), FORM).replace(tzinfo=UTC)
    except ValueError:
        return False
    return True


async def restore(backup: Path, target: Source, *, accept: bool) -> RestoredBackup:
    """Restore a backup where no database is; with `accept`, also accept that anything after it is lost.

    The heads next to the target stay, and show which games continued after the backup. Raises StorageError.
    """
    manifest = manifest_in(backup)
    named = manifest.files_in(backup)
    if "database" not in named:
        raise StorageError(str(backup), "this is the backup of a stream: name its servers with --store")
    try:
        await asyncio.to_thread(_put_back, named, target)
    except OSError as error:
        raise system_error(error, str(target.database)) from error
    heads = await asyncio.to_thread(has_heads, heads_of(target.database))
    if heads:
        behind, missing, short = await _behind(target.database)
    else:
        behind, missing, short = await _unfinished(target.database), [], False
    if accept and (behind or missing or short or not heads):
        await accept_loss(target.database)
    of_root = await asyncio.to_thread(_is_of_root, target.database)
    return RestoredBackup(manifest.games, heads, tuple(behind), tuple(missing), accept, of_root, short)


def _put_back(named: dict[str, Path], target: Source) -> None:
    """Copy a backup's files into place, the keys once there is room for the database.

    Raises StorageError if a file is in the way.
    """
    places = {"database": target.database, **dict(target.key_files())}
    for file in (target.database, Path(f"{target.database}-wal")):
        if file.exists():
            raise StorageError(
                str(file), "it already exists: stop the service, then move the database and its -wal away together"
            )
    wanted = {role: file for role, file in named.items() if role in places and role != "database"}
    check_keys(wanted, places)
    target.database.parent.mkdir(parents=True, exist_ok=True)
    with named["database"].open("rb") as source, new_file(target.database) as made:
        shutil.copyfileobj(source, made, 1024 * 1024)
        # Last, but before the database gets its name: a full disk leaves neither.
        put_keys_back(wanted, places)


def check_keys(wanted: Mapping[str, Path], places: Mapping[str, Path]) -> None:
    """Check that no different key is in the place of a backup's key. Raises StorageError."""
    for role, file in wanted.items():
        if places[role].exists() and places[role].read_bytes() != file.read_bytes():
            raise StorageError(str(places[role]), f"it differs from the key in the backup: move it or {file} away")


def put_keys_back(wanted: Mapping[str, Path], places: Mapping[str, Path]) -> None:
    """Copy a backup's keys to the places where they are missing."""
    for role, file in wanted.items():
        if not places[role].exists():
            places[role].parent.mkdir(parents=True, exist_ok=True)
            replace_file(places[role], file.read_bytes(), 0o644 if role == "verifier" else 0o600)


async def _behind(database: Path) -> tuple[list[Fault], list[str], bool]:
    """Return the games whose logs end before the heads next to the database, and the games that it lacks.

    Also return whether the log of all games ends before its head.
    """
    faults, missing, short = list[Fault](), list[str](), False
    async with await SqliteStore.open(database, reading=True) as store:
        async for game in names_in(store):
            try:
                await store.head(game)
            except LogBehind as error:
                if not error.found:  # The game is not there at all.
                    missing.append(game)
                else:
                    faults.append(Fault(game, str(error)))
            except (StorageError, GameNotFound) as error:
                faults.append(Fault(game, str(error)))
        try:
            await store.leaf_log()
        except LeavesBehind:
            short = True
    return faults, missing, short


async def _unfinished(database: Path) -> list[Fault]:
    """Return the games that may have gone on after a backup, if nothing shows how far."""
    with tempfile.TemporaryDirectory() as scratch:
        async with await SqliteStore.open(database, heads=Path(scratch) / "heads", reading=True) as store:
            with closing(NamesOnDisk()) as over:
                async for game in ended(store):
                    over.add(game)
                unfinished = [game async for game in names_in(store) if game not in over]
    return [Fault(game, "it is not over, and nothing shows how far it had come") for game in unfinished]


def _is_of_root(database: Path) -> bool:
    return database.stat().st_uid == 0
