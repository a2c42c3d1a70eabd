"""A referee's copy of the record: an SQLite file, rebuilt from the stream if it is deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

from store.contract import Stored
from store.jetstream.stream import MOST_AT_ONCE
from store.jetstream.stream_mark import StreamMark
from store.sqlite import SqliteStore, queries, writes
from store.sqlite.writes import FOLLOWED, Rehearsed, Write

T = TypeVar("T")


class Followed(NamedTuple):
    """The last message of a stream that is in a copy."""

    stream: str
    sequence: int
    digest: bytes


_FOLLOWED: ContextVar[Followed | None] = ContextVar("followed", default=None)
_TRIAL: ContextVar[bool] = ContextVar("trial", default=False)


class Copy(SqliteStore):
    """A store that the stream's follower writes, and that says beforehand whether a call would be possible."""

    follows = True

    async def rehearse(self, call: Callable[[Copy], Awaitable[None]]) -> None:
        """Make a call and undo it. Raises what the call raises."""
        with _within(_TRIAL, value=True), suppress(Rehearsed):
            await call(self)

    async def perform(self, call: Callable[[Copy], Awaitable[None]], followed: Followed) -> None:
        """Make a call, and note with it which messages of the stream are in the copy. Raises what the call raises."""
        with _within(_FOLLOWED, value=followed):
            await call(self)

    async def miss(self, game: str, expected: int, entries: tuple[Stored, ...]) -> None:
        """Note that a log should have entries that it cannot have, because the stream lost earlier ones."""
        await self._write(Write(game, {}, entries, begins=expected))

    async def lose(self, games: Mapping[str, int]) -> None:
        """Mark games that may have lost entries, each with its acknowledged version."""
        await self._write(writes.lose({game: version for game, version in games.items() if self.newest(game)}))

    async def name_log(self, name: str, *, keep: bool = False) -> None:
        """Give the log of leaves another name; with `keep`, its cosignatures are kept."""
        await self._write(writes.name(name, self._vault, keep=keep))

    async def named(self) -> bool:
        """Return whether the log of leaves has another name than the random one that each copy begins with."""
        number, _ = await self._reading.run("", queries.cosignatures, self._vault)
        return number > 1

    async def note(self, followed: Followed) -> None:
        """Note which messages of a stream are in the copy."""
        if followed.sequence:
            await self._write(Write("", {FOLLOWED: [tuple(followed)]}))

    async def followed(self, stream: str) -> Followed:
        """Return the last message of a stream that is in the copy; its sequence is 0 if there is none."""
        return Followed(stream, *await self._reading.run("", queries.followed, stream))

    async def reached(self, mark: StreamMark | None) -> Followed | None:
        """Return the last message in the copy, judging by its own note and by the mark that was written after it.

        Returns None for a database that is not a copy.
        """
        streams = await self.streams()
        if not streams:
            return None
        followed = await self.followed(streams[0])
        # A copy is at most one batch ahead of its note; a mark further ahead came from another referee.
        own = mark is not None and mark.stream == followed.stream
        if mark is None or not own or not 0 < mark.sequence - followed.sequence <= MOST_AT_ONCE:
            return followed
        return Followed(mark.stream, mark.sequence, mark.digest)

    async def log_name(self) -> str:
        """Return the name of the log of leaves; in a copy from an earlier release, it is the stream's name."""
        streams = await self.streams()
        return streams[0] if streams and not await self.named() else (await self.leaf_log()).name

    async def streams(self) -> list[str]:
        """Return the names of the streams that the copy followed."""
        return await self._reading.run("", queries.streams)

    def _write(self, write: Write) -> asyncio.Future[None]:
        if _TRIAL.get():
            # A trial is undone with its savepoint, which only a call that is written apart has for itself.
            write.alone = write.trial = True
        elif followed := _FOLLOWED.get():
            write.rows[FOLLOWED] = [tuple(followed)]
        return super()._write(write)


@contextmanager
def _within(variable: ContextVar[T], *, value: T) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
