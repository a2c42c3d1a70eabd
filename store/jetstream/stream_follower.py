"""The stream's follower: it makes every message's call on the copy once, in the order of the stream.

That order decides: a call that breaks a law when its turn comes is void for all referees.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, suppress
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

from store.contract import (
    Conflict,
    DuplicateCommand,
    LogBehind,
    StorageCorrupt,
    StorageError,
    StorageUnsettled,
    StoreClosed,
    Stored,
    StoreError,
)
from store.jetstream.local_copy import Copy, Followed
from store.jetstream.name_keys import Names
from store.jetstream.operations import Adopt, Append, Call, Chunk, Era, ReplaceApart
from store.jetstream.sealing import Altered, Message, Sealing
from store.jetstream.stream import Delivered, Stream
from store.jetstream.stream_mark import MarkFile, StreamMark

GAMES, BESIDE, IMPORTS, KEYS = "game", "beside", "import", "names"
"""The subjects: a game's log, its other data, the key for its names, and an import's chunks."""

_AGAIN_SECONDS = 1.0
Outcome: TypeAlias = StoreError | ValueError | None
Replaced: TypeAlias = Callable[[str], Awaitable[None]]
"""Called with a game whose separate parts were replaced, before any later message is noted as done."""


async def untold(_game: str) -> None:
    """Do nothing: nobody has a copy of the removed data."""


class Turn(NamedTuple):
    """A message whose turn has come."""

    at: Delivered
    message: Message
    call: Call


class Follower:
    """The task that brings a stream's messages into a copy, and answers their proposers."""

    def __init__(
        self,
        stream: Stream,
        copy: Copy,
        sealing: Sealing,
        names: Names,
        followed: Followed,
        *,
        replaced: Replaced = untold,
        marks: MarkFile | None = None,
        era: int = 0,
    ) -> None:
        self._stream, self._copy, self._sealing, self._names = stream, copy, sealing, names
        self._replaced, self._marks, self.era = replaced, marks, era
        self.reached = followed.sequence
        """The sequence of the last message in the copy."""
        self._followed = followed
        self.last: dict[str, int] = {}
        """The sequences of the last messages on games' subjects."""
        self.faults: list[str] = []
        """Impossible things that were found, in words."""
        self._waiting: dict[str, asyncio.Future[Outcome]] = {}
        self._reaching: list[tuple[int, asyncio.Future[None]]] = []
        self._ended: StoreError | None = None
        self._task = asyncio.create_task(self._follow())
        self._task.add_done_callback(self._end)

    def expect(self, proposal: str) -> asyncio.Future[Outcome]:
        """Return a future for a proposal's outcome."""
        if self._ended is not None:
            raise self._ended
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting[proposal] = future
        return future

    def forget(self, proposal: str) -> None:
        """Stop expecting a proposal."""
        self._waiting.pop(proposal, None)

    async def reach(self, sequence: int) -> None:
        """Wait until the messages up to a sequence are in the copy."""
        if self.reached < sequence:
            if self._ended is not None:
                raise self._ended
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._reaching.append((sequence, future))
            await future

    @property
    def followed(self) -> Followed:
        """The last message in the copy."""
        return self._followed

    async def mark(self) -> None:
        """Mark how far the stream is in the copy. Raises StorageError if that cannot be written."""
        if self._marks is not None:
            await asyncio.to_thread(self._marks.note, self._mark_of(self._followed))

    async def stop(self) -> None:
        """Stop following; callers that still wait get StoreClosed."""
        while not self._task.done():
            # A library may swallow the cancellation: before Python 3.12, `asyncio.wait_for` does if it ends at that
            # moment.
            self._task.cancel()
            await asyncio.wait([self._task], timeout=1)

    def _end(self, task: asyncio.Task[None]) -> None:
        """Answer everybody who waits: following has ended, with the store or by a fault."""
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            problem = str(fault) if isinstance(fault, StoreError) else repr(fault)
            self.faults.append(f"this referee no longer reads the stream: {problem}")
        self._ended = StorageError(self._stream.address, self.faults[-1]) if fault is not None else StoreClosed()
        pending: list[asyncio.Future[Any]] = [*self._waiting.values(), *(reached for _, reached in self._reaching)]
        for waiting in pending:
            if not waiting.done():
                waiting.set_exception(self._ended)

    async def _follow(self) -> None:
        async with aclosing(self._stream.batches(self.reached)) as batches:
            async for batch in batches:
                await self._take(batch)

    async def _take(self, batch: Sequence[Delivered]) -> None:
        """Bring messages into the copy; those that are not `exact` go together, because they can be repeated."""
        together: list[Turn] = []
        for at in batch:
            turn = await self._turn(at)
            if turn is None:
                continue
            # With its place in one transaction: after a crash it is there with its mark, or neither is.
            if turn.call.exact:
                await self._together(together)
                together = []
                self._followed = self._followed_by(at)
                await self._perform([turn], self._followed)
            else:
                together.append(turn)
        await self._together(together)
        self._arrive(batch[-1].sequence)

    async def _together(self, turns: Sequence[Turn]) -> None:
        """Make calls at once, noting the place before them: after a crash they are made again."""
        if turns:
            await self._perform(turns, self._followed)
            self._followed = self._followed_by(turns[-1].at)

    def _followed_by(self, at: Delivered) -> Followed:
        """Return a message as the last one in the copy."""
        return Followed(self._stream.founding, at.sequence, sha256(at.data).digest())

    def _arrive(self, sequence: int) -> None:
        self.reached = sequence
        there = [future for sequence, future in self._reaching if sequence <= self.reached]
        self._reaching = [waiting for waiting in self._reaching if waiting[0] > self.reached]
        for future in there:
            if not future.done():
                future.set_result(None)

    async def _turn(self, at: Delivered) -> Turn | None:
        """Return a message's call, or None if it has none."""
        kind, _, token = at.subject.partition(".")
        try:
            if kind == KEYS:
                self._names.take(token, at)
                return None
            message = self._sealing.message(at.subject, at.data)
            if isinstance(message.call, Chunk):
                return None
            return Turn(at, message, message.shown(await self._names.of(message)))
        except Altered:
            self.faults.append(f"message {at.sequence} of the stream was altered")
            return None

    async def _perform(self, turns: Sequence[Turn], followed: Followed) -> None:
        """Make calls in order. While the copy cannot be written, they are retried; repeated calls are then refused."""
        outcomes: dict[int, Outcome] = {}
        while turns:
            made = await asyncio.gather(*(self._made(turn, followed) for turn in turns))
            for turn, outcome in zip(turns, made, strict=True):
                # A call that took effect is refused when it is repeated: its first outcome is the one that counts.
                if not _to_be_repeated(outcome):
                    outcomes.setdefault(turn.at.sequence, outcome)
            if not any(map(_to_be_repeated, made)):
                break
            for turn in turns:
                self._settle(turn, StorageUnsettled(self._stream.address, turn.call.game))
            await asyncio.sleep(_AGAIN_SECONDS)
        # Before the answers, as the file of heads: what was acknowledged must be in a file that no restore touches.
        await self._mark(turns)
        for turn in turns:
            await self._after(turn, outcomes[turn.at.sequence])

    def _mark_of(self, followed: Followed) -> StreamMark:
        return StreamMark(followed.stream, self.era, followed.sequence, followed.digest)

    async def _mark(self, turns: Sequence[Turn]) -> None:
        """Mark how far the stream is before anybody is answered; nobody is while the mark cannot be written."""
        last = turns[-1]
        if isinstance(last.call, Era):
            self.era = max(self.era, last.call.number)
        mark = self._mark_of(self._followed_by(last.at))
        while not await self._marked(mark):
            for turn in turns:
                self._settle(turn, StorageUnsettled(self._stream.address, turn.call.game))
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _marked(self, mark: StreamMark) -> bool:
        """Write a mark, and return whether it is on the disk."""
        try:
            if self._marks is not None:
                await asyncio.to_thread(self._marks.note, mark)
        except StorageError:
            return False
        return True

    async def _made(self, turn: Turn, followed: Followed) -> Outcome:
        try:
            await self._copy.perform(self._making(turn.call), followed)
        except (StoreError, ValueError) as error:
            return error
        return None

    def _making(self, call: Call) -> Callable[[Copy], Awaitable[None]]:
        return (lambda store: call.on(store, self._imported(call))) if isinstance(call, Adopt) else call.on

    async def _after(self, turn: Turn, outcome: Outcome) -> None:
        """Finish a call that had its turn, and answer its proposer."""
        call, subject = turn.call, turn.at.subject
        if subject.startswith(GAMES):
            self.last[subject] = turn.at.sequence
        # If the head is the expected one, its `unless` made the call void, and nothing is missing.
        void = isinstance(outcome, Conflict) and isinstance(call, Append) and outcome.head == call.expected
        if isinstance(call, Append) and isinstance(outcome, Conflict | DuplicateCommand) and not void:
            await self._compare(call)
        if isinstance(outcome, StorageCorrupt):
            self.faults.append(str(outcome))
        if isinstance(call, ReplaceApart) and outcome is None:
            await self._names.erase(call.game, turn.message.generation)
            await self._replaced(call.game)
        self._settle(turn, outcome)

    async def _compare(self, call: Append) -> None:
        """Find out why an entry does not continue the log: it is there already, or the stream lost some.

        In that case the log is refused by name wherever it is used.
        """
        with suppress(LogBehind):
            entries = await self._copy.read(call.game, call.expected, call.expected + len(call.entries))
            if [entry.data for entry in entries] != [entry.data for entry in call.entries]:
                self.faults.append(f"the stream lost entries of game {call.game!r} before {call.expected + 1}")
                await self._copy.miss(call.game, call.expected, call.entries)

    def _settle(self, turn: Turn, outcome: Outcome) -> None:
        future = self._waiting.get(turn.message.id)
        if future is not None and not future.done():
            future.set_result(outcome)

    def _imported(self, call: Adopt) -> Iterator[Stored]:
        """Yield an import's entries; it runs in the thread that writes the copy."""
        loop, sequence = self._task.get_loop(), 0
        for _ in range(call.chunks):
            coroutine = self._chunk(call, sequence + 1)
            sequence, chunk = asyncio.run_coroutine_threadsafe(coroutine, loop).result()
            yield from chunk.entries

    async def _chunk(self, call: Adopt, sequence: int) -> tuple[int, Call]:
        """Return an import's next chunk, with its sequence. Raises StorageCorrupt."""
        delivered = await self._stream.next(f"{IMPORTS}.{call.import_id}", sequence)
        if delivered is None:
            raise StorageCorrupt(self._stream.address, call.game, "part of its import is missing from the stream")
        try:
            message = self._sealing.message(delivered.subject, delivered.data)
            return delivered.sequence, message.shown(await self._names.of(message))
        except Altered:
            raise StorageCorrupt(self._stream.address, call.game, "part of its import was altered") from None


def _to_be_repeated(outcome: Outcome) -> bool:
    """Return whether a call failed only because of the copy's medium, and can succeed once that is repaired."""
    return isinstance(outcome, StorageError) and not isinstance(outcome, StorageCorrupt | StorageUnsettled)
