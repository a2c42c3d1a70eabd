"""Changes to games in a store: one game's changes come one after another, all games' changes share its commits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import referee_pb2
from referee.access.charges import charge_storage
from referee.errors import (
    BranchRunning,
    CommandIdReused,
    GameOver,
    GameTooLong,
    OrdersUsedUp,
    RecordDamaged,
    RefereeError,
    SeatLeft,
    ShareNotDue,
    TokenRevoked,
    TokenUsed,
    UnparsableCommand,
    VersionConflict,
)
from referee.game.absences import handed_over
from referee.game.corrections import replaced_by
from referee.game.entries import Added, seat, substitute
from referee.game.forks import consents_of
from referee.game.game import Game, check_served, without_names
from referee.game.judge import Command, Refused, after_stop, is_order, judge, resumed
from referee.records import wall_clock
from referee.records.delayed_endings import Endings, begins, reveals
from referee.records.games import Games
from referee.records.held_shares import Deadlines, is_share_awaited, lapsed, missed, note_absence, received
from referee.records.hot_games import Hot
from referee.records.log_leaves import leaf_of_import, leaves_of
from referee.records.service_presence import Presence
from referee.records.stored_entries import follows_by_itself, remove_names, size_of, stored
from referee.records.summaries import summary_of
from referee.records.takebacks import gone_on, has_begun, superseded
from store.contract import Conflict, DuplicateCommand, DuplicateToken, Grant, Opening, Stored, StoreError, WentBack

LONGEST_GAME = 20_000
"""A game's greatest length in entries, unless the service is configured otherwise."""
_PATIENCE = 1.0
"""After how many seconds to look again at a deadline at which nothing was due."""
MOST_WORDS = 256
"""The maximum number of words and absence notices of a seat's player: they do not lengthen the game for the others."""
_COUNTED = (results.Agree, results.AnnounceAbsence)

R = TypeVar("R", bound=Added | Refused)


class Written(NamedTuple):
    """An accepted command on disk: the game, the entries, and whether they had been written before."""

    game: Game
    entries: Sequence[record.Entry]
    repeated: bool = False


class Submit(Protocol):
    """Judges commands: `Changes.submit`, or a wrapper around it."""

    async def __call__(
        self, actor: int, request: referee_pb2.SubmitRequest, *, since: int = 0, by_bot: bool = False
    ) -> Written | Refused: ...


