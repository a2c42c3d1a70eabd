"""The copy of the record that a referee reads from: an SQLite file, made anew from the stream if it is deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

from store.contract import Store, Stored
from store.sqlite import SqliteStore, queries
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
    """A store that is written by what follows the stream, and tells before whether a call would be possible."""

    follows = True

    async def rehearse(self, call: Callable[[Store], Awaitable[None]]) -> None:
        """Make a call and undo it. Raises what the call raises."""
        with _within(_TRIAL, value=True), suppress(Rehearsed):
            await call(self)

    async def perform(self, call: Callable[[Store], Awaitable[None]], followed: Followed) -> None:
        """Make a call, and note with it which messages of the stream are in the copy. Raises what the call raises."""
        with _within(_FOLLOWED, value=followed):
            await call(self)

    async def miss(self, game: str, expected: int, entries: tuple[Stored, ...]) -> None:
        """Note that a log should have entries which it cannot have, since the stream lost others before them."""
        await self._write(Write(game, {}, entries, begins=expected))

    async def note(self, followed: Followed) -> None:
        """Note which messages of a stream are in the copy."""
        if followed.sequence:
            await self._write(Write("", {FOLLOWED: [tuple(followed)]}))

    async def followed(self, stream: str) -> Followed:
        """Return the last message of a stream that is in the copy; its sequence is 0 if there is none."""
        return Followed(stream, *await self._reading.run("", queries.followed, stream))

    async def streams(self) -> list[str]:
        """Return the names of the streams that the copy followed."""
        return await self._reading.run("", queries.streams)

    def _write(self, write: Write) -> asyncio.Future[None]:
        if _TRIAL.get():
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
