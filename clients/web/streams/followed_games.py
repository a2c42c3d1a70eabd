"""The games that visitors follow: one watch for each game, which tells all its followers the newest version.

A watch belongs to one of the followers, with their token and quota. If they leave, or the service refuses them, the
next one takes over. Only the newest version is passed on: slow readers miss the versions in between.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypedDict, cast

from clients.web.room import Room
from clients.web.streams.connections import Connections
from gunbai_client.aio import Gunbai
from gunbai_client.errors import Exhausted, NotAllowed, NotFound
from gunbai_record.errors import GunbaiError

IN_ALL = 4000
"""How many games are followed at once, each counted once per follower."""
FOR_ONE = 200
"""How many of them by one visitor."""
BEAT = 15.0
"""The interval, in seconds, of heartbeats to followers; pages take 2 missing heartbeats as a loss."""
AGAIN = 1.0
"""After how many seconds a watch tries again to reach a service that is unavailable."""


BESIDES = frozenset({"present", "talk"})
"""The news that no news of the game itself replaces."""


class News(TypedDict, total=False):
    """News of a game; empty news is a heartbeat."""

    game: str
    head: int
    over: bool
    """The game is over, and nothing more follows."""
    lost: bool
    """The service cannot be reached: earlier news may be out of date."""
    problem: str
    """Why the game cannot be followed."""
    present: list[int]
    """The seats whose players follow it."""
    talk: int
    """How many messages there were at the table."""


Tell: TypeAlias = Callable[[News], None]


@dataclass(eq=False)
class _Follower:
    """A follower of a game, with the client that sees what they may see."""

    reader: Gunbai
    tell: Tell


@dataclass
class _Watch:
    """A game watched for its followers; the watch belongs to the first of them."""

    game: str
    head: int
    followers: list[_Follower] = field(default_factory=list)
    present: Counter[int] = field(default_factory=Counter)
    task: asyncio.Task[None] | None = None

    def tell(self, news: News) -> None:
        """Tell all followers the news."""
        for follower in self.followers:
            follower.tell(news)

    def tell_present(self) -> None:
        """Tell all followers which seats follow the game."""
        self.tell(News(game=self.game, present=sorted(+self.present)))


class FollowedGames:
    """The games that are followed on one site's server."""

    def __init__(self, connections: Connections) -> None:
        """Follow a service's games."""
        self._connections = connections
        self._watches: dict[str, _Watch] = {}
        self._room = Room("REQUESTS", IN_ALL, FOR_ONE)

    @property
    def watched(self) -> int:
        """How many games are being watched."""
        return len(self._watches)

    def tell(self, news: News) -> None:
        """Tell all followers of a game the news."""
        if watch := self._watches.get(news["game"]):
            watch.tell(news)

    @contextmanager
    def following(
        self, visitor: str, game: str, head: int, reader: Gunbai, tell: Tell, *, seats: Iterable[int] = ()
    ) -> Iterator[int]:
        """Subscribe a visitor to news after a version, and yield the newest known news. Raises Exhausted.

        The others learn that the visitor's seats are present.
        """
        with self._room.held(visitor):
            watch = self._watches.setdefault(game, _Watch(game, head))
            watch.head = max(watch.head, head)
            follower = _Follower(reader, tell)
            watch.followers.append(follower)
            watch.present.update(seats)
            # The plus drops seats with a count of 0.
            if seats or +watch.present:
                watch.tell_present()
            if watch.task is None or watch.task.done():
                self._begin(watch)
            try:
                yield watch.head
            finally:
                self._leave(watch, follower)
                watch.present.subtract(seats)
                if seats:
                    watch.tell_present()

    def _leave(self, watch: _Watch, follower: _Follower) -> None:
        """Let a follower go; a watch that was theirs goes to the next one, or ends with the last."""
        was_theirs = watch.followers[:1] == [follower]
        # One that the service refused has been removed before it leaves.
        if follower in watch.followers:
            watch.followers.remove(follower)
        # A watch uses the token and the quota of somebody who may have left for good.
        if was_theirs and watch.task is not None and not watch.task.done():
            watch.task.cancel()
            if watch.followers:
                self._begin(watch)
        # When such a follower leaves, the game may already have another watch.
        if not watch.followers and self._watches.get(watch.game) is watch:
            del self._watches[watch.game]

    def _begin(self, watch: _Watch) -> None:
        watch.task = asyncio.create_task(self._follow(watch))

    async def _follow(self, watch: _Watch) -> None:
        """Watch a game until it is over or has no followers."""
        refused = 0
        while watch.followers:
            first = watch.followers[0]
            try:
                async with self._connections.lasting() as gunbai:
                    reader = replace(first.reader, stubs=gunbai.stubs)
                    # Pages verify for themselves; and a failure must be told at once, not after the client's own
                    # patience.
                    async for update in reader.updates(watch.game, watch.head, verify=False, patience=0):
                        refused = 0
                        # A caught-up message also ends a loss.
                        watch.head = max(watch.head, update.version)
                        watch.tell(News(game=watch.game, head=watch.head))
            except (NotAllowed, NotFound) as error:
                # Only this follower may not see the game: the next one's token is tried.
                watch.followers.remove(first)
                first.tell(News(game=watch.game, problem=str(error)))
            except GunbaiError as error:
                if isinstance(error, Exhausted):
                    # Only this follower's quota is used up: the next one's is used.
                    watch.followers.append(watch.followers.pop(0))
                    refused += 1
                    if refused < len(watch.followers):
                        continue
                refused = 0
                watch.tell(News(game=watch.game, lost=True))
                await asyncio.sleep(AGAIN)
            else:
                watch.tell(News(game=watch.game, over=True))
                return


class Inbox:
    """The latest news of each game for one follower: newer news replaces unread news."""

    def __init__(self) -> None:
        self._news: dict[str, News] = {}
        self._came = asyncio.Event()

    def put(self, news: News) -> None:
        """Add a game's news.

        Its end comes with its newest version, which may be unread; presence and talk come with every one.
        """
        unread = self._news.get(news["game"], News())
        whole = ("over" in news and "head" in unread) or not BESIDES.isdisjoint(news)
        kept = unread if whole else {name: value for name, value in unread.items() if name in BESIDES}
        self._news[news["game"]] = cast("News", {**kept, **news})
        self._came.set()

    async def read(self) -> AsyncGenerator[News, None]:
        """Yield the news as they come, and a heartbeat after each silence."""
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await self._came.wait()
            except TimeoutError:
                yield News()
                continue
            self._came.clear()
            news, self._news = self._news, {}
            for item in news.values():
                yield item