class Changes:
    """Writes to a store's games, and completes those that are loaded. It belongs to one event loop."""

    def __init__(self, games: Games, *, longest_game: int = LONGEST_GAME) -> None:
        self.games, self.longest_game = games, longest_game
        self._store = games.store
        self._endings = Endings(self._store, games.titles)
        self._later: set[asyncio.Task[None]] = set()
        """Follow-ups to writes, which nobody waits for."""
        self._deadlines = Deadlines(self._lapse, wall_clock.now)
        self.presence = Presence(
            self._store, games.shared_state, wall_clock.now, lambda: bool(self._deadlines), self._take_up_again
        )
        games.complete = self._completed

    async def create(self, added: Added, opening: Opening, grants: Sequence[Grant]) -> Game:
        """Write a game's first entry and keep the game hot."""
        with self.games.hot.used(added.game.id) as hot:
            await self.games.hot.write(added.game.id, hot, self._created(hot, added, opening, grants))
        return added.game

    async def branch(self, added: Added, opening: Opening, grants: Sequence[Grant]) -> Game:
        """Write a branch's first entry, which is folded when it is first used. Raises ConsentUsed."""
        entries, summary = [stored(entry) for entry in added.entries], summary_of(added.game)
        consents = consents_of(added.entries[0])
        await self._store.create(opening, entries, grants, summary, consents=consents, leaves=leaves_of(added))
        charge_storage(size_of(entries))
        return added.game

    async def adopt(
        self, game: Game, opening: Opening, entries: Iterator[Stored], grants: Sequence[Grant], *, size: int
    ) -> None:
        """Write an imported game with its whole record, all or nothing.

        Raises GameExists, and whatever reading it raises.
        """
        await self._store.adopt(opening, entries, grants, summary_of(game), size=size, leaves=[leaf_of_import(game)])
        charge_storage(size)

    async def make(
        self, game: str, change: Callable[[Game], R], grants: Callable[[Added], Sequence[Grant]] = lambda _: ()
    ) -> R:
        """Write what `change` adds to the game before anything else is added, with the grants for it.

        `change` gets the head, and is called again if another change was faster. After an absence of the service, the
        game first gets what it is owed for that. An ending that has to wait is not written; if nothing else would be,
        raises BranchRunning. Raises TitleNotServed if the rules are unknown.
        """
        with self.games.hot.used(game) as hot:
            # `async with` would take two coroutines more, and every command comes here.
            await hot.lock.acquire()
            try:
                while True:
                    await self._store.catch_up()
                    before = await self.games.load_head(game, hot)
                    # What deadlines passed during the absence must be excused first, in this game too.
                    if self.presence.is_back():
                        await self.presence.returned()
                        continue
                    check_served(before)
                    # Written by itself, and then the caller's change is made again: it is judged on what the excuse
                    # left.
                    owed = self._owed_for_absence(before)
                    changed = owed or change(before)
                    if isinstance(changed, Refused) or not changed.entries:
                        return cast("R", changed)
                    added = await self._endings.possible(before, changed)
                    if not added.entries:
                        raise BranchRunning(game, await self._endings.awaited(game))
                    given = grants(added) if changed is not owed else ()
                    try:
                        await self._write(hot, before, added, given)
                    except Conflict:
                        # Another writer was faster: make the change to what it has left.
                        continue
                    if has_begun(added.game) and not has_begun(before):
                        # This goes on even if the caller leaves.
                        await asyncio.shield(self._do_later(self._go_on(added.game)))
                    if changed is not owed:
                        return cast("R", added)
            finally:
                hot.lock.release()

    async def held_branches(self, game: str) -> list[str]:
        """Return the branches that keep a game's seats for its players."""
        return [branch.game for branch in await self._endings.branches(game)]

    async def without_names(self, game: str, versions: Collection[int]) -> Game:
        """Return a game after removing the players' names that its own entries with these versions gave.

        They are removed wherever they are kept: from the log, the catalogue, positions and memory. Raises GameNotFound
        or RecordDamaged.
        """
        with self.games.hot.used(game) as hot:
            async with hot.lock:
                before = await self.games.load_head(game, hot)
                await self.games.hot.write(
                    game, hot, self._remove_names(hot, without_names(before, versions), versions)
                )
            return await self.games.load_head(game, hot)

    async def _remove_names(self, hot: Hot, after: Game, versions: Collection[int]) -> None:
        await remove_names(self._store, summary_of(after), versions)
        await self.games.forget(after.id)

    async def give_share(self, game: str, outcome: int, given: life.SeatShare) -> Game:
        """Return the game after a seat gave its share of chance.

        Raises GameOver, also if its time has passed, ShareNotDue or InvalidField.
        """

        def follows(newest: Game) -> Added:
            return received(newest, self.games.held, outcome, given, wall_clock.now(), absent=self.presence.absent)

        # First what is owed: after an absence the seats may have a new deadline.
        newest = (await self.make(game, _nothing)).game
        if outcome and is_share_awaited(newest, outcome, given, wall_clock.now()):
            await self.games.held.join(newest, given)
        added = await self.make(game, follows)
        if added.game.absent:
            raise GameOver(game, f"it is {added.game.status}: the share came too late")
        if added.game.status == "open":
            raise ShareNotDue(game, "the share came too late: the start is put off")
        return added.game

    async def _lapse(self, game: str) -> None:
        try:
            added = await self.make(
                game, lambda newest: lapsed(newest, self.games.held, wall_clock.now(), self.presence.absent)
            )
        except WentBack:
            # A game that lost entries is not played on, so it waits for nothing.
            return
        # Nothing is added if the machine's clock was put back, or if the seats have more time by now.
        self._deadlines.note(added.game, after=_PATIENCE)

    async def _take_up_again(self) -> None:
        """Write what the games with deadlines are owed for an absence.

        If one fails, it follows when it is next used.
        """
        for game in self._deadlines.games():
            with suppress(RefereeError, StoreError):
                await self.make(game, _nothing)

    def expects(self, game: str) -> bool:
        """Return whether a game has a deadline that is waited for here."""
        return game in self._deadlines

    async def finished(self) -> None:
        """Stop the games' timers, and wait until every load and every write has finished."""
        await self.presence.note(ends=True)
        self._deadlines.close()
        await self.games.hot.finished()
        # A follow-up may begin another one, and further writes.
        while self._later:
            await asyncio.wait(self._later)
        await self.games.hot.finished()

    def check_length(self, game: Game) -> None:
        """Check that a game may have further entries of its play. Raises GameTooLong."""
        if self.is_too_long(game) and not game.over:
            raise GameTooLong(game.id, self.longest_game)

    def is_too_long(self, game: Game) -> bool:
        """Return whether a game has its greatest length: play cannot continue."""
        return game.length >= self.longest_game

    def _check_room(self, game: Game, actor: int, message: Message) -> None:
        """Check that a seat may add a command to a game. Raises GameTooLong or OrdersUsedUp."""
        if not is_order(message):
            self.check_length(game)
        elif isinstance(message, _COUNTED) and game.sitting(actor).words >= MOST_WORDS and not game.over:
            raise OrdersUsedUp(game.id, actor, MOST_WORDS, "agreements")

    async def submit(
        self, actor: int, request: referee_pb2.SubmitRequest, *, since: int = 0, by_bot: bool = False
    ) -> Written | Refused:
        """Judge a command and write what follows; a command that was accepted before gets its first ruling again.

        `since` is the version of the entry that gave the seat to the call's token, which must still have it; `by_bot`
        is whether the bot that took over the seat sent it.
        """

        def judged(game: Game) -> Added | Refused:
            # Again under the lock: the seat may have been freed since the call was let in.
            if since and game.sittings[actor - 1].since != since:
                raise TokenRevoked(actor)
            message = self.games.titles.parse(game.charter.rulebook, request.command)
            self._check_room(game, actor, message)
            return judge(game, Command.of(request, message, actor, by_bot=by_bot), wall_clock.now())

        by = substitute(actor) if by_bot else seat(actor)
        try:
            ruling = await self.make(request.game, judged, _grants_of)
        except (
            VersionConflict,
            GameOver,
            SeatLeft,
            GameTooLong,
            OrdersUsedUp,
            DuplicateCommand,
            UnparsableCommand,
        ):
            # What cannot be accepted now may be the repetition of a command that was accepted then.
            if (first := await self._first_ruling(by, request)) is not None:
                return first
            raise
        except DuplicateToken:
            raise TokenUsed("absence") from None
        if isinstance(ruling, Refused):
            # A repeated command is judged on a later table, so the refusal may not be its ruling.
            return await self._first_ruling(by, request) or ruling
        return Written(ruling.game, ruling.entries)

    async def _first_ruling(self, by: record.Actor, request: referee_pb2.SubmitRequest) -> Written | None:
        first = await self.written_before(request.game, request.command_id, by, request.command)
        # The same outcome as an answer and as a correction are two commands.
        if first is not None and replaced_by(first.entries[0]) != request.corrects:
            raise CommandIdReused(request.game, request.command_id)
        return first

    async def written_before(
        self, game: str, command_id: str, actor: record.Actor, command: AnyMessage
    ) -> Written | None:
        """Return an earlier command accepted under its id, or None. Raises CommandIdReused."""
        entries = await self.answered(game, command_id)
        if not entries:
            return None
        entry, *later = entries
        # Compared as bytes: a command has one encoding.
        if entry.actor != actor or entry.command.open != command:
            raise CommandIdReused(game, command_id)
        return Written(await self.games.game(game), [entry, *takewhile(follows_by_itself, later)], repeated=True)

    async def answered(self, game: str, command_id: str) -> list[record.Entry]:
        """Return the game's own entry for a command and those after it; nothing if there is none.

        Both are confirmed by the record. Raises GameNotFound or RecordDamaged.
        """
        row = await self._store.find(game, command_id) or await self._overlooked(game, command_id)
        if row is None:
            return []
        # Read from the record, whose chain is checked; an index may lead to another row.
        entries = await self.games.entries(game, row.version - 1)
        if entries[0].command_id != command_id:
            raise RecordDamaged(game, row.version, "it is indexed under another command's id")
        return entries

    async def _overlooked(self, game: str, command_id: str) -> Stored | None:
        """Return the store's entry for a command that another writer added meanwhile. Raises RecordDamaged.

        It is damaged if the game has an answer to the command that the store does not find.
        """
        with self.games.hot.used(game) as hot:
            newest = await self.games.load_head(game, hot)
            if command_id not in hot.commands:
                return None
            if (row := await self._store.find(game, command_id)) is None:
                raise RecordDamaged(
                    game, newest.version, f"its command {command_id!r} is missing from the index of ids"
                )
            return row

    async def _completed(self, loaded: Game) -> Added:
        """Write what the referee still owes a loaded game, and wait for what comes next in it."""
        await self.presence.read()
        owed = await self._endings.possible(loaded, self._resumed(loaded))
        if owed.entries:
            try:
                log = [stored(entry) for entry in owed.entries]
                await self._append(loaded, owed, log, ())
                self._appended(loaded, owed, log)
            except WentBack:
                # It can be read, and waits for nothing any more.
                return Added(loaded, ())
        self._note(owed.game)
        # A crash may have come between the branch's beginning or end and what follows from it above.
        if owed.game.charter.continues or owed.game.status == "continued":
            self._do_later(self._catch_up(owed.game))
        return owed

    async def _created(self, hot: Hot, added: Added, opening: Opening, grants: Sequence[Grant]) -> None:
        await self.branch(added, opening, grants)
        hot.note(added.entries)
        hot.game = added.game

    def _write(self, hot: Hot, before: Game, added: Added, grants: Sequence[Grant]) -> asyncio.Future[None]:
        """Begin to write the added entries, and make their game the hot one. Raises DuplicateCommand."""
        hot.check_new(added.entries)
        hot.latest = [stored(entry) for entry in added.entries]
        work: Awaitable[None]
        if begins(before, added.game):
            work = self._begun(added.game, partial(self._append, before, added, hot.latest, grants))
        else:
            work = self._append(before, added, hot.latest, grants)
        return self.games.hot.write(before.id, hot, work, partial(self._written, hot, before, added))

    def _written(self, hot: Hot, before: Game, added: Added, error: BaseException | None) -> None:
        if error is None:
            hot.note(added.entries)
            hot.game = added.game
            self._note(added.game)
            self.games.loading.keep(before.version, added.game, hot.milestones)
            self._appended(before, added, hot.latest)
        elif not isinstance(error, (DuplicateCommand, DuplicateToken, WentBack)):
            # The store's state is unknown: the game must be loaded again.
            hot.forget()

    async def _begun(self, branch: Game, append: Callable[[], Awaitable[None]]) -> None:
        """Let no game that a branch shares hidden facts with end while the branch's play begins.

        Each of them looks for played branches before it ends, and would overlook one that begins in between.
        """
        async with AsyncExitStack() as held:
            charter = branch.charter
            while charter.holders:
                above = held.enter_context(self.games.hot.used(charter.parent))
                await held.enter_async_context(above.lock)
                charter = (await self.games.load_head(charter.parent, above)).charter
            await append()

    def _note(self, game: Game) -> None:
        """Note a game's shares of chance and next deadline at its head."""
        self.games.held.drop(game)
        self._deadlines.note(game)

    def _append(self, before: Game, added: Added, log: Sequence[Stored], grants: Sequence[Grant]) -> Awaitable[None]:
        """Begin to append entries: without a task, if the store needs none and no game ends."""
        # The catalogue shows states and seats; a row for every move would cost each of them a seal and the indexes.
        moved = added.game.status != before.status or added.game.sittings != before.sittings
        moved = moved or added.game.absences != before.absences
        summary = summary_of(added.game) if moved else None
        game, version, leaves = before.id, before.version, leaves_of(added)
        if reveals(before, added.game):
            append = partial(self._store.append, game, version, log, summary=summary, grants=grants, leaves=leaves)
            return self._ended(game, append)
        # Most writes take no task of their own, which would cost a turn of the event loop.
        return self._store.append(game, version, log, summary=summary, grants=grants, leaves=leaves)

    async def _ended(self, game: str, append: Callable[..., Awaitable[None]]) -> None:
        await append(unless=await self._endings.undone_by(game))

    def _appended(self, before: Game, added: Added, log: Sequence[Stored]) -> None:
        """Charge the appended bytes, and see to the consequences elsewhere."""
        charge_storage(size_of(log))
        if absent := missed(before, added.game):
            self._do_later(note_absence(self._store, before, added.game.status, absent))
        if added.game.over and added.game.charter.holders:
            self._do_later(self._end_above(added.game))

    def _do_later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)
        return task

    async def _go_on(self, branch: Game) -> None:
        """Let a game continue in a branch, which has begun. If that fails, it follows when the branch is loaded."""
        with suppress(RefereeError, StoreError):
            await self.make(branch.charter.parent, lambda game: gone_on(game, branch, wall_clock.now()))

    async def _catch_up(self, game: Game) -> None:
        """Write what a loaded game has missed from its branch, or what the game above it has missed."""
        if has_begun(game):
            await self._go_on(game)
        if game.over:
            await self._end_above(game)
        if game.status == "continued":
            with suppress(RefereeError, StoreError):
                await self._resume(game.id)

    async def _end_above(self, branch: Game) -> None:
        """Write the endings above that waited for a branch. If one fails, it follows when it is loaded."""
        with suppress(RefereeError, StoreError):
            charter = branch.charter
            while charter.holders:
                with suppress(BranchRunning):
                    await self._resume(charter.parent)
                charter = (await self.games.game(charter.parent)).charter

    async def _resume(self, game: str) -> None:
        """Write what a game owes now that one of its branches has ended."""
        newest = await self.games.game(game)
        if newest.status != "continued":
            await self.make(game, self._resumed)
            return
        branch = await self.games.game(newest.continued_by)
        await self.make(game, lambda now: superseded(now, branch, wall_clock.now()))

    def _resumed(self, game: Game) -> Added:
        # An imported game belongs to another service's record, so nothing is added to it.
        if not game.charter.rulebook.served or game.charter.provenance:
            return _nothing(game)
        back_since, last_seen = self.presence.back_since, self.presence.last_seen(game.changed_at)
        held = self.games.held.of(game)
        return resumed(game, back_since, held, wall_clock.now(), last_seen, absent=self.presence.absent)

    def _owed_for_absence(self, game: Game) -> Added | None:
        """Return what a game at its head is owed for an absence of the service since its last entry, if anything."""
        if game.changed_at >= self.presence.last_return:
            return None
        if game.changed_at < self.presence.back_since:
            owed = self._resumed(game)
        else:
            now, paused = wall_clock.now(), self.presence.paused(game.changed_at)
            if not paused or game.over or not game.charter.rulebook.served:
                return None
            owed = after_stop(_nothing(game), now - paused, now)
        return owed if owed.entries else None


def _grants_of(added: Added) -> list[Grant]:
    """Return the grant for the player who takes over an absent seat, if anybody does."""
    entry = added.entries[0]
    agreed = handed_over(entry)
    return [Grant(agreed.token_hash, entry.game, "seat", agreed.absent_seat, entry.version)] if agreed else []


def _nothing(game: Game) -> Added:
    """Return a game with nothing added."""
    return Added(game, ())
