"""Hot games: each has one owner, which keeps what is known about it and the task that loads or changes it.

A game that somebody waits for, or that is being loaded or changed, is in use and stays. Of the others, the most
recently used ones stay. A game that is not in the store is in use while it is looked for, and displaces none.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from gunbai.record.v1 import entry_pb2 as record
from referee.game.game import Game
from referee.records.milestones import Commands, Milestones
from store.contract import DuplicateCommand, Stored

X = TypeVar("X")


Follow = Callable[[BaseException | None], None]
"""What follows from work: it gets the work's error, or None."""


def nothing(_: BaseException | None) -> None:
    """Do nothing."""


def _tell(outcome: asyncio.Future[None], follow: Follow, error: BaseException | None) -> None:
    """Finish the work's consequences, then wake the callers that still wait for it."""
    try:
        follow(error)
    except Exception as failure:  # noqa: BLE001  # the one who waits gets it
        error = error or failure
    if outcome.done():
        return
    if error is None:
        outcome.set_result(None)
    else:
        outcome.set_exception(error)


class Hot:
    """A game in memory: None while its record's content is unknown."""

    __slots__ = ("commands", "game", "latest", "loading", "lock", "milestones", "users", "writing")

    def __init__(self) -> None:
        self.game: Game | None = None
        self.milestones = Milestones()
        self.commands = Commands()
        """The answered commands, even if the store's index of them is damaged."""
        self.latest: Sequence[Stored] = ()
        """The newest write's entries, begun or done."""
        self.lock = asyncio.Lock()
        """Held by the caller who changes the game next."""
        self.loading: asyncio.Future[Any] | None = None
        self.writing: asyncio.Future[Any] | None = None
        self.users = 0

    @property
    def newest(self) -> Game | None:
        """The game at its head; None if it is unknown, or if a write in progress may change it."""
        return self.game if self.writing is None else None

    def anchor(self, version: int) -> tuple[int, bytes]:
        """Return the first version from the given one on with a known digest, and the digest.

        The game must be known.
        """
        if self.game is None:
            raise ValueError("an unknown game has no digest")
        return self.milestones.at_or_after(version) or (self.game.version, self.game.digest)

    def note(self, entries: Sequence[record.Entry]) -> None:
        """Note the digests and commands of entries that follow the ones noted before."""
        for entry in entries:
            self.milestones.note(entry)
            self.commands.note(entry)

    def check_new(self, entries: Sequence[record.Entry]) -> None:
        """Check that entries answer only new commands. Raises DuplicateCommand."""
        for entry in entries:
            if entry.command_id in self.commands:
                raise DuplicateCommand(entry.game, entry.command_id)

    def forget(self) -> None:
        """Forget the record's content."""
        self.game, self.milestones, self.commands, self.latest = None, Milestones(), Commands(), ()


class Use:
    """The use of a game in a block. A class, because every call enters one and a generator takes twice as long."""

    __slots__ = ("_game", "_games", "_hot")

    def __init__(self, games: HotGames, game: str) -> None:
        self._games, self._game = games, game

    def __enter__(self) -> Hot:
        self._hot = self._games.take(self._game)
        return self._hot

    def __exit__(self, *_: object) -> None:
        self._games.release(self._game, self._hot)


class HotGames:
    """The games in use, and a number of recently used ones."""

    def __init__(self, most_idle: int) -> None:
        self._most_idle = most_idle
        self._used: dict[str, Hot] = {}
        self._idle: OrderedDict[str, Hot] = OrderedDict()
        self._under_way: set[asyncio.Future[Any]] = set()

    def __len__(self) -> int:
        return len(self._used) + len(self._idle)

    def newest(self, game: str) -> Game | None:
        """Return a hot game at its head, and count it as used; None if it is not hot or is being changed."""
        hot = self._idle.get(game)
        if hot is not None:
            self._idle.move_to_end(game)
            return hot.newest
        hot = self._used.get(game)
        return hot.newest if hot is not None else None

    def latest(self, game: str) -> Sequence[Stored]:
        """Return the entries of the newest write to a hot game."""
        hot = self._used.get(game) or self._idle.get(game)
        return hot.latest if hot is not None else ()

    def used(self, game: str) -> Use:
        """Return a context with a game's owner, which stays until the block is left."""
        return Use(self, game)

    def load(self, game: str, hot: Hot, work: Coroutine[Any, Any, X]) -> asyncio.Future[X]:
        """Begin to load a game; return the outcome, which can be awaited and cancelled without harm to the work."""
        hot.loading = self._begin(game, hot, work, nothing)
        # A call that is cancelled lets go of the outcome, never of the load.
        return asyncio.shield(hot.loading)

    def write(self, game: str, hot: Hot, work: Awaitable[object], follow: Follow = nothing) -> asyncio.Future[None]:
        """Begin to change a game; return the outcome, which can be awaited and cancelled without harm to the work.

        The work's consequences are finished before anybody hears of it.
        """
        outcome = asyncio.get_running_loop().create_future()
        hot.writing = self._begin(game, hot, work, partial(_tell, outcome, follow))
        return outcome

    async def finished(self) -> None:
        """Wait until no load and no write is in progress."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    def _begin(self, game: str, hot: Hot, work: Awaitable[X], follow: Follow) -> asyncio.Future[X]:
        """Return the work, as a task if it is not one, which uses a game in use until it is done and followed."""
        # gRPC cancels a call's coroutine at any await once its client has gone. A cancelled commit would leave an old
        # head in memory, and a cancelled load two owners of one game: both are tasks of the game, and calls wait for
        # them.
        hot.users += 1
        begun = asyncio.ensure_future(work)
        self._under_way.add(begun)
        begun.add_done_callback(partial(self._end, game, hot, follow))
        return begun

    def _end(self, game: str, hot: Hot, follow: Follow, done: asyncio.Future[Any]) -> None:
        self._under_way.discard(done)
        hot.loading, hot.writing = None, None
        # Anyone who waited has the error; if nobody did, it concerns nobody.
        follow(asyncio.CancelledError() if done.cancelled() else done.exception())
        self.release(game, hot)

    def take(self, game: str) -> Hot:
        """Return a game's owner, which stays until it is released."""
        hot = self._used.get(game)
        if hot is None:
            hot = self._used[game] = self._idle.pop(game) if game in self._idle else Hot()
        hot.users += 1
        return hot

    def release(self, game: str, hot: Hot) -> None:
        """Release a game's owner."""
        hot.users -= 1
        if hot.users:
            return
        del self._used[game]
        if hot.game is not None:
            self._idle[game] = hot
            if len(self._idle) > self._most_idle:
                self._idle.popitem(last=False)
