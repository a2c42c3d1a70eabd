"""The watch stream: the history of a game, a message that the reader has caught up, then new entries and heartbeats."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import record_pb2 as pb
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.calls.stopping import Awaited, Quiet, Stopping
from referee.desk.desk import Desk
from referee.game.game import Game
from store.contract import VersionNotFound


class Watching:
    """One reader of one game, from a version until the game ends or the service stops."""

    def __init__(self, desk: Desk, game: Game, caller: Caller, after: int) -> None:
        if after > game.version:
            raise VersionNotFound(game.id, after, game.version)
        self._desk, self._game, self._caller = desk, game, caller
        self._told, self._head = after, game.version

    async def responses(self, stopping: Stopping, heartbeat_seconds: float) -> AsyncIterator[pb.WatchGameResponse]:
        """Yield the messages of the stream."""
        for response in self._caught_up():
            yield response
        async with (
            aclosing(self._desk.follow(self._game.id, self._told)) as entries,
            aclosing(self._until_the_end(entries, stopping, heartbeat_seconds)) as coming,
        ):
            async for entry in coming:
                if isinstance(entry, Quiet):
                    yield await self._heartbeat()
                    continue
                yield await self._entry(entry)
                for response in self._caught_up():
                    yield response
        if not self._ended():
            yield pb.WatchGameResponse(drained=pb.Drained(resume_after_version=self._told))

    def _ended(self) -> bool:
        """Return whether the last entry of the game was sent."""
        return self._game.over and self._told == self._game.version

    async def _until_the_end(
        self, entries: AsyncGenerator[record.Entry, None], stopping: Stopping, heartbeat_seconds: float
    ) -> AsyncGenerator[record.Entry | Quiet, None]:
        if self._ended():
            return
        async with aclosing(aiter(Awaited(entries, stopping, heartbeat_seconds))) as awaited:
            async for entry in awaited:
                yield entry
                if self._ended():
                    return

    async def _entry(self, entry: record.Entry) -> pb.WatchGameResponse:
        self._told = entry.version
        if entry.version > self._game.version:
            self._game = await self._desk.game(self._game.id, at_least=entry.version)
        opened = await self._desk.open_parts(self._game)
        return pb.WatchGameResponse(entries=pb.Entries(entries=[shown(self._game, entry, self._caller, opened)]))

    def _caught_up(self) -> Iterator[pb.WatchGameResponse]:
        if self._told == self._head:
            yield pb.WatchGameResponse(caught_up=pb.CaughtUp(version=self._head))

    async def _heartbeat(self) -> pb.WatchGameResponse:
        newest = await self._desk.game(self._game.id)
        return pb.WatchGameResponse(heartbeat=pb.Heartbeat(head=newest.version, head_digest=newest.digest))
