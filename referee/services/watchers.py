"""Watchers: all of a game's watchers are served together.

One task follows a watched game, however many watch it. What has come since its last round is sealed and serialized once
for each audience, and the same bytes go into every watcher's queue. Rounds keep a pace that leaves time for other
calls: many watchers get several entries in one message instead of many messages. A watcher that takes its messages too
slowly loses its place when its queue is full, and can resume.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Container, Iterator, Sequence
from contextlib import aclosing, contextmanager
from typing import NamedTuple

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import record_pb2 as pb
from referee.access.audience import audience_of, shown
from referee.access.callers import Caller, stands
from referee.calls.stopping import Stopping
from referee.errors import TokenRevoked
from referee.game.game import Game
from referee.game.translator import Translator
from referee.records.games import Games
from referee.services.entry_sentences import Says, entries_in_words
from referee.services.game_messages import clocks_of
from referee.services.prompts import share_due

QUEUE = 32
"""How many messages can wait for a watcher."""
LARGEST_MESSAGE = 256 * 1024
"""A message is sent when it exceeds this, in bytes: the next entry goes into the next message."""
PACE_SECONDS = 200e-6
"""The time between two rounds, per watcher of the service: more than it takes to send them a message."""
_AT_ONCE = 16
"""How many watchers are woken before other calls have their turn."""


class Message(NamedTuple):
    """A serialized message of the watch stream, its entries' versions (0: none), and whether it is the last."""

    first: int
    last: int
    data: bytes
    ends: bool = False


class WatcherPlace:
    """One watcher's place: the messages that it has not taken yet."""

    def __init__(self, caller: Caller, translator: Translator | None = None) -> None:
        self.caller, self.translator = caller, translator
        self._messages: deque[Message] = deque()
        self._news = asyncio.Event()
        self._closed = False
        self._error: Exception | None = None

    @property
    def audience(self) -> object:
        """Who the watcher gets the messages with: places with one audience get the same."""
        return audience_of(self.caller), self.translator and self.translator.language

    @property
    def open(self) -> bool:
        """Whether the watcher still has the place."""
        return not self._closed

    def put(self, messages: Sequence[Message]) -> None:
        """Add messages; the place is lost if there are too many."""
        self._messages.extend(messages)
        # A watcher that does not read must not fill the memory; it can resume by version.
        if len(self._messages) > QUEUE:
            self.close()
        self._news.set()

    def close(self, error: Exception | None = None) -> None:
        """Take the place away: the watcher gets nothing more, or the error."""
        self._closed, self._error = True, error
        self._messages.clear()
        self._news.set()

    async def next(self) -> Message | None:
        """Return the next message, or None when the place is lost. Raises the error of the game's task."""
        while not self._messages and not self._closed:
            self._news.clear()
            await self._news.wait()
        if self._error is not None:
            raise self._error
        return None if self._closed else self._messages.popleft()


