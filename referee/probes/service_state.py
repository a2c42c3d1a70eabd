"""A service's state: what `/status` answers and `gunbai server status` prints."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from gunbai_record.text.counts import counted
from referee.server import Service
from store.contract import StoreError
from store.sqlite.writer import size_of

STREAM_SECONDS = 3.0
"""How long a stream's servers may take to answer."""


class StreamState(msgspec.Struct, frozen=True):
    """The stream that referees share, as its leader reports it: its servers, and how far behind the copy here is."""

    leader: str
    """The server that leads; empty while none does."""
    copies: dict[str, bool]
    """The servers that have the stream, and whether each has all of it."""
    messages: int
    """The stream's last message."""
    behind: int
    """How many messages this referee's copy is behind."""


class WitnessState(msgspec.Struct, frozen=True):
    """What the witnesses of the policy say of the log."""

    leaves: int
    witnessed: int
    """The greatest size of the log that the policy accepts as witnessed, since the start."""
    failing: dict[str, str]
    """What went wrong at the last submission to each witness that did not cosign it."""
    disagreeing: tuple[str, ...]
    """The witnesses that saw another log than this one, or more of it."""
    evidence: tuple[str, ...]
    """The files of checkpoints that contradict the log."""

    @property
    def sound(self) -> bool:
        """Whether no witness saw another log."""
        return not self.disagreeing and not self.evidence

    def sentences(self) -> Iterator[str]:
        """Yield what an operator reads, a line for each thing."""
        if self.evidence:
            yield f"FORKED log; evidence: {', '.join(self.evidence)}"
        yield f"Witnesses: the policy is met for {self.witnessed:,} of {counted(self.leaves, 'leaf')}"
        for name, problem in sorted(self.failing.items()):
            yield f"Witness {name} {'DISAGREES' if name in self.disagreeing else 'failed'}: {problem}"


class ServiceState(msgspec.Struct, frozen=True, kw_only=True):
    """A service's state."""

    release: str
    ready: bool
    """Whether it takes calls: it does not while it starts, stops, or cannot reach its store."""
    reached: bool
    """Whether the store can be reached."""
    doubts: tuple[str, ...]
    """Why the store may lose what it acknowledged, if the operator accepted that."""
    damaged: tuple[str, ...]
    """The damaged games, as far as is known."""
    storage_damaged: bool
    """Whether the whole storage is damaged."""
    open_calls: int
    hot_games: int
    database_bytes: int
    disk_free_bytes: int
    last_backup: datetime | None
    stream: StreamState | None = None
    witnesses: WitnessState | None = None

    @property
    def sound(self) -> bool:
        """Whether it is ready, its storage is sound, and no witness saw another log."""
        return self.ready and not self.storage_damaged and (self.witnesses is None or self.witnesses.sound)

    def sentences(self) -> Iterator[str]:
        """Yield what an operator reads, a line for each thing."""
        ready = "running with damaged storage" if self.storage_damaged else "ready"
        yield f"gunbai {self.release}: {ready if self.ready else 'not ready'}"
        if not self.reached:
            yield "The store cannot be reached."
        yield from (f"Acknowledged entries may be lost: {doubt}" for doubt in self.doubts)
        if self.stream is not None:
            yield f"Leader of the stream: {self.stream.leader or 'none'}"
            copies = (f"{name}{'' if whole else ' (behind)'}" for name, whole in sorted(self.stream.copies.items()))
            yield f"Copies of the stream: {', '.join(copies)}"
            yield f"Behind the stream: {self.stream.behind} of {counted(self.stream.messages, 'message')}"
        if self.storage_damaged:
            yield "Damaged storage: see the log, and run `gunbai server doctor`."
        yield f"Damaged games: {', '.join(self.damaged) or 'none found'}"
        if self.witnesses is not None:
            yield from self.witnesses.sentences()
        yield f"Open calls: {self.open_calls}; games in memory: {self.hot_games}"
        yield f"Database: {self.database_bytes / 1e6:,.1f} MB; free on its disk: {self.disk_free_bytes / 1e9:,.1f} GB"
        yield f"Last backup: {f'{self.last_backup:%Y-%m-%d %H:%M} UTC' if self.last_backup else 'none known'}"


def database_bytes(database: Path) -> int:
    """Return the size of a database with its write-ahead log."""
    return size_of(database) + size_of(Path(f"{database}-wal"))


def backed_up_of(database: Path) -> Path:
    """Return the file next to a database that shows the last backup."""
    return database.with_name(f"{database.name}.backed-up")


def last_backup(database: Path) -> datetime | None:
    """Return when a database was last backed up, if that is known."""
    try:
        return datetime.fromtimestamp(backed_up_of(database).stat().st_mtime, UTC)
    except OSError:
        return None


async def state_of(service: Service, store: Any, database: Path) -> ServiceState:
    """Return the state of a service with its record in this store."""
    return ServiceState(
        release=version("gunbai"),
        ready=service.ready,
        reached=service.reached,
        doubts=service.doubts,
        damaged=tuple(sorted(service.damaged - {""})),
        storage_damaged="" in service.damaged,
        open_calls=service.open_calls,
        hot_games=service.hot_games,
        database_bytes=database_bytes(database),
        disk_free_bytes=shutil.disk_usage(database.parent).free,
        last_backup=last_backup(database),
        stream=await stream_of(store),
        witnesses=_witnesses_of(service),
    )


def _witnesses_of(service: Service) -> WitnessState | None:
    """Return what the witnesses of a service's policy say; None without a policy."""
    if (asked := service.submissions) is None:
        return None
    evidence = tuple(map(str, asked.evidence))
    return WitnessState(asked.leaves, asked.witnessed, asked.failing, tuple(asked.disagreeing), evidence)


async def stream_of(store: Any) -> StreamState | None:
    """Return the state of a store's stream; None for a database of its own.

    While no server answers, it has no leader.
    """
    if not hasattr(store, "copies"):
        return None
    try:
        async with asyncio.timeout(STREAM_SECONDS):
            leader, copies = await store.copies()
            reached, messages = await store.progress()
    except (StoreError, TimeoutError):
        return StreamState("", {}, 0, 0)
    return StreamState(leader, copies, messages, max(0, messages - reached))
