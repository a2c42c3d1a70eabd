"""Loading: a game at its head or at a version, folded from the nearest kept position.

A position is kept every EVERY entries, so any version costs at most EVERY entries, however long the game is. Positions
are disposable: a missing, damaged or forged one is dropped, and the game is folded from the one before it, or from the
first entry.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.lifecycle_pb2 import CreateGame
from gunbai_record.chance import commitment
from referee.errors import RecordDamaged
from referee.game.common_chance import secrets_from
from referee.game.fold import continued
from referee.game.game import Game
from referee.game.snapshot import BadSnapshotError, Restored, restored, snapshot
from referee.game.titles import Titles
from referee.records.milestones import Commands, Milestones, sum_of
from referee.records.provenance import UNKNOWN_SECRET, check_verified, known_as, recorded_of, secrets_in
from referee.records.stored_entries import as_written, check_position
from referee.records.workers import Work, Workers
from store.contract import Opening, Store
from store.position_cache import Position, Positions

# Folding this many entries takes 2 to 3 ms. Positions can be computed again, so they are in a file next to the database
# and need no sync, no backup and no migration.
EVERY = 128
"""The entries from one kept position to the next."""
_AT_ONCE = 8 * EVERY
_REMEMBERED = 4096
_HEAD = 2**63 - 1

Read = Callable[[str, int, int], Awaitable[list[record.Entry]]]
"""Reads the verified entries after < version <= upto of a known game."""


class Span(NamedTuple):
    """The versions after < version <= upto of a record that are one game's own."""

    opening: Opening
    after: int
    upto: int

    @property
    def recorded(self) -> str:
        """The game's id in its entries: its own, unless it was imported."""
        return recorded_of(self.opening)


class Reached(NamedTuple):
    """A record as far as it was folded: the game, and its milestones' digests."""

    game: Game
    milestones: Milestones


class Loaded(NamedTuple):
    """A game at its head, its milestones' digests, and the commands that its own entries answer."""

    game: Game
    milestones: Milestones
    commands: Commands


class Folded(NamedTuple):
    """The result of a worker's fold: the state, and the positions to keep, each with its game."""

    reached: Reached
    positions: list[tuple[str, Position]]