class GameWatchers:
    """One game's watchers, and the task that serves them."""

    def __init__(self, watchers: Watchers, game: Game) -> None:
        self._watchers, self._game = watchers, game
        self.queued = game.version
        """The last version in the watchers' queues."""
        self.places: set[WatcherPlace] = set()
        self._pending: list[record.Entry] = []
        self._news = asyncio.Event()
        self._serving = asyncio.create_task(self._serve())

    def leave(self) -> None:
        """End the task."""
        self._serving.cancel()

    async def _serve(self) -> None:
        """Serve until the last watcher has left, or the service stops."""
        following = asyncio.create_task(self._follow())
        stop = asyncio.create_task(self._watchers.stopping.wait())
        news = asyncio.create_task(self._news.wait())
        try:
            while not stop.done():
                waiting = {news, stop, following}
                await asyncio.wait(
                    waiting, timeout=self._watchers.heartbeat_seconds, return_when=asyncio.FIRST_COMPLETED
                )
                if following.done():
                    # Raises what it has failed with.
                    following.result()
                if self._pending:
                    await self._round()
                elif not stop.done():
                    await self._beat()
                if news.done():
                    news = asyncio.create_task(self._news.wait())
            self._close()
        except Exception as error:  # noqa: BLE001  # the table of statuses decides what the watchers get
            self._close(error)
        finally:
            for task in (following, stop, news):
                task.cancel()

    async def _follow(self) -> None:
        async with aclosing(self._watchers.games.follow(self._game.id, self.queued)) as entries:
            async for entry in entries:
                self._pending.append(entry)
                self._news.set()

    async def _round(self) -> None:
        """Put the new entries into all queues, then leave time for other calls."""
        entries, self._pending = self._pending, []
        # Before the first await: entries that come meanwhile set it again.
        self._news.clear()
        base = self._game
        # The watch may be ahead of the game in memory, which must know the seats of these entries.
        self._game = await self._watchers.games.game(self._game.id, at_least=entries[-1].version)
        opened = await self._watchers.games.open_parts(self._game)
        made: dict[object, list[Message]] = {}
        # A copy, since watchers may leave while the sentences are awaited.
        for place in tuple(self.places):
            if not stands(self._game, place.caller):
                place.close(TokenRevoked(place.caller.seat))
            elif place.audience not in made:
                says = await self._says(place.translator, entries, base) if place.translator else None
                seen = messages(self._game, entries, place.caller, opened, says)
                made[place.audience] = [*seen, *reminders(self._watchers.games, self._game, place.caller)]
        # Without an await between these lines, a place is either in the list or begins after these entries.
        self.queued = entries[-1].version
        waiting = [(place, made[place.audience]) for place in self.places if place.open and place.audience in made]
        for number, (place, own) in enumerate(waiting, 1):
            place.put(own)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)
        # Only gRPC can send a message to each watcher, and nothing makes that cheaper. With a longer pause, one message
        # has more entries.
        await asyncio.sleep(PACE_SECONDS * self._watchers.count)

    async def _says(self, translator: Translator, entries: Sequence[record.Entry], base: Game) -> Says:
        """Return what puts arrived entries in words; `base` is the previous round's game."""
        return await entries_in_words(self._watchers.games, self._game, translator, entries, base)

    async def _beat(self) -> None:
        """Send the head to all: a sign of life."""
        newest = await self._watchers.games.game(self._game.id)
        beat = pb.WatchGameResponse(heartbeat=pb.Heartbeat(head=newest.version, head_digest=newest.digest))
        for place in self.places:
            place.put([Message(0, 0, beat.SerializeToString())])

    def _close(self, error: Exception | None = None) -> None:
        for place in self.places:
            place.close(error)


class Watchers:
    """The watchers of all watched games. Belongs to one event loop."""

    def __init__(self, games: Games, stopping: Stopping, heartbeat_seconds: float) -> None:
        self.games, self.stopping, self.heartbeat_seconds = games, stopping, heartbeat_seconds
        self._by_game: dict[str, GameWatchers] = {}
        self.count = 0

    @contextmanager
    def place(
        self, game: Game, caller: Caller, translator: Translator | None = None
    ) -> Iterator[tuple[WatcherPlace, int]]:
        """Yield a place among a game's watchers, and the version after which its queue begins.

        With a translator, the entries also come in words.
        """
        served = self._by_game.get(game.id)
        if served is None:
            served = self._by_game[game.id] = GameWatchers(self, game)
        place = WatcherPlace(caller, translator)
        served.places.add(place)
        self.count += 1
        try:
            yield place, served.queued
        finally:
            self.count -= 1
            served.places.discard(place)
            if not served.places:
                served.leave()
                del self._by_game[game.id]


def messages(
    game: Game, entries: Sequence[record.Entry], caller: Caller, opened: Container[str], says: Says | None = None
) -> Iterator[Message]:
    """Yield the messages with entries as a watcher can see them; `game` is known up to the last.

    `opened` has the games whose entries are open to everybody; `says` puts entries in words for those who asked.
    """
    together, size = pb.Entries(), 0
    for entry in entries:
        seen = shown(game, entry, caller, opened)
        together.entries.append(seen)
        size += seen.ByteSize()
        if says is not None:
            together.sentences.append(says(seen))
            size += together.sentences[-1].ByteSize()
        if size > LARGEST_MESSAGE or entry is entries[-1]:
            first, last = together.entries[0].version, entry.version
            data = pb.WatchGameResponse(entries=together).SerializeToString()
            yield Message(first, last, data, ends=game.over and last == game.version)
            together, size = pb.Entries(), 0


def reminders(games: Games, game: Game, caller: Caller) -> Iterator[Message]:
    """Yield a watcher's news besides entries: the clocks, and a share of chance that their seat owes.

    `game` is at its head.
    """
    clocks = clocks_of(game)
    if clocks is not None:
        yield Message(0, 0, pb.WatchGameResponse(clocks=clocks).SerializeToString())
    due = share_due(game, games.held.of(game))
    if due is not None and caller.seat in due.seats:
        yield Message(0, 0, pb.WatchGameResponse(share_due=due).SerializeToString())
