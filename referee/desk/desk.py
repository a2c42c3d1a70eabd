"""The desk: games in a store, the recently used ones kept hot, and the changes of each game made one after another.

A hot game takes the memory of its table; any other game takes none and is folded from its record on demand. Changes of
one game wait for each other; changes of different games share the store's commits.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, nullcontext, suppress
from itertools import takewhile
from time import time_ns
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import referee_pb2
from referee.access.accounts import account, charge_storage, timed
from referee.desk.endings import Endings, begins
from referee.desk.hot_games import Hot, HotGames
from referee.desk.leaves import leaf_of_import, leaves_of
from referee.desk.loading import Loading
from referee.desk.openness import shares_opened
from referee.desk.presence import Presence
from referee.desk.provenance import recorded_in, standing_of
from referee.desk.replaying import M, Moment, Replay
from referee.desk.shares import Deadlines, Held, is_due, lapsed, note_absence, received
from referee.desk.stored import as_written, check_stored, follows_by_itself, linked, remove_names, size_of, stored
from referee.desk.summaries import summary_of
from referee.desk.takebacks import gone_on, has_begun, superseded
from referee.desk.workers import Workers
from referee.errors import (
    BranchRunning,
    CommandIdReused,
    GameOver,
    GameTooLong,
    RecordDamaged,
    RefereeError,
    SeatLeft,
    TokenRevoked,
    VersionConflict,
)
from referee.game.corrections import replaced_by
from referee.game.entries import Added, seat, substitute
from referee.game.forks import consents_of
from referee.game.game import Game, check_served
from referee.game.judge import Command, Refused, judge, resumed
from referee.game.names import without_names
from referee.game.titles import Titles
from store.company import Alone, Company
from store.contract import (
    Conflict,
    DuplicateCommand,
    DuplicateToken,
    Grant,
    Opening,
    Store,
    Stored,
    StoreError,
    VersionNotFound,
    WentBack,
)
from store.positions import Positions

LONGEST_GAME = 20_000
"""The greatest length of a game in entries, unless the service is run with another."""
_CHUNK = 256

R = TypeVar("R", bound=Added | Refused)


class Written(NamedTuple):
    """An accepted command on disk: the game, the entries, and whether they had been written before."""

    game: Game
    entries: Sequence[record.Entry]
    repeated: bool = False


class Desk:
    """Games in a store. It belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        titles: Titles,
        *,
        hot_games: int = 2048,
        longest_game: int = LONGEST_GAME,
        positions: Positions | None = None,
        workers: Workers | None = None,
        company: Company | None = None,
    ) -> None:
        self.store, self.titles, self.longest_game = store, titles, longest_game
        self.workers = workers or Workers("folding", threads=2, queue=256)
        self._loading = Loading(store, titles, positions or Positions(), self.workers)
        self._hot = HotGames(hot_games)
        self._endings = Endings(store, titles)
        self._later: set[asyncio.Task[None]] = set()
        """What follows from a write and nobody waits for."""
        self.company = company or Alone()
        self.held = Held(self.company)
        self._since = self.now()
        self._deadlines = Deadlines(self._lapse, self.now)
        self.presence = Presence(store, self.company, self.now, lambda: bool(self._deadlines))

    def now(self) -> int:
        """Return the time in microseconds since 1970 (UTC)."""
        return time_ns() // 1000

    async def game(self, game: str, at_least: int = 0) -> Game:
        """Return the game at its head, which is at least `at_least`. Raises GameNotFound or RecordDamaged."""
        await self.store.catch_up()
        newest = self._hot.newest(game)
        if newest is not None and newest.version >= max(at_least, self.store.newest(game)):
            return newest
        with self._hot.used(game) as hot:
            return await self._known(game, hot)

    async def unverified(self, game: str) -> Opening | None:
        """Return an imported record that is not verified, and None for any other game. Raises GameNotFound."""
        if self._hot.newest(game) is not None:
            return None
        opening = await self._loading.opening(game)
        return opening if standing_of(opening.provenance) == "unverified" else None

    def check_shown(self, game: Game) -> None:
        """Check that positions of a game can be shown. Raises TitleNotServed."""
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
        with self._hot.used(game) as hot:
            await self._known(game, hot)
            return await self._loading.position(game, version, self.entries, hot.milestones)

    async def outline(self, game: str, version: int) -> Game:
        """Return the game at a version, except that its table may be later: this reads one entry only.

        0 means the head. Before a branch's first entry the charter is the parent's, so there the game is folded.
        Raises GameNotFound, VersionNotFound or RecordDamaged.
        """
        newest = await self.game(game)
        first = max(newest.started, newest.charter.parent_version + 1)
        if not first <= version < newest.version:
            return await self._position(game, newest, version)
        (entry,) = await self.entries(game, version - 1, version)
        return msgspec.structs.replace(newest, version=version, digest=entry.digest, changed_at=entry.at_micros)

    async def entries(self, game: str, after: int = 0, upto: int | None = None) -> list[record.Entry]:
        """Return entries as they were written, across forks. Raises GameNotFound or RecordDamaged.

        They are checked against the head of the game: those after them are read too, up to the next known digest.
        """
        with self._hot.used(game) as hot:
            newest = await self._known(game, hot)
            upto = newest.version if upto is None else min(upto, newest.version)
            if after >= upto:
                return []
            end, digest = hot.anchor(upto)
        log = await self.store.read(game, after, end)
        if len(log) > _CHUNK:
            found, seconds = await asyncio.to_thread(timed, lambda: linked(game, log, after, digest))
            account()(seconds)
        else:
            found = linked(game, log, after, digest)
        return found[: upto - after]

    async def glimpsed(self, game: str, after: int, upto: int) -> list[record.Entry]:
        """Return entries as they stand in the store without loading the game: each fits its own digest, no more.

        Raises GameNotFound or RecordDamaged.
        """
        entries = [as_written(game, entry) for entry in await self.store.read(game, after, upto)]
        for version, entry in enumerate(entries, after + 1):
            check_stored(entry, version, entry.previous)
        return entries

    async def history(self, game: str, after: int, upto: int) -> AsyncGenerator[record.Entry, None]:
        """Yield the entries up to a version, read a few hundred at a time. Raises GameNotFound or RecordDamaged."""
        while after < upto:
            entries = await self.entries(game, after, min(after - after % _CHUNK + _CHUNK, upto))
            if not entries:
                return
            for entry in entries:
                yield entry
            after = entries[-1].version

    async def replay(
        self, newest: Game, first: int, last: int, show: Callable[[Moment], M], start: Game | None = None
    ) -> AsyncGenerator[M, None]:
        """Yield what is shown of each position of a game from one version to another, from one fold.

        `start` is the position before the first, if it is known. Raises RecordDamaged, ServiceBusy or ServiceStopping.
        """
        game, after = newest.id, first - 1
        start = start or (await self.position(game, after) if after else None)
        before = await self.entries(game, after - 1, after) if after else [None]
        replay = Replay(self.titles, await self._loading.secrets(game, last), start, before[-1], show)
        while after < last:
            entries = await self.entries(game, after, min(after - after % _CHUNK + _CHUNK, last))
            async with aclosing(replay.shown(entries, self.workers)) as messages:
                async for message in messages:
                    yield message
            after = entries[-1].version

    async def follow(self, game: str, after: int) -> AsyncGenerator[record.Entry, None]:
        """Yield the entries after a version, and new ones as they come. Raises GameNotFound or RecordDamaged."""
        newest = await self.game(game)
        previous = newest.digest if after == newest.version else b""
        async for entry in self.history(game, after, newest.version):
            yield entry
            after, previous = entry.version, entry.digest
        async with aclosing(self.store.follow(game, after)) as log:
            async for found in log:
                entry = as_written(game, found)
                # What was just written need not be hashed again for each follower.
                if found not in self._hot.latest(game):
                    check_stored(entry, after + 1, previous or entry.previous)
                yield entry
                after, previous = entry.version, entry.digest

    async def ancestors(self, game: Game) -> list[tuple[Game, int]]:
        """Return the ancestors of a game at their heads, nearest first, each with the last version shared."""
        charter, shared, found = game.charter, game.version, []
        while charter.parent:
            above = await self.game(charter.parent)
            shared = min(shared, charter.parent_version)
            found.append((above, shared))
            charter = above.charter
        return found

    async def opened(self, game: Game) -> bool:
        """Return whether everything in a record is open: the game is over, and so are all whose secrets it shares."""
        return game.over and await shares_opened(self.game, game)

    async def hides(self, newest: Game, position: Game) -> bool:
        """Return whether a position of a game, whose head is `newest`, has facts that not everybody may know yet."""
        return position.sealed and not await self.opened(newest)

    async def open_parts(self, game: Game) -> frozenset[str]:
        """Return the games whose entries in a record are open to everybody, as far as anything is sealed in them.

        A branch whose seats consented hides what it shares to its own end, another one no longer than its parent does.
        """
        if await self.opened(game):
            family = [game, *(above for above, _ in await self.ancestors(game))]
            return frozenset(recorded for known in family for recorded in recorded_in(known))
        if game.charter.holders or not game.charter.shares_sealed:
            return frozenset()
        return await self.open_parts(await self.game(game.charter.parent))

    async def create(self, added: Added, opening: Opening, grants: Sequence[Grant]) -> Game:
        """Write the first entry of a game and keep the game hot."""
        with self._hot.used(added.game.id) as hot:
            await self._hot.write(added.game.id, hot, self._created(hot, added, opening, grants))
        return added.game

    async def branch(self, added: Added, opening: Opening, grants: Sequence[Grant]) -> Game:
        """Write the first entry of a branch, which is folded when it is first used. Raises ConsentUsed."""
        entries, summary = [stored(entry) for entry in added.entries], summary_of(added.game)
        consents = consents_of(added.entries[0])
        await self.store.create(opening, entries, grants, summary, consents=consents, leaves=leaves_of(added))
        charge_storage(size_of(entries))
        return added.game

    async def adopt(
        self, game: Game, opening: Opening, entries: Iterator[Stored], grants: Sequence[Grant], *, size: int
    ) -> None:
        """Write an imported game with its whole record, all or nothing. Raises GameExists, and what reading it does."""
        await self.store.adopt(opening, entries, grants, summary_of(game), size=size, leaves=[leaf_of_import(game)])
        charge_storage(size)

    async def change(
        self, game: str, change: Callable[[Game], R], grants: Callable[[Added], Sequence[Grant]] = lambda _: ()
    ) -> R:
        """Write what `change` adds to the game before anything else is added, with the grants for it.

        `change` gets the head, and is called again if another was faster. An ending that has to wait is not written;
        where nothing else would be, raises BranchRunning. Raises TitleNotServed where the rules are not known.
        """
        with self._hot.used(game) as hot:
            async with hot.lock:
                while True:
                    await self.store.catch_up()
                    before = await self._known(game, hot)
                    check_served(before)
                    changed = change(before)
                    if isinstance(changed, Refused) or not changed.entries:
                        return changed
                    added = await self._endings.possible(before, changed)
                    if not added.entries:
                        raise BranchRunning(game, await self._endings.awaited(game))
                    try:
                        await self._hot.write(game, hot, self._write(hot, before, added, grants(added)))
                    except Conflict:
                        continue
                    if has_begun(added.game) and not has_begun(before):
                        await asyncio.shield(self._do_later(self._go_on(added.game)))
                    return cast("R", added)

    async def held_branches(self, game: str) -> list[str]:
        """Return the branches of a game in which its seats are held for their players."""
        return [branch.game for branch in await self._endings.branches(game)]

    async def without_names(self, game: str, versions: Collection[int]) -> Game:
        """Return a game after the names of players were removed that entries of its own with these versions gave.

        They are removed wherever they are kept: from the log, the catalogue, positions and memory. Raises GameNotFound
        or RecordDamaged.
        """
        with self._hot.used(game) as hot:
            async with hot.lock:
                before = await self._known(game, hot)
                await self._hot.write(game, hot, self._remove_names(hot, without_names(before, versions), versions))
            return await self._known(game, hot)

    async def _remove_names(self, hot: Hot, after: Game, versions: Collection[int]) -> None:
        await remove_names(self.store, summary_of(after), versions)
        await self.forget(after.id)

    async def forget(self, game: str) -> None:
        """Forget what is kept of a game beside its record: names were removed from it, here or by another process."""
        with self._hot.used(game) as hot:
            hot.forget()
        await self._loading.forget(game)

    async def give_share(self, game: str, outcome: int, given: life.SeatShare) -> Game:
        """Return the game after a seat gave its share of chance.

        Raises GameOver, also if its time has passed, ShareNotDue or InvalidField.
        """

        def follows(known: Game) -> Added:
            return received(known, self.held, outcome, given, self.now())

        known = await self.game(game)
        if outcome and is_due(known, outcome, given, self.now()):
            await self.held.join(known, given)
        added = await self.change(game, follows)
        if added.game.absent:
            raise GameOver(game, f"it is {added.game.status}: the share came too late")
        return added.game

    async def _lapse(self, game: str) -> None:
        try:
            added = await self.change(game, lambda known: lapsed(known, self.held, self.now()))
        except WentBack:
            return
        # Nothing is added where the clock of the machine was put back, or the seats have more time by now.
        self._deadlines.note(added.game)

    def expects(self, game: str) -> bool:
        """Return whether a game has a deadline that is waited for here."""
        return game in self._deadlines

    async def finished(self) -> None:
        """Stop the timers of the games, and wait until every load and every write that was begun is done."""
        await self.presence.note()
        self._deadlines.close()
        await self._hot.finished()
        while self._later:
            await asyncio.wait(self._later)
        await self._hot.finished()

    def check_length(self, game: Game) -> None:
        """Check that a game may have further entries. Raises GameTooLong."""
        if game.version >= self.longest_game and not game.over:
            raise GameTooLong(game.id, self.longest_game)

    async def submit(
        self, actor: int, request: referee_pb2.SubmitRequest, *, since: int = 0, by_bot: bool = False
    ) -> Written | Refused:
        """Judge a command and write what follows; a command that was accepted before gets its first ruling again.

        `since` is the version of the entry that gave the seat to the token of the call, which must have it still;
        `by_bot` is whether the bot sent it to which the seat went.
        """

        def judged(game: Game) -> Added | Refused:
            if since and game.sittings[actor - 1].since != since:
                raise TokenRevoked(actor)
            message = self.titles.parse(game.charter.rulebook, request.command)
            self.check_length(game)
            return judge(game, Command.of(request, message, actor, by_bot=by_bot), self.now())

        by = substitute(actor) if by_bot else seat(actor)
        try:
            ruling = await self.change(request.game, judged)
        except (VersionConflict, GameOver, SeatLeft, GameTooLong, DuplicateCommand):
            if (first := await self._first_ruling(by, request)) is not None:
                return first
            raise
        if isinstance(ruling, Refused):
            return await self._first_ruling(by, request) or ruling
        return Written(ruling.game, ruling.entries)

    async def _first_ruling(self, by: record.Actor, request: referee_pb2.SubmitRequest) -> Written | None:
        first = await self.written_before(request.game, request.command_id, by, request.command)
        if first is not None and replaced_by(first.entries[0]) != request.corrects:
            raise CommandIdReused(request.game, request.command_id)
        return first

    async def written_before(
        self, game: str, command_id: str, actor: record.Actor, command: AnyMessage
    ) -> Written | None:
        """Return what a command was that was accepted before under its id, or None. Raises CommandIdReused."""
        found = await self.answered(game, command_id)
        if not found:
            return None
        entry, *later = found
        if entry.actor != actor or entry.command.open != command:
            raise CommandIdReused(game, command_id)
        return Written(await self.game(game), [entry, *takewhile(follows_by_itself, later)], repeated=True)

    async def answered(self, game: str, command_id: str) -> list[record.Entry]:
        """Return the game's own entry for a command and those after it; nothing if there is none.

        Both are confirmed by the record. Raises GameNotFound or RecordDamaged.
        """
        found = await self.store.find(game, command_id) or await self._overlooked(game, command_id)
        if found is None:
            return []
        entries = await self.entries(game, found.version - 1)
        if entries[0].command_id != command_id:
            raise RecordDamaged(game, found.version, "it is found by the id of another command")
        return entries

    async def _overlooked(self, game: str, command_id: str) -> Stored | None:
        """Return what the store finds of a command that another writer added meanwhile. Raises RecordDamaged.

        It is damaged if the game has an answer to the command that the store does not find.
        """
        with self._hot.used(game) as hot:
            known = await self._known(game, hot)
            if command_id not in hot.commands:
                return None
            if (found := await self.store.find(game, command_id)) is None:
                raise RecordDamaged(game, known.version, f"its command {command_id!r} is not found by its id")
            return found

    async def _known(self, game: str, hot: Hot) -> Game:
        """Return the game at its head, once no write is under way; it is loaded if it is not hot."""
        while True:
            if hot.writing is not None:
                await asyncio.wait({hot.writing})
            elif hot.game is not None:
                if hot.game.version >= self.store.newest(game):
                    return hot.game
                hot.forget()
            elif hot.loading is not None:
                await asyncio.shield(hot.loading)
            else:
                await self._hot.load(game, hot, self._loaded(game, hot))

    async def _loaded(self, game: str, hot: Hot) -> None:
        """Fold a game from its record, first writing what the referee had still to add, and make it hot."""
        while True:
            forgotten = self._loading.forgotten
            loaded, milestones, commands = await self._loading.head(game)
            if forgotten != self._loading.forgotten:
                continue
            await self.presence.read()
            owed = await self._endings.possible(loaded, self._resumed(loaded))
            if owed.entries:
                try:
                    await self._append(loaded, owed, [stored(entry) for entry in owed.entries], ())
                except Conflict:
                    continue
                except WentBack:
                    # It is read as it is, and waits for nothing any more.
                    hot.game, hot.milestones, hot.commands = loaded, milestones, commands
                    return
            hot.milestones, hot.commands = milestones, commands
            hot.note(owed.entries)
            self._keep(hot, owed.game)
            if owed.game.charter.continues or owed.game.status == "continued":
                self._do_later(self._catch_up(owed.game))
            return

    async def _created(self, hot: Hot, added: Added, opening: Opening, grants: Sequence[Grant]) -> None:
        await self.branch(added, opening, grants)
        hot.note(added.entries)
        hot.game = added.game

    async def _write(self, hot: Hot, before: Game, added: Added, grants: Sequence[Grant]) -> None:
        """Write what was added, and make the game that it leads to the hot one."""
        hot.check_new(added.entries)
        hot.latest = [stored(entry) for entry in added.entries]
        try:
            async with self._kept_from_ending(added.game) if begins(before, added.game) else nullcontext():
                await self._append(before, added, hot.latest, grants)
        except (DuplicateCommand, DuplicateToken, WentBack):
            raise
        except BaseException:
            # What the store has is not known: the game is loaded anew.
            hot.forget()
            raise
        hot.note(added.entries)
        self._keep(hot, added.game)
        self._loading.keep(before.version, added.game, hot.milestones)

    @asynccontextmanager
    async def _kept_from_ending(self, branch: Game) -> AsyncIterator[None]:
        """Let no game end that a branch shares hidden facts with, while the play of the branch begins.

        Each of them looks for branches that are played before it ends: what begins in between would be overlooked.
        """
        async with AsyncExitStack() as held:
            charter = branch.charter
            while charter.holders:
                above = held.enter_context(self._hot.used(charter.parent))
                await held.enter_async_context(above.lock)
                charter = (await self._known(charter.parent, above)).charter
            yield

    def _keep(self, hot: Hot, game: Game) -> None:
        """Make a game the hot one, and note its shares of chance and its next deadline."""
        hot.game = game
        self.held.drop(game)
        self._deadlines.note(game)

    async def _append(self, before: Game, added: Added, log: Sequence[Stored], grants: Sequence[Grant]) -> None:
        moved = added.game.status != before.status or added.game.sittings != before.sittings
        summary = summary_of(added.game) if moved else None
        leaves = leaves_of(added)
        unless = await self._endings.undone_by(before, added.game)
        await self.store.append(
            before.id, before.version, log, summary=summary, grants=grants, leaves=leaves, unless=unless
        )
        charge_storage(size_of(log))
        if added.game.absent and not before.absent:
            self._do_later(note_absence(self.store, added.game))
        if added.game.over and added.game.charter.holders:
            self._do_later(self._end_above(added.game))

    def _do_later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)
        return task

    async def _go_on(self, branch: Game) -> None:
        """Let a game go on in a branch, which has begun. If that fails, it follows when the branch is loaded."""
        with suppress(RefereeError, StoreError):
            await self.change(branch.charter.parent, lambda game: gone_on(game, branch, self.now()))

    async def _catch_up(self, game: Game) -> None:
        """Write what a game that was loaded has missed of its branch, or the game above of the game, if it is one."""
        if has_begun(game):
            await self._go_on(game)
        if game.over:
            await self._end_above(game)
        if game.status == "continued":
            with suppress(RefereeError, StoreError):
                await self._resume(game.id)

    async def _end_above(self, branch: Game) -> None:
        """Write the endings of the games above that waited for a branch. One that fails follows when it is loaded."""
        with suppress(RefereeError, StoreError):
            charter = branch.charter
            while charter.holders:
                with suppress(BranchRunning):
                    await self._resume(charter.parent)
                charter = (await self.game(charter.parent)).charter

    async def _resume(self, game: str) -> None:
        """Write what a game owes now that a branch of it has ended."""
        known = await self.game(game)
        if known.status != "continued":
            await self.change(game, self._resumed)
            return
        branch = await self.game(known.continued_by)
        await self.change(game, lambda now: superseded(now, branch, self.now()))

    def _resumed(self, game: Game) -> Added:
        if not game.charter.rulebook.served or game.charter.provenance:
            return Added(game, ())
        since = 0 if self.presence.attended else self._since
        return resumed(game, since, self.held.of(game), self.now(), self.presence.before)
