"""A load on a service: players, watchers, slow readers, readers of old positions, reconnect storms; all is checked.

All games are open at once, and a few of them are moved at a time. What an answer contradicts is a problem, in words: a
gap between versions, a broken chain, an entry that does not follow from its command, a digest that others were shown
otherwise, a command that is acknowledged twice, or in the record not once; a refusal that cites another clause.
"""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import AsyncIterable, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import grpc
import msgspec

from bench.percentiles import Histogram
from bench.tables import Attempt, Disagreement, Table, titles
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai.referee.v1.referee_pb2 import ListLegalCommandsResponse, SubmitRequest
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client.aio import Gunbai, Seat, packed
from gunbai_client.aio.stubs import Stubs
from gunbai_client.aio.watch_stream import Update
from gunbai_client.channel import resolved
from gunbai_record import chain
from gunbai_record.errors import GunbaiError
from titles.checks.walk import pick

T = TypeVar("T")

STREAMS = 90
"""The streams on a connection, on which a service takes a hundred calls at once."""
DEADLINE = 30
PAUSE = 0.1
SHOWN_PROBLEMS = 20
REPEATED, REFUSED, LISTED = 0.02, 0.05, 0.05
"""How many of the moves are sent twice, are against the rules, and are compared with the list of legal commands."""
READ_AT_MOST = 500
"""How many entries a reader of old entries asks for at most."""


class Plan(msgspec.Struct, frozen=True):
    """How much of everything the load has."""

    games: int
    titles: Sequence[str] = ("infludance_duel", "liars_dice")
    at_once: int = 64
    """How many players wait for an answer at the same time."""
    rate: float = 0
    """How many moves are due per second; 0: the next as soon as one is answered."""
    watchers: int = 0
    slow: int = 0
    """How many watchers pause after each entry."""
    slow_seconds: float = 1.0
    readers: int = 0
    storm_seconds: float = 0
    """After how many seconds all watchers' connections are cut, again and again; 0: never."""
    seed: int = 1


