"""Live reading of logs, for all engines: a follower has a short feed, and reads what it missed from the store."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from store.contract import StoreClosed, Stored

# How many entries are read from the store at once, and how many a feed keeps for a slow follower.
CHUNK = 256

Read = Callable[[str, int, int | None], Awaitable[list[Stored]]]


class Feed:
    """The newest entries that one follower has not taken yet; beyond a limit, the oldest are dropped."""

    def __init__(self) -> None:
        self._entries: deque[Stored] = deque(maxlen=CHUNK)
        self._news = asyncio.Event()
        self._closed = False

    def put(self, entries: Sequence[Stored]) -> None:
        """Add appended entries."""
        self._entries.extend(entries)
        self._news.set()

    def forget(self) -> None:
        """Forget the entries, so that the follower reads them from the store."""
        self._entries.clear()

    def close(self) -> None:
        """Wake the follower with StoreClosed."""
        self._closed = True
        self._news.set()

    def take(self, after: int) -> list[Stored]:
        """Return all entries after a version if the next one is among them, else none: then read the store."""
        entries = [entry for entry in self._entries if entry.version > after]
        # A gap: the feed dropped entries, so it keeps its news until the follower has read the store.
        if entries and entries[0].version > after + 1:
            return []
        self._entries.clear()
        self._news.clear()
        return entries

    async def wait(self) -> None:
        """Wait until entries were put after the last `take`. Raises StoreClosed."""
        await self._news.wait()
        if self._closed:
            raise StoreClosed


class Changes:
    """The games that changed since their names were last taken, each name once."""

    def __init__(self) -> None:
        self._games: dict[str, None] = {}
        self._news = asyncio.Event()
        self._closed = False

    def put(self, game: str) -> None:
        """Add the name of a game."""
        self._games[game] = None
        self._news.set()

    def close(self) -> None:
        """Wake the reader with StoreClosed."""
        self._closed = True
        self._news.set()

    async def next(self) -> str:
        """Return the name that has waited longest. Raises StoreClosed."""
        while not self._games and not self._closed:
            self._news.clear()
            await self._news.wait()
        if self._closed:
            raise StoreClosed
        game = next(iter(self._games))
        del self._games[game]
        return game


class Followers:
    """The followers of all a store's logs. Belongs to one event loop."""

    def __init__(self) -> None:
        self._feeds: defaultdict[str, set[Feed]] = defaultdict(set)
        self._changes: set[Changes] = set()

    def changed(self, game: str) -> None:
        """Wake the followers of all games: this one has something new."""
        for changes in self._changes:
            changes.put(game)

    def publish(self, game: str, entries: Sequence[Stored]) -> None:
        """Pass appended entries to a game's followers, in the order of the log."""
        if entries:
            self.changed(game)
        if game in self._feeds:
            for feed in self._feeds[game]:
                feed.put(entries)

    def forget(self, game: str) -> None:
        """Make a game's followers read what they have not taken yet from the store."""
        for feed in self._feeds.get(game, ()):
            feed.forget()

    def close(self) -> None:
        """Close all feeds."""
        for changes in self._changes:
            changes.close()
        for feeds in self._feeds.values():
            for feed in feeds:
                feed.close()

    async def follow(self, game: str, after: int, read: Read) -> AsyncGenerator[Stored, None]:
        """Yield each entry after a version once: from the feed if it has the next one, else from the store."""
        # The feed is there before the first read: an entry appended in between is in one or the other.
        with self._feed(game) as feed:
            while True:
                entries = feed.take(after) or await read(game, after, after + CHUNK)
                for entry in entries:
                    yield entry
                    after = entry.version
                if not entries:
                    await feed.wait()

    @contextmanager
    def changes(self) -> Iterator[Changes]:
        """Yield the games that change from now on."""
        changes = Changes()
        self._changes.add(changes)
        try:
            yield changes
        finally:
            self._changes.discard(changes)

    @contextmanager
    def _feed(self, game: str) -> Iterator[Feed]:
        feed = Feed()
        self._feeds[game].add(feed)
        try:
            yield feed
        finally:
            self._feeds[game].discard(feed)
            if not self._feeds[game]:
                del self._feeds[game]
