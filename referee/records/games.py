"""Games in a store, for reading: their positions and entries, with the recently used games kept hot.

A hot game takes the memory of its table; any other game takes none and is folded from its record on demand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeAlias

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from referee.access.charges import account, timed
from referee.game.entries import Added
from referee.game.game import Game, check_served
from referee.game.titles import Titles
from referee.records.held_shares import Held
from referee.records.hot_games import Hot, HotGames
from referee.records.loading import Loading
from referee.records.openness import shares_opened
from referee.records.provenance import recorded_in, standing_of
from referee.records.replaying import M, Moment, Replay
from referee.records.stored_entries import as_written, check_stored, linked
from referee.records.workers import Workers
from store.contract import Conflict, Opening, Store, VersionNotFound, WentBack
from store.position_cache import Positions
from store.shared_state import LocalState, SharedState

_CHUNK = 256

Completion: TypeAlias = Callable[[Game], Awaitable[Added]]
"""Writes what the referee owes a game that was just loaded, and returns it. Raises Conflict if another was faster."""


async def owes_nothing(game: Game) -> Added:
    """Return a loaded game unchanged: reading adds nothing to it."""
    return Added(game, ())


class Games:
    """The positions and entries of a store's games. It belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        titles: Titles,
        *,
        hot_games: int = 2048,
        positions: Positions | None = None,
        workers: Workers | None = None,
        shared_state: SharedState | None = None,
    ) -> None:
        self.store, self.titles = store, titles
        self.workers = workers or Workers("folding", threads=2, queue=256)
        self.hot = HotGames(hot_games)
        self.loading = Loading(store, titles, positions or Positions(), self.workers)
        self.shared_state = shared_state or LocalState()
        self.held = Held(self.shared_state)
        self.complete: Completion = owes_nothing
        """Called with each loaded game, before anybody sees it."""

    async def game(self, game: str, at_least: int = 0) -> Game:
        """Return the game at its head, which is at least `at_least`. Raises GameNotFound or RecordDamaged."""
        await self.store.catch_up()
        newest = self.hot.newest(game)
        if newest is not None and newest.version >= max(at_least, self.store.newest(game)):
            return newest
        with self.hot.used(game) as hot:
            return await self.load_head(game, hot)

    async def unverified(self, game: str) -> Opening | None:
        """Return an imported, unverified record; None for any other game. Raises GameNotFound."""
        if self.hot.newest(game) is not None:
            return None
        opening = await self.loading.opening(game)
        return opening if standing_of(opening.provenance) == "unverified" else None

    async def went_back(self, game: Game) -> bool:
        """Return whether a game lost entries before its end, so that it takes no new ones."""
        return not game.over and bool((await self.store.head(game.id)).lost)

    async def check_playable(self, game: Game) -> None:
        """Check that a game takes new entries, as far as its log is concerned. Raises WentBack."""
        written = self.hot.latest(game.id)
        if written and written[-1].version == game.version:
            return  # It took this one just now.
        head = await self.store.head(game.id)
        if head.lost and not game.over:
            raise WentBack(game.id, head.lost, head.version, started=bool(game.started))

    def check_shown(self, game: Game) -> None:
        """Check that a game's positions can be shown. Raises TitleNotServed."""
        check_served(game)

    def last_shown(self, newest: Game) -> int:
        """Return the last version of a game whose position can be shown: its head."""
        return newest.version

    async def position(self, game: str, version: int) -> Game:
        """Return the game at a version; 0 means the head.

        Raises GameNotFound, VersionNotFound, RecordDamaged or TitleNotServed.
        """
        newest = await self.game(game)
        self.check_shown(newest)
        return await self._position(game, newest, version)

    async def _position(self, game: str, newest: Game, version: int) -> Game:
        if version in {0, newest.version}:
            return newest
        if version > newest.version:
            raise VersionNotFound(game, version, newest.version)
        with self.hot.used(game) as hot:
            await self.load_head(game, hot)
            return await self.loading.position(game, version, self.entries, hot.milestones)

    async def outline(self, game: str, version: int) -> Game:
        """Return the game at a version, except that its table may be later: this reads only one entry.

        0 means the head. Before a branch's first entry the charter is the parent's, so there the game is folded. Raises
        GameNotFound, VersionNotFound or RecordDamaged.
        """
        newest = await self.game(game)
        # Before the start, seats change hands in entries, and the head's would be wrong for them.
        first = max(newest.started, newest.charter.parent_version + 1)
        if not first <= version < newest.version:
            return await self._position(game, newest, version)
        (entry,) = await self.entries(game, version - 1, version)
        return msgspec.structs.replace(newest, version=version, digest=entry.digest, changed_at=entry.at_micros)

    async def entries(self, game: str, after: int = 0, upto: int | None = None) -> list[record.Entry]:
        """Return entries as they were written, across forks. Raises GameNotFound or RecordDamaged.

        They are checked against the game's head: the entries after them are read too, up to the next known digest.
        """
        with self.hot.used(game) as hot:
            newest = await self.load_head(game, hot)
            upto = newest.version if upto is None else min(upto, newest.version)
            if after >= upto:
                return []
            end, digest = hot.anchor(upto)
        log = await self.store.read(game, after, end)
        if len(log) > _CHUNK:
            # Hashing a long log on the event loop would hold up every other call.
            entries, seconds = await asyncio.to_thread(timed, lambda: linked(game, log, after, digest))
            account()(seconds)
        else:
            entries = linked(game, log, after, digest)
        return entries[: upto - after]

    async def glimpsed(self, game: str, after: int, upto: int) -> list[record.Entry]:
        """Return entries as the store has them, without loading the game: each fits its own digest, no more.

        Raises GameNotFound or RecordDamaged.
        """
        entries = [as_written(game, entry) for entry in await self.store.read(game, after, upto)]
        for version, entry in enumerate(entries, after + 1):
            check_stored(entry, version, entry.previous)
        return entries

    async def history(self, game: str, after: int, upto: int) -> AsyncGenerator[record.Entry, None]:
        """Yield the entries up to a version, read a few hundred at a time. Raises GameNotFound or RecordDamaged."""
        while after < upto:
            # Pieces end at multiples, where a milestone is known: nothing beyond them must be read to check them.
            entries = await self.entries(game, after, min(after - after % _CHUNK + _CHUNK, upto))
            if not entries:
                return
            for entry in entries:
                yield entry
            after = entries[-1].version

    async def replay(
        self, newest: Game, first: int, last: int, show: Callable[[Moment], M], start: Game | None = None
    ) -> AsyncGenerator[M, None]:
        """Yield what is shown of each of a game's positions from one version to another, from one fold.

        `start` is the position before the first, if it is known. Raises RecordDamaged, ServiceBusy or ServiceStopping.
        """
        game, after = newest.id, first - 1
        start = start or (await self.position(game, after) if after else None)
        before = await self.entries(game, after - 1, after) if after else [None]
        replay = Replay(self.titles, await self.loading.secrets(game, last), start, before[-1], show)
        while after < last:
            entries = await self.entries(game, after, min(after - after % _CHUNK + _CHUNK, last))
            async with aclosing(replay.shown(entries, self.workers)) as messages:
                async for message in messages:
                    yield message
            after = entries[-1].version

    async def follow(self, game: str, after: int) -> AsyncGenerator[record.Entry, None]:
        """Yield the entries after a version, and new ones as they come. Raises GameNotFound or RecordDamaged."""
        newest = await self.game(game)
        # At the head, no entry is read below whose digest could be taken.
        previous = newest.digest if after == newest.version else b""
        async for entry in self.history(game, after, newest.version):
            yield entry
            after, previous = entry.version, entry.digest
        async with aclosing(self.store.follow(game, after)) as log:
            async for row in log:
                entry = as_written(game, row)
                # Do not hash again for each follower what was just written.
                if row not in self.hot.latest(game):
                    check_stored(entry, after + 1, previous or entry.previous)
                yield entry
                after, previous = entry.version, entry.digest

    async def ancestors(self, game: Game) -> list[tuple[Game, int]]:
        """Return a game's ancestors at their heads, nearest first, each with the last version shared."""
        charter, shared, ancestors = game.charter, game.version, []
        while charter.parent:
            above = await self.game(charter.parent)
            shared = min(shared, charter.parent_version)
            ancestors.append((above, shared))
            charter = above.charter
        return ancestors

    async def opened(self, game: Game) -> bool:
        """Return whether everything in a record is open: the game is over, and so are all whose secrets it shares."""
        return game.over and await shares_opened(self.game, game)

    async def hides(self, newest: Game, position: Game) -> bool:
        """Return whether a game's position has facts that not everybody can know yet; its head is `newest`."""
        return position.sealed and not await self.opened(newest)

    async def open_parts(self, game: Game) -> frozenset[str]:
        """Return the games whose entries in a record are open to everybody, as far as anything is sealed in them.

        A branch with the seats' consents hides what it shares to its own end, any other branch only as long as its
        parent does.
        """
        if game.over and await self.opened(game):
            family = [game, *(above for above, _ in await self.ancestors(game))]
            return frozenset(recorded for member in family for recorded in recorded_in(member))
        if game.charter.holders or not game.charter.shares_sealed:
            return frozenset()
        return await self.open_parts(await self.game(game.charter.parent))

    async def forget(self, game: str) -> None:
        """Forget what is cached for a game: names were removed from it, here or by another process."""
        with self.hot.used(game) as hot:
            hot.forget()
        await self.loading.forget(game)

    async def load_head(self, game: str, hot: Hot) -> Game:
        """Return the game at its head, once no write is in progress; it is loaded if it is not hot."""
        while True:
            if hot.writing is not None:
                # Unlike awaiting the write itself, this neither raises its error nor cancels it.
                await asyncio.wait({hot.writing})
            elif hot.game is not None:
                # Another referee may have written to the game, which this process learns from the heads.
                if hot.game.version >= self.store.newest(game):
                    return hot.game
                # Somebody else has written to the game.
                hot.forget()
            elif hot.loading is not None:
                # Others wait for this load too, so a caller who leaves must not cancel it.
                await asyncio.shield(hot.loading)
            else:
                await self.hot.load(game, hot, self._loaded(game, hot))

    async def _loaded(self, game: str, hot: Hot) -> None:
        """Fold a game from its record, have it completed, and make it hot."""
        while True:
            forgotten = self.loading.forgotten
            loaded = await self.loading.head(game)
            if forgotten != self.loading.forgotten:
                # Names were removed meanwhile, which may still be in what was loaded.
                continue
            try:
                added = await self.complete(loaded.game)
            except Conflict:
                # Somebody else has written to the game.
                continue
            hot.game, hot.milestones, hot.commands = added.game, loaded.milestones, loaded.commands
            hot.note(added.entries)
            return