class Load:
    """Games on the service at a target, those who deal with them, and what they found."""

    def __init__(self, target: str, plan: Plan) -> None:
        self.plan, self._target, self._rng = plan, target, random.Random(plan.seed)
        self.tables: list[Table] = []
        self.finished: list[Table] = []
        self.counted = Counter[str]()
        self.times: dict[str, Histogram] = defaultdict(Histogram)
        self.problems: list[str] = []
        self.slowest = 0.0
        """How long the slowest call has taken since this was last reset, in seconds."""
        self._idle: list[Table] = []
        self._lines: list[Gunbai] = []
        self._watchers = [
            Watcher(self, plan.slow_seconds if number < plan.slow else 0) for number in range(plan.watchers + plan.slow)
        ]
        self._watching: list[asyncio.Task[None]] = []
        self._began, self._sent = 0.0, 0

    # What is set up.
    async def open(self) -> None:
        """Open the games, as many at once as move later. What fails is tried again."""
        left = iter(range(self.plan.games))

        async def opening() -> None:
            async with self.line() as gunbai:
                for _ in left:
                    await self._until(partial(self._opened, gunbai))

        await asyncio.gather(*(opening() for _ in range(min(self.plan.at_once, self.plan.games))))

    async def connect(self) -> None:
        """Open the watchers' streams, and wait until each has its game's history."""
        self._watch()
        await self.caught_up()

    def line(self) -> Gunbai:
        """Return a client with a connection of its own."""
        at, options = resolved(self._target)
        channel = grpc.aio.insecure_channel(at, options=[*options, ("grpc.use_local_subchannel_pool", 1)])
        return Gunbai(Stubs(channel), "", DEADLINE, wait=True, language="")

    async def caught_up(self, patience: float = 600) -> None:
        """Wait until every watcher has its game's history. Raises TimeoutError."""
        async with asyncio.timeout(patience):
            for watcher in self._watchers:
                await watcher.caught_up.wait()

    # What is done.
    async def run(self, seconds: float) -> None:
        """Play, read and cut connections for this long; a game that ends is followed by another."""
        doing: list[Coroutine[Any, Any, None]] = [self._played() for _ in range(self.plan.at_once)]
        doing += [self._read() for _ in range(self.plan.readers)]
        if self.plan.storm_seconds:
            doing.append(self._storms())
        tasks = [asyncio.create_task(coroutine) for coroutine in doing]
        self._began, self._sent = time.monotonic(), 0
        done, _ = await asyncio.wait(tasks, timeout=seconds or None, return_when=asyncio.FIRST_EXCEPTION)
        await _ended(tasks)
        for task in done:
            task.result()

    async def close(self) -> None:
        """End the streams and close all connections."""
        await _ended(self._watching)
        for line in self._lines:
            await line.close()
        self._watching, self._lines = [], []

    async def read_back(self, games: int) -> int:
        """Compare this many whole records with what was acknowledged; return how many were compared."""
        chosen = [*self.finished, *self.tables][:games]
        left = iter(chosen)

        async def reading() -> None:
            async with self.line() as gunbai:
                for table in left:
                    with self._judged():
                        table.compare(await self._until(partial(self._whole, gunbai, table)))

        await asyncio.gather(*(reading() for _ in range(min(self.plan.at_once, len(chosen)))))
        return len(chosen)

    # Players.
    async def _opened(self, gunbai: Gunbai) -> None:
        title = self.plan.titles[(len(self.tables) + len(self.finished)) % len(self.plan.titles)]
        seats = titles().rulebook(title).title.rules.seats.start
        made = await self._timed("CreateGame", gunbai.create(title, seats=seats, chance="referee"))
        game, joined = made.info.game, list[Seat]()
        for number in range(1, seats + 1):
            joined.append(await self._timed("JoinGame", gunbai.join(game, f"player {number}", seat=number)))
        await self._timed("StartGame", gunbai.holding(made.host_token).start(game))
        table = Table(game, joined)
        self.tables.append(table)
        self._idle.append(table)

    async def _played(self) -> None:
        """Move one game after another."""
        async with self.line() as gunbai:
            while True:
                due = await self._due()
                if not self._idle:
                    await asyncio.sleep(PAUSE)
                    continue
                table = self._taken()
                if await self._moved(gunbai, table, due):
                    self._idle.append(table)
                    continue
                self.tables.remove(table)
                self.finished.append(table)
                await self._until(partial(self._opened, gunbai))

    async def _due(self) -> float:
        """Return when the next move is due, once that has come."""
        now = time.monotonic()
        if not self.plan.rate:
            return now
        due = self._began + self._sent / self.plan.rate
        self._sent += 1
        await asyncio.sleep(max(due - now, 0))
        return due

    def _taken(self) -> Table:
        """Return a game that nobody is moving in now."""
        number = self._rng.randrange(len(self._idle))
        self._idle[number], self._idle[-1] = self._idle[-1], self._idle[number]
        return self._idle.pop()

    async def _moved(self, gunbai: Gunbai, table: Table, due: float) -> bool:
        """Make a move in a game; return whether the game goes on. What failed is found out next time."""
        try:
            if table.unsure:
                await self._follow(gunbai, table)
            attempt = await self._move(gunbai, table)
            if attempt is not None:
                await self._submit(self._at(gunbai, table, attempt.seat), table, attempt, due)
        except Disagreement as error:
            self.problem(str(error))
            return False
        except GunbaiError as error:
            table.unsure = True
            self.failed(error)
            await asyncio.sleep(PAUSE)
            return True
        self.counted["games"] += attempt is None
        return attempt is not None

    async def _move(self, gunbai: Gunbai, table: Table) -> Attempt | None:
        """Return what is sent next: mostly a legal move; None after the end."""
        if table.local is None:
            return await self._listed(gunbai, table)
        wrong = table.wrong(self._rng) if self._rng.random() < REFUSED else None
        attempt = wrong or table.move(self._rng)
        if attempt is not None and not attempt.clause and self._rng.random() < LISTED:
            await self._compare_lists(self._at(gunbai, table, attempt.seat), table)
        return attempt

    async def _listed(self, gunbai: Gunbai, table: Table) -> Attempt | None:
        """Return a move from the service's own list, if the rules here do not know the table."""
        legal = await self._legal(self._at(gunbai, table, table.asked_seat))
        if legal.waiting.seats and table.asked_seat not in legal.waiting.seats:
            table.asked_seat = self._rng.choice(legal.waiting.seats)
            legal = await self._legal(self._at(gunbai, table, table.asked_seat))
        if not legal.commands:
            return None
        move = pick(self._rng, legal.commands).command
        return Attempt(table.asked_seat, move, legal.expected_version)

    async def _compare_lists(self, seat: Seat, table: Table) -> None:
        """Compare the service's list of legal commands with that of the rules here. Raises Disagreement."""
        legal = await self._legal(seat)
        listed = [command.command for command in legal.commands]
        here = [packed(move) for move in table.moves(seat.number)]
        if sorted(command.SerializeToString() for command in listed) != sorted(
            command.SerializeToString() for command in here
        ):
            raise Disagreement(f"{table.game}: {len(listed)} legal commands at {legal.version}, and {len(here)} here")

    async def _legal(self, seat: Seat) -> ListLegalCommandsResponse:
        return await self._timed("ListLegalCommands", seat.legal())

    async def _submit(self, seat: Seat, table: Table, attempt: Attempt, due: float) -> None:
        """Send a command, occasionally twice, and check its ruling."""
        request = SubmitRequest(
            game=table.game,
            expected_version=attempt.expected,
            command_id=uuid.uuid4().hex,
            command=packed(attempt.move),
        )
        table.sent_after, table.sent_at = table.version, time.monotonic()
        ruling = await self._sent_once(seat, request, due)
        if attempt.clause:
            self.counted["refusals"] += 1
            return _check_refusal(table, attempt, ruling)
        self.counted["commands"] += 1
        _check_accepted(table, request, ruling.accepted.entries)
        if self._rng.random() < REPEATED:
            again = await self._sent_once(seat, request, time.monotonic())
            self.counted["repetitions"] += 1
            if not again.accepted.repeated_command or again.accepted.entries[:] != ruling.accepted.entries[:]:
                raise Disagreement(f"{table.game}: the command of entry {table.version} was acknowledged twice")
        return None

    async def _sent_once(self, seat: Seat, request: SubmitRequest, due: float) -> Ruling:
        answer = await self._timed("Submit", seat.gunbai.ask(seat.gunbai.stubs.referee.Submit, request), due)
        return answer.ruling

    async def _follow(self, gunbai: Gunbai, table: Table) -> None:
        """Read what has not been followed yet."""
        for entry in await self._timed("ReadEntries", _all(gunbai.entries(table.game, table.version))):
            table.follow(entry)
        table.unsure = False

    # Readers.
    async def _read(self) -> None:
        """Read old positions and old entries of one game after another."""
        async with self.line() as gunbai:
            while True:
                table = pick(self._rng, self.tables)
                version = self._rng.randint(1, max(table.version, 1))
                with self._judged():
                    await self._rng.choice((self._old_view, self._old_entries))(gunbai, table, version)

    async def _old_view(self, gunbai: Gunbai, table: Table, version: int) -> None:
        answer = await self._timed("GetView of an old version", gunbai.view(table.game, version))
        if answer.version != version:
            raise Disagreement(f"{table.game}: version {version} was asked for, and {answer.version} came")
        table.viewed(version, answer.view.SerializeToString(deterministic=True))

    async def _old_entries(self, gunbai: Gunbai, table: Table, version: int) -> None:
        entries = gunbai.entries(table.game, version - 1, version + READ_AT_MOST)
        follower = Follower(table, version - 1)
        for entry in await self._timed("ReadEntries", _all(entries)):
            follower.take(entry)

    async def _whole(self, gunbai: Gunbai, table: Table) -> list[Entry]:
        return await self._timed("ReadEntries, a whole game", _all(gunbai.entries(table.game)))

    # Watchers.
    def any_table(self) -> Table:
        """Return any open game."""
        return pick(self._rng, self.tables)

    def _watch(self) -> None:
        """Open all watchers' connections and streams."""
        self._lines = [self.line() for _ in range(0, len(self._watchers), STREAMS)]
        for number, watcher in enumerate(self._watchers):
            watcher.left()
            self._watching.append(asyncio.create_task(watcher.follow(self._lines[number // STREAMS])))

    async def _storms(self) -> None:
        """Cut all watchers' connections again and again; they come back at once."""
        while True:
            await asyncio.sleep(self.plan.storm_seconds)
            await self.close()
            self._watch()
            await self.caught_up()
            self.counted["storms"] += 1

    # What is found.
    def note(self, name: str, seconds: float) -> None:
        """Record a time."""
        self.times[name].add(seconds)
        self.slowest = max(self.slowest, seconds)

    def problem(self, text: str) -> None:
        """Record a problem."""
        self.counted["problems"] += 1
        if len(self.problems) < SHOWN_PROBLEMS:
            self.problems.append(text)

    async def _timed(self, name: str, call: Awaitable[T], since: float = 0) -> T:
        began = since or time.monotonic()
        answer = await call
        self.counted["calls"] += 1
        self.note(name, time.monotonic() - began)
        return answer

    def failed(self, error: GunbaiError) -> None:
        """Record a call that failed."""
        self.counted["errors"] += 1
        self.counted[f"error {error.reason or type(error).__name__}"] += 1

    @contextmanager
    def _judged(self) -> Iterator[None]:
        try:
            yield
        except Disagreement as error:
            self.problem(str(error))
        except GunbaiError as error:
            self.failed(error)

    async def _until(self, call: Callable[[], Awaitable[T]]) -> T:
        """Return what a call returns, however often it fails."""
        while True:
            try:
                return await call()
            except GunbaiError as error:
                self.failed(error)
                await asyncio.sleep(PAUSE)

    @staticmethod
    def _at(gunbai: Gunbai, table: Table, number: int) -> Seat:
        """Return a game's seat, on a connection."""
        return gunbai.holding(table.seats[number - 1].token).seat(table.game, number)


class Follower:
    """Somebody who reads a game's entries after a version: without a gap, in one chain, the same as everybody else."""

    def __init__(self, table: Table, version: int = 0) -> None:
        self._table, self.version = table, version
        self._previous = chain.ORIGIN if version == 0 else b""

    def take(self, entry: Entry) -> None:
        """Check the next entry. Raises Disagreement."""
        try:
            chain.check(entry, self.version + 1, self._previous or entry.previous)
        except chain.ChainError as error:
            raise Disagreement(f"{self._table.game}: {error}") from None
        self._table.seen(entry.version, entry.digest)
        self.version, self._previous = entry.version, entry.digest


class Watcher:
    """Somebody who watches one game after another; slow ones pause after each entry."""

    def __init__(self, load: Load, pause: float) -> None:
        self._load, self._pause = load, pause
        self._table: Table | None = None
        self._follower: Follower | None = None
        self._since = 0.0
        self.caught_up = asyncio.Event()

    def left(self) -> None:
        """Note that its connection is new. Nobody waits for slow ones."""
        self._since = time.monotonic()
        self.caught_up.clear()
        if self._pause:
            self.caught_up.set()

    async def follow(self, gunbai: Gunbai) -> None:
        """Watch forever; on another connection it continues after what it has seen."""
        while True:
            if self._table is None or self._follower is None:
                self._table = self._load.any_table()
                self._follower = Follower(self._table)
            try:
                async for update in gunbai.updates(self._table.game, self._follower.version):
                    self._take(self._table, self._follower, update)
                    if self._pause:
                        await asyncio.sleep(self._pause)
            except Disagreement as error:
                self._load.problem(str(error))
            except GunbaiError as error:
                self._load.failed(error)
                await asyncio.sleep(PAUSE)
                continue
            self._table = None

    def _take(self, table: Table, follower: Follower, update: Update) -> None:
        if isinstance(update, CaughtUp):
            if not self.caught_up.is_set():
                self._load.note("WatchGame, connected until caught up", time.monotonic() - self._since)
            self.caught_up.set()
            return
        follower.take(update.entry)
        self._load.counted["watched"] += 1
        if table.sent_at and self.caught_up.is_set() and not self._pause and update.version > table.sent_after:
            self._load.note("WatchGame, a command sent until its entry is seen", time.monotonic() - table.sent_at)


def _check_refusal(table: Table, attempt: Attempt, ruling: Ruling) -> None:
    """Raise Disagreement unless a move is refused by the clause that it breaks."""
    if ruling.refused.clause != attempt.clause:
        verdict = f"cites {ruling.refused.clause!r}" if ruling.HasField("refused") else "accepts"
        raise Disagreement(f"{table.game}: at {table.version} the service {verdict}, and {attempt.clause} is broken")


def _check_accepted(table: Table, request: SubmitRequest, entries: Sequence[Entry]) -> None:
    """Follow an accepted command's entries. Raises Disagreement."""
    if not entries or entries[0].command_id != request.command_id:
        raise Disagreement(f"{table.game}: a legal command at {table.version} was not acknowledged")
    for entry in entries:
        table.follow(entry)
    table.acknowledged[request.command_id] = entries[0].version


async def _all(entries: AsyncIterable[T]) -> list[T]:
    return [entry async for entry in entries]


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for them to end."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
