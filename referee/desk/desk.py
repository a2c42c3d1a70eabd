"""The desk: games in a store, the recently used ones kept hot, and the changes of each game made one after another.

A hot game takes the memory of its table; any other game takes none and is folded from its record on demand. Changes of
one game wait for each other; changes of different games share the store's commits.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Sequence
from itertools import takewhile
from time import time_ns
from typing import NamedTuple, TypeVar

import msgspec
from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import referee_pb2
from gunbai_client.chain import ChainError, check
from referee.desk.summaries import summary_of
from referee.errors import CommandIdReused, GameOver, RecordDamaged, VersionConflict
from referee.game.entries import Added
from referee.game.fold import fold
from referee.game.game import Game
from referee.game.judge import Command, Refused, judge, settled
from referee.game.titles import Titles
from store.contract import Conflict, DuplicateCommand, Grant, Opening, Store, Stored, VersionNotFound

_CHUNK = 256

R = TypeVar("R", bound=Added | Refused)


def no_grants(_: Added) -> Sequence[Grant]:
    """Return no grant: most changes issue no token."""
    return ()


class Written(NamedTuple):
    """An accepted command on disk: the game, the entries, and whether they had been written before."""

    game: Game
    entries: Sequence[record.Entry]
    repeated: bool = False


class Hot:
    """A hot game; None while the content of its record is not known."""

    __slots__ = ("game", "lock")

    def __init__(self, game: Game | None = None) -> None:
        self.game = game
        self.lock = asyncio.Lock()


class Desk:
    """Games in a store. It belongs to one event loop."""

    def __init__(self, store: Store, titles: Titles, *, hot_games: int = 2048) -> None:
        self.store, self.titles = store, titles
        self._hot_games = hot_games
        self._games: OrderedDict[str, Hot] = OrderedDict()

    def now(self) -> int:
        """Return the time in microseconds since 1970 (UTC)."""
        return time_ns() // 1000

    async def game(self, game: str, at_least: int = 0) -> Game:
        """Return the game at its head, which is at least `at_least`. Raises GameNotFound or RecordDamaged."""
        hot = self._hot(game)
        if hot.game is not None and hot.game.version >= at_least:
            return hot.game
        async with hot.lock:
            if hot.game is not None and hot.game.version < at_least:
                hot.game = None
            return await self._known(hot, game)

    async def position(self, game: str, version: int) -> Game:
        """Return the game at a version; 0 means the head. Raises GameNotFound, VersionNotFound or RecordDamaged."""
        newest = await self.game(game)
        if version in {0, newest.version}:
            return newest
        if version > newest.version:
            raise VersionNotFound(game, version, newest.version)
        return await self._folded(game, version)

    async def outline(self, game: str, version: int) -> Game:
        """Return the game at a version, except that its table may be later: this reads one entry only.

        Before a branch's first entry the charter is the parent's, so there the game is folded. Raises like `position`.
        """
        newest = await self.game(game)
        first = max(newest.started, newest.charter.parent_version + 1)
        if not first <= version < newest.version:
            return await self.position(game, version)
        (entry,) = await self.entries(game, version - 1, version)
        return msgspec.structs.replace(newest, version=version, digest=entry.digest, changed_at=entry.at_micros)

    async def entries(self, game: str, after: int = 0, upto: int | None = None) -> list[record.Entry]:
        """Return entries as they were written, across forks. Raises GameNotFound."""
        return [as_written(game, entry) for entry in await self.store.read(game, after, upto)]

    async def history(self, game: str, after: int, upto: int) -> AsyncGenerator[record.Entry, None]:
        """Yield the entries up to a version, read a few hundred at a time. Raises GameNotFound or RecordDamaged."""
        previous = b""
        for first in range(after, upto, _CHUNK):
            for version, entry in enumerate(await self.entries(game, first, min(first + _CHUNK, upto)), first + 1):
                check_stored(entry, version, previous or entry.previous)
                previous = entry.digest
                yield entry

    async def follow(self, game: str, after: int) -> AsyncGenerator[record.Entry, None]:
        """Yield the entries after a version, and new ones as they come. Raises GameNotFound."""
        async for entry in self.store.follow(game, after):
            yield as_written(game, entry)

    async def ancestors(self, game: Game) -> list[tuple[Game, int]]:
        """Return the ancestors of a game at their heads, nearest first, each with the last version shared."""
        charter, shared, found = game.charter, game.version, []
        while charter.parent:
            above = await self.game(charter.parent)
            shared = min(shared, charter.parent_version)
            found.append((above, shared))
            charter = above.charter
        return found

    async def open_secrets(self, game: Game) -> dict[str, bytes]:
        """Return the open secrets of a game and of those that it was forked from, by game."""
        family = [game, *(above for above, _ in await self.ancestors(game))]
        return {known.id: known.secret for known in family if known.over}

    async def create(self, added: Added, opening: Opening, grants: Sequence[Grant]) -> Game:
        """Write the first entry of a game and keep the game hot."""
        await self.branch(added, opening, grants)
        self._games[added.game.id] = Hot(added.game)
        return added.game

    async def branch(self, added: Added, opening: Opening, grants: Sequence[Grant]) -> Game:
        """Write the first entry of a branch, which is folded when it is first used."""
        await self.store.create(opening, [stored(entry) for entry in added.entries], grants, summary_of(added.game))
        return added.game

    async def change(
        self, game: str, change: Callable[[Game], R], grants: Callable[[Added], Sequence[Grant]] = no_grants
    ) -> R:
        """Write what `change` adds to the game before anything else is added, with the grants for it.

        `change` is called again if another writer was faster. Until the store has answered the head is not known, so a
        call that is cancelled leaves no wrong one behind.
        """
        hot = self._hot(game)
        async with hot.lock:
            while True:
                before = await self._known(hot, game)
                changed = change(before)
                if isinstance(changed, Refused):
                    return changed
                hot.game = None
                try:
                    await self._append(before, changed, grants(changed))
                except Conflict:
                    continue
                hot.game = changed.game
                return changed

    async def submit(self, actor: int, request: referee_pb2.SubmitRequest) -> Written | Refused:
        """Judge a command and write what follows; a command that was accepted before gets its first ruling again."""

        def judged(game: Game) -> Added | Refused:
            message = self.titles.parse(game.charter.rulebook, request.command)
            command = Command(
                actor, request.command_id, request.expected_version, request.command, message, request.signature
            )
            return judge(game, command, self.now())

        try:
            ruling = await self.change(request.game, judged)
        except (VersionConflict, GameOver, DuplicateCommand):
            if (first := await self._first_ruling(actor, request)) is not None:
                return first
            raise
        if isinstance(ruling, Refused):
            return await self._first_ruling(actor, request) or ruling
        return Written(ruling.game, ruling.entries)

    async def _first_ruling(self, actor: int, request: referee_pb2.SubmitRequest) -> Written | None:
        found = await self.store.find(request.game, request.command_id)
        if found is None:
            return None
        entry = as_written(request.game, found)
        if entry.actor.seat != actor or entry.command.open != request.command:
            raise CommandIdReused(request.game, request.command_id)
        later = await self.entries(request.game, entry.version)
        return Written(await self.game(request.game), [entry, *takewhile(follows_by_itself, later)], repeated=True)

    async def _append(self, before: Game, added: Added, grants: Sequence[Grant]) -> None:
        moved = added.game.status != before.status or added.game.sittings != before.sittings
        await self.store.append(
            before.id,
            before.version,
            [stored(entry) for entry in added.entries],
            summary=summary_of(added.game) if moved else None,
            grants=grants,
        )

    def _hot(self, game: str) -> Hot:
        hot = self._games.get(game)
        if hot is None:
            hot = self._games[game] = Hot()
            self._cool()
        self._games.move_to_end(game)
        return hot

    def _cool(self) -> None:
        """Drop the least recently used games, except those that are being changed."""
        for game in list(self._games)[: len(self._games) - self._hot_games]:
            if not self._games[game].lock.locked():
                del self._games[game]

    async def _known(self, hot: Hot, game: str) -> Game:
        """Return the game at its head, folded if it is not hot; first write what the referee had still to add."""
        while hot.game is None:
            try:
                loaded = await self._folded(game, None)
            except BaseException:
                self._games.pop(game, None)
                raise
            owed = settled(Added(loaded, ()))
            if owed.entries:
                try:
                    await self._append(loaded, owed, ())
                except Conflict:
                    continue
            hot.game = owed.game
        return hot.game

    async def _folded(self, game: str, version: int | None) -> Game:
        """Fold the game at a version in another thread, and check its chain and its last position."""
        opening = await self.store.opening(game)
        entries = await self.entries(game, 0, version)
        folded = await asyncio.to_thread(fold, self.titles, entries, {game: opening.secret})
        if entries and folded.id == game and entries[-1].position_digest != folded.position():
            raise RecordDamaged(game, folded.version, "the table that it leads to is another one")
        return folded


def stored(entry: record.Entry) -> Stored:
    """Return an entry as the store keeps it."""
    return Stored(entry.version, entry.command_id, entry.SerializeToString())


def as_written(game: str, stored: Stored) -> record.Entry:
    """Parse an entry of a log. Raises RecordDamaged."""
    try:
        return record.Entry.FromString(stored.data)
    except DecodeError:
        raise RecordDamaged(game, stored.version, "these bytes are no entry") from None


def check_stored(entry: record.Entry, version: int, previous: bytes) -> None:
    """Check an entry of a log against the chain. Raises RecordDamaged."""
    try:
        check(entry, version, previous)
    except ChainError as error:
        raise RecordDamaged(entry.game, version, error.problem) from error


def follows_by_itself(entry: record.Entry) -> bool:
    """Return whether the referee added an entry to the one before: an outcome of chance, or the closing of the game."""
    if entry.command_id:
        return False
    by_chance = entry.actor.kind == record.ACTOR_KIND_CHANCE
    return by_chance or entry.command.open.type_url.endswith("gunbai.record.v1.CloseGame")