class Loading:
    """Folds games from a store. Belongs to one event loop."""

    def __init__(self, store: Store, titles: Titles, positions: Positions, workers: Workers) -> None:
        self._store, self._titles, self._positions, self._workers = store, titles, positions, workers
        self._openings: OrderedDict[str, Opening] = OrderedDict()
        self.forgotten = 0
        """How often positions were forgotten: earlier reads may hold removed names."""

    async def head(self, game: str) -> Loaded:
        """Return the game at its head; its chain, from the kept position on, and its last position are checked.

        All of its commands must be found by their ids. Raises GameNotFound or RecordDamaged.
        """
        # Noted before anything is read: a name that is removed meanwhile must not return in a kept position.
        forgotten, spans = self.forgotten, await self._spans(game, _HEAD)
        check_verified(*(span.opening for span in spans))
        reached = await self._nearest(game, spans, self._stored)
        while True:
            first = reached.game.version if reached is not None else 0
            rows = await self._store.read(game, first, first + _AT_ONCE)
            if rows or reached is None:
                entries = (as_written(game, row) for row in rows)
                reached = await self._continued(reached, entries, spans, forgotten)
            if len(rows) < _AT_ONCE and (commands := await self._commands(reached, spans[0].opening)) is not None:
                break
        check_own(reached.game, spans[0].opening)
        return Loaded(named(reached.game, spans), reached.milestones, commands)

    async def _commands(self, reached: Reached, opening: Opening) -> Commands | None:
        """Return a game's commands; none for an import, whose commands nobody repeats; None if the game has gone on.

        Raises RecordDamaged if the store does not find all of them.
        """
        if opening.provenance:
            return Commands()
        game, commands = reached.game, await self._store.commands(opening.game)
        # A command that its index has lost would be accepted a second time. The sum shows that the index is complete
        # without reading the entries: 1.4 us for each command in a game of 10,000 entries.
        if sum_of(commands) == reached.milestones.commands:
            return Commands(commands)
        # Commands of newer entries also change the sum, so only a game that stands still is damaged.
        if (await self._store.head(game.id)).version == game.version:
            raise RecordDamaged(game.id, game.version, "some of its commands are missing from the index of ids")
        return None

    async def position(self, game: str, version: int, read: Read, milestones: Milestones) -> Game:
        """Return the game at an earlier version; `milestones` are its head's.

        Raises GameNotFound or RecordDamaged.
        """
        forgotten, spans = self.forgotten, await self._spans(game, version)
        nearest = await self._nearest(game, spans, read)
        reached = Reached(nearest.game, milestones) if nearest is not None else None
        while reached is None or reached.game.version < version:
            first = reached.game.version if reached is not None else 0
            entries = await read(game, first, min(first + _AT_ONCE, version))
            if not entries:
                raise RecordDamaged(game, first + 1, "it is missing")
            reached = await self._continued(reached, entries, spans, forgotten, milestones)
        return named(reached.game, spans)

    async def secrets(self, game: str, upto: int) -> dict[str, bytes]:
        """Return the secrets of a game and its ancestors, as far as a record up to a version has their entries."""
        return secrets_of(await self._spans(game, upto))

    def keep(self, before: int, game: Game, milestones: Milestones) -> None:
        """Keep a game's position if it has passed a multiple of EVERY entries since a version."""
        if before // EVERY < game.version // EVERY and game.status == "running":
            digests = milestones.upto(game.version)
            self._positions.keep(game.id, Position(game.version, snapshot(game, digests)))

    async def forget(self, game: str) -> None:
        """Drop a game's positions, also those that are being made."""
        self.forgotten += 1
        await self._positions.forget(game)

    async def _continued(
        self,
        reached: Reached | None,
        entries: Iterable[record.Entry],
        spans: Sequence[Span],
        forgotten: int,
        milestones: Milestones | None = None,
    ) -> Reached:
        """Return the state after further entries, and keep the positions on the way, unless some were forgotten since.

        `milestones` are the head's if they are known; if not, the entries' own are noted.
        """
        secrets, names = secrets_of(spans), {span.recorded: span.opening.game for span in spans}

        def work(work: Work) -> Folded:
            return folded(self._titles, reached, work.pieces(entries), secrets, milestones)

        advanced, positions = await self._workers.run(work)
        for game, position in positions if forgotten == self.forgotten else ():
            # Only its own record has an imported branch's ancestors: nothing is kept for them.
            if game in names:
                self._positions.keep(names[game], position)
        return advanced

    async def _spans(self, game: str, upto: int) -> list[Span]:
        """Return a game and its ancestors, youngest first, with each one's versions in the record."""
        spans, name = [], game
        while name:
            opening = await self.opening(name)
            spans.append(Span(opening, opening.parent_version, upto))
            # A branch of a branch may have left below the version at which its parent branched off.
            upto, name = min(upto, opening.parent_version), opening.parent
        return spans

    async def opening(self, game: str) -> Opening:
        """Return a game's opening, which never changes. Raises GameNotFound."""
        opening = self._openings.get(game)
        if opening is None:
            opening = self._openings[game] = await self._store.opening(game)
            if len(self._openings) > _REMEMBERED:
                self._openings.popitem(last=False)
        return opening

    async def _nearest(self, game: str, spans: list[Span], read: Read) -> Reached | None:
        """Return the state at the greatest of these versions with a kept position, if any."""
        for opening, after, upto in spans:
            while (position := await self._positions.nearest(opening.game, after, upto)) is not None:
                try:
                    there, digests = await self._restored(game, opening, position, read)
                except (BadSnapshotError, RecordDamaged):
                    # The next older one is tried: positions can be made again, and only the log is trusted.
                    self._positions.drop(opening.game, position.version)
                else:
                    return Reached(there, Milestones.of(digests, opening.game))
        return None

    async def _restored(self, game: str, opening: Opening, position: Position, read: Read) -> Restored:
        """Return the game at a kept version. Raises BadSnapshotError, or RecordDamaged for its entry."""
        # A snapshot has no charter: the first entry is that of the record, whatever the file of positions says.
        creation = await self._stored(game, 0, 1)
        entries = await read(game, position.version - 1, position.version)
        if not creation or not entries:
            raise BadSnapshotError("there is no such entry")
        created = CreateGame.FromString(creation[0].command.open.value)
        secrets = secrets_from(created, recorded_of(opening), opening.secret)
        there = restored(self._titles, position.data, creation[0], entries[0], secrets.own)
        if not there.digests:
            raise BadSnapshotError("it has no milestones")
        return there

    async def _stored(self, game: str, after: int, upto: int) -> list[record.Entry]:
        return [as_written(game, row) for row in await self._store.read(game, after, upto)]


def folded(
    titles: Titles,
    reached: Reached | None,
    entries: Iterator[record.Entry],
    secrets: dict[str, bytes],
    milestones: Milestones | None,
) -> Folded:
    """Fold entries onto a state; check the chain, each kept position, and the last one. Raises RecordDamaged."""
    game, noted = reached or (None, Milestones())
    positions: list[tuple[str, Position]] = []
    while True:
        begun = game.version if game is not None else 0
        # Pieces end at multiples of EVERY, where positions are kept.
        piece = list(islice(entries, EVERY - begun % EVERY))
        if not piece and game is not None:
            return Folded(Reached(game, noted), positions)
        game = continued(titles, game, piece, secrets)
        check_position(game, piece[-1])
        if milestones is None:
            for entry in piece:
                noted.note(entry)
        if game.version % EVERY == 0 and game.status == "running" and game.charter.rulebook.served:
            digests = (milestones or noted).upto(game.version)
            positions.append((game.id, Position(game.version, snapshot(game, digests))))


def check_own(game: Game, opening: Opening) -> None:
    """Check that a record leads to its own game, and that the secret belongs to it. Raises RecordDamaged."""
    if game.id != recorded_of(opening):
        raise RecordDamaged(opening.game, game.version, "it has no entries of its own")
    if opening.provenance and opening.secret == UNKNOWN_SECRET:
        return
    if commitment(game.secret) != game.charter.commitment:
        problem = "the secret does not match its commitment"
        raise RecordDamaged(opening.game, game.charter.parent_version + 1, problem)


def secrets_of(spans: Iterable[Span]) -> dict[str, bytes]:
    """Return games' secrets by the ids in their entries, imported ones' ancestors included."""
    return {game: secret for span in spans for game, secret in secrets_in(span.opening).items()}


def named(game: Game, spans: Iterable[Span]) -> Game:
    """Return a game under the id that the service knows it by: that of the youngest game whose entries it reaches."""
    return known_as(game, next(span.opening for span in spans if span.after < game.version))
