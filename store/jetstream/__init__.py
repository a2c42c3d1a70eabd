"""The engine for several referees: the record is a NATS JetStream stream, in which each call is a message.

The stream's order decides. Each referee makes the calls in that order on its own copy, an SQLite file, and answers from
there; a deleted copy is made again. A call is tried on the copy first, so that a call that breaks a law is not written;
it counts when its turn comes in the stream. A game's log is one subject, and a message is written there only if its
writer knows the last one (Nats-Expected-Last-Subject-Sequence).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar

from msgspec.structs import replace

from store.argument_checks import check_follows
from store.contract import (
    ANY_GAME,
    MOST_PAPERS,
    Cosignature,
    Filter,
    Grant,
    Head,
    Leaf,
    LeafLog,
    Opening,
    Order,
    Page,
    Paper,
    RefusedMove,
    RulesNote,
    StorageCorrupt,
    StorageError,
    StorageSilent,
    StorageUnsettled,
    StoreClosed,
    Stored,
    StoreError,
    Summary,
)
from store.followers import Changes
from store.jetstream.durability import REPLICAS, doubts
from store.jetstream.local_copy import Copy, Followed
from store.jetstream.name_keys import Names
from store.jetstream.operations import (
    Adopt,
    Append,
    Call,
    Chunk,
    Cosign,
    Create,
    Era,
    File,
    Lost,
    Moved,
    Refuse,
    ReplaceApart,
)
from store.jetstream.past import (
    ERA,
    LOST,
    MOVED,
    TERMS,
    WORD,
    Past,
    Terms,
    WentBackError,
    check_in_use,
    compared,
    past_of,
)
from store.jetstream.referees import Referees, introduce, referee_at, signer
from store.jetstream.sealing import NO_KEY, NameKey, Sealing, message_of, token_of
from store.jetstream.stream import NotFounded, OtherKey, Overtaken, Stream, StreamMissing, shown
from store.jetstream.stream_follower import BESIDE, GAMES, IMPORTS, Follower, Outcome, Replaced, untold
from store.jetstream.stream_mark import MarkFile, StreamMark, mark_of
from store.sqlite.reading_threads import Charge

__all__ = ["JetstreamStore", "NotFounded", "OtherKey", "StorageUnanswered", "StreamMissing", "Terms", "WentBackError"]

T = TypeVar("T")

CHUNK_ENTRIES = 256
CHUNK_BYTES = 256 * 1024
"""The limits for a message of an imported log: entries, and bytes."""
RECORD = "GUNBAI"
"""The stream's name, unless another is given."""
PATIENCE_SECONDS = 8.0
"""How long a call waits for the stream: longer than its servers take to choose a new leader."""
UNSETTLED_SECONDS = 10.0
"""How long a call waits for its own message."""
OPENING_SECONDS = 30.0
"""How long a stream may stay silent while it is opened."""
_SAID_SECONDS = 2.0
"""How long to wait before reporting the wait."""
# A subject that was forgotten costs one question to the stream.
_REMEMBERED = 100_000
# A restored record may have more running games than a message has room for.
_LOST_AT_ONCE = 500
_ADVICE = "restore the entries that the stream lost, or use the mark of another referee"

Waiting: TypeAlias = Callable[[str], None]
"""Called with what the store waits for."""


def _unheard(_what: str) -> None:
    """Ignore it."""


class StorageUnanswered(StorageUnsettled):
    """The stream has not answered yet: the request takes effect as a whole, or not at all.

    Repeating the call finds out which.
    """

    def __init__(self, file: str, game: str) -> None:
        problem = f"no answer for {UNSETTLED_SECONDS:.0f} s: it may have been written; repeat the call"
        StorageError.__init__(self, file, problem)
        self.game = game


class JetstreamStore:
    """A store in a stream, with a copy in a file; it belongs to the event loop that opened it.

    The copy, on which each call is tried before it is written, checks the arguments.
    """

    @classmethod
    async def open(
        cls,
        servers: Sequence[str],
        copy: Path,
        key: bytes,
        *,
        name: str = RECORD,
        replicas: int = REPLICAS,
        quota_bytes: int = 0,
        charge: Charge = lambda _: None,
        replaced: Replaced = untold,
        terms: Terms = TERMS,
        reach: bool = True,
        waiting: Waiting = _unheard,
    ) -> Self:
        """Open the stream, creating it if it is missing, and with `reach` bring the copy up to its end.

        `key` is the same for all referees of a record. The copy grows to the quota; `charge` takes the computing time
        of each query. `replaced` is called with each game from which names were removed, whoever removed them,
        `waiting` with what a long wait is for.

        Raises StorageError if the servers cannot be reached or do not answer, or if the stream was made with another
        key; StreamMissing if it is gone; WentBackError if it may lack acknowledged messages and the `terms` do not
        accept that.
        """
        sealing = Sealing(key)
        async with AsyncExitStack() as opened:
            marks = MarkFile(terms.mark or mark_of(copy))
            opened.callback(marks.close)
            make = terms.make and marks.noted is None and not await asyncio.to_thread(copy.exists)
            opening = Stream.open(servers, name, replicas, sealing.fingerprint, make=make, succeeds=terms.succeeds)
            async with _patient(shown(servers), f"the stream {name}", waiting):
                stream = await opening
            opened.push_async_callback(stream.close)
            own_copy = await Copy.open(copy, quota_bytes, charge=charge)
            opened.push_async_callback(own_copy.close)
            async with _patient(stream.address, f"the past of the stream {name}", waiting):
                if not (terms.moved or terms.succeeds is not None):
                    await check_in_use(stream, sealing)
                followed = await compared(stream, own_copy, sealing)
            if not await own_copy.named():
                await own_copy.name_log(stream.founding, keep=True)  # all referees sign for one log
            referees = Referees(stream.now(), sealing, referee_at(own_copy.file))
            opened.push_async_callback(referees.end)
            async with _patient(stream.address, f"the presence of other referees of the stream {name}", waiting):
                await referees.listen()
                past = await past_of(stream, sealing, marks.noted, followed, referees.others())
            if stream.made or terms.succeeds is not None:  # it has no past of its own that it could have lost
                past = past._replace(doubt="")
            if past.doubt and not (terms.look or terms.after_restore):
                raise WentBackError(stream.address, f"{past.doubt}; {_ADVICE}, or {WORD}")
            if stream.made:
                await asyncio.to_thread(marks.note, StreamMark(stream.founding, 0, 0, b""))  # its absence is now a loss
            store = cls(stream, own_copy, sealing, followed, replaced, referees=referees, marks=marks, past=past)
            opened.pop_all()
            opened.push_async_callback(store.close)  # which releases everything above
            await store._begin(terms, waiting, reach=reach)
            opened.pop_all()
        return store

    def __init__(
        self,
        stream: Stream,
        copy: Copy,
        sealing: Sealing,
        followed: Followed,
        replaced: Replaced,
        *,
        referees: Referees,
        marks: MarkFile,
        past: Past,
    ) -> None:
        self._stream, self._copy, self._sealing, self._marks, self._past = stream, copy, sealing, marks, past
        self._names = Names(stream, sealing)
        self._follower = Follower(
            stream, copy, sealing, self._names, followed, replaced=replaced, marks=marks, era=past.begins
        )
        self.doubt = past.doubt
        """Why the stream may have gone back: nothing is written until `go_on`."""
        self.shared_state = referees
        """The other referees."""
        self.shared_state.followed = lambda: self._follower.followed
        self._proposing: set[asyncio.Task[None]] = set()
        self._asked: asyncio.Task[None] | None = None
        self._asked_next: asyncio.Task[None] | None = None
        self._closed = False

    async def go_on(self, lost: Mapping[str, int], log_name: str = "") -> None:
        """Begin a new era: these games count as having lost entries, and the log of leaves gets a new name.

        Each game comes with its acknowledged version, or 0 if that is not known.
        """
        versions = sorted((game, max(version, self.newest(game))) for game, version in lost.items())
        for first in range(0, len(versions), _LOST_AT_ONCE):
            await self._propose(Lost(dict(versions[first : first + _LOST_AT_ONCE])))
        await self._propose(Era(max(self._past.era, self._follower.era) + 1, log_name or secrets.token_hex(8)))
        self.doubt = ""
        self.shared_state.begin()

    async def end_here(self, place: str) -> None:
        """Note that the record continues elsewhere, and no longer here."""
        await self._propose(Moved(place))

    async def progress(self) -> tuple[int, int]:
        """Return which message of the stream is in the copy, and which is the last."""
        return self._follower.reached, await self._stream.confirmed()

    async def copies(self) -> tuple[str, dict[str, bool]]:
        """Return the server that leads the stream, and whether each server that has the stream has all of it."""
        return await self._stream.copies()

    @property
    def succeeds(self) -> str | None:
        """What the stream was copied from, if it was."""
        return self._stream.succeeds

    @property
    def mark(self) -> StreamMark | None:
        """How far the stream was acknowledged here."""
        return self._marks.noted

    @property
    def address(self) -> str:
        """The servers' addresses."""
        return self._stream.address

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def create(
        self,
        opening: Opening,
        entries: Sequence[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        consents: Sequence[bytes] = (),
        leaves: Sequence[Leaf] = (),
    ) -> None:
        call = Create(opening, tuple(entries), tuple(grants), summary, tuple(consents), tuple(leaves))
        await self._proposed(call.game, self._propose(call))

    async def adopt(
        self,
        opening: Opening,
        entries: Iterator[Stored],
        grants: Sequence[Grant],
        summary: Summary,
        *,
        size: int,
        leaves: Sequence[Leaf] = (),
    ) -> None:
        call = Adopt(opening, tuple(grants), summary, tuple(leaves), size, secrets.token_hex(16), 0)
        await self._proposed(call.game, self._import(call, entries), None)

    async def append(
        self,
        game: str,
        expected_version: int,
        entries: Sequence[Stored],
        *,
        summary: Summary | None = None,
        grants: Sequence[Grant] = (),
        leaves: Sequence[Leaf] = (),
        unless: Sequence[Filter] = (),
    ) -> None:
        call = Append(game, expected_version, tuple(entries), summary, tuple(grants), tuple(leaves), tuple(unless))
        await self._proposed(call.game, self._propose(call))

    async def leaf_log(self) -> LeafLog:
        await self.catch_up()
        return await self._copy.leaf_log()

    async def leaves(self, first: int = 0, limit: int = 256) -> list[Leaf]:
        return await self._copy.leaves(first, limit)

    async def leaves_of(self, game: str) -> list[Leaf]:
        return await self._copy.leaves_of(game)

    async def cosign(self, cosignature: Cosignature) -> None:
        await self._proposed("", self._propose(Cosign(cosignature)))

    async def cosignatures(self) -> list[Cosignature]:
        return await self._copy.cosignatures()

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        return await self._copy.read(game, after, upto)

    async def head(self, game: str) -> Head:
        return await self._copy.head(game)

    def newest(self, game: str) -> int:
        return self._copy.newest(game)

    async def catch_up(self) -> None:
        self._check_open()
        # The answer to a running question may lack what was written since: callers now share the next one.
        if self._asked_next is None:
            self._asked_next = asyncio.create_task(self._ask_after(self._asked))
        await self._soon(asyncio.shield(self._asked_next))

    async def find(self, game: str, command_id: str) -> Stored | None:
        return await self._copy.find(game, command_id)

    async def commands(self, game: str) -> list[str]:
        return await self._copy.commands(game)

    def follow(self, game: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        return self._copy.follow(game, after)

    def changes(self) -> AbstractContextManager[Changes]:
        return self._copy.changes()

    async def replace_apart(self, game: str, apart: Mapping[int, bytes], summary: Summary) -> None:
        await self._proposed(game, self._replace(game, dict(apart), summary))

    async def opening(self, game: str) -> Opening:
        return await self._copy.opening(game)

    async def every_game(self) -> list[str]:
        return await self._copy.every_game()

    async def games_after(self, game: str = "", limit: int = 1000) -> list[str]:
        return await self._copy.games_after(game, limit)

    async def grant(self, token_hash: bytes, *games: str) -> Grant | None:
        grant = await self._copy.grant(token_hash, *games)
        if grant is None:
            # Another referee may have granted it a moment ago: read the stream before calling the token unknown.
            await self.catch_up()
            grant = await self._copy.grant(token_hash, *games)
        return grant

    async def add_refusal(self, refusal: RefusedMove) -> None:
        await self._proposed(refusal.game, self._propose(Refuse(refusal)))

    async def refusals(self, game: str, after: int = 0, limit: int = 100) -> list[RefusedMove]:
        await self.catch_up()
        return await self._copy.refusals(game, after, limit)

    async def dropped_refusals(self, game: str) -> int:
        return await self._copy.dropped_refusals(game)

    async def add_papers(
        self,
        game: str,
        expected: int,
        papers: Sequence[Paper],
        *,
        leaves: Sequence[Leaf] = (),
        since: int | None = None,
    ) -> None:
        await self._proposed(game, self._propose(File(game, expected, tuple(papers), tuple(leaves), since=since)))

    async def papers(self, game: str, after: int = 0, limit: int = MOST_PAPERS) -> list[Paper]:
        await self.catch_up()
        return await self._copy.papers(game, after, limit)

    async def games(
        self, only: Filter = ANY_GAME, page_token: str = "", page_size: int = 50, *, order: Order = "newest"
    ) -> Page:
        await self.catch_up()
        return await self._copy.games(only, page_token, page_size, order=order)

    async def absences(self, player: str) -> int:
        return await self._copy.absences(player)

    async def rebuild(self, summaries: Iterable[Summary]) -> None:
        await self._copy.rebuild(summaries)

    async def check_catalogue(self) -> list[str]:
        return await self._copy.check_catalogue()

    async def note_presence(self, at: int) -> None:
        self._check_open()
        await self._soon(self._stream.note(at))

    async def presence(self) -> int:
        self._check_open()
        return await self._soon(self._stream.noted())

    async def note_rules(self, notes: Sequence[RulesNote]) -> None:
        await self._copy.note_rules(notes)

    async def rules(self) -> list[RulesNote]:
        return await self._copy.rules()

    async def inspect(self, *, thorough: bool = False) -> list[str]:
        """Return the copy's faults, and those found in the stream since it was opened."""
        return [*await self._copy.inspect(thorough=thorough), *self._follower.faults]

    async def doubts(self, monitors: Sequence[str] = ()) -> list[str]:
        """Return why the stream may lose what it acknowledged; `monitors` are the servers' monitoring ports."""
        return await doubts(await self._soon(self._stream.replicas()), monitors)

    async def signer(self) -> str:
        """Return the referees' noted signing key; "" if none was noted."""
        return await self._soon(signer(self._stream.lasting()))

    async def introduce(self, verifier: str, former: Sequence[str], *, new: bool = False) -> None:
        """Check that all referees sign with one key, which may have replaced `former` ones.

        Raises StorageError if another referee signs with another key, unless the operator says that the key is `new`.
        """
        await self._soon(introduce(self._stream.lasting(), verifier, former, new=new))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            if self._proposing:
                await asyncio.wait(self._proposing, timeout=5)
            for task in (self._asked, self._asked_next):
                if task is not None:
                    task.cancel()
            await self.shared_state.end()
            await self._follower.stop()
            await self._stream.close()
            # A full copy cannot note its place: the last calls are then made again, as after a crash.
            with suppress(StorageError):
                await self._copy.note(self._follower.followed)
            await self._copy.close()
            self._marks.close()

    async def _soon(self, call: Awaitable[T]) -> T:
        """Return an answer from the stream, for which nobody waits long. Raises StorageSilent."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await call
        except TimeoutError:
            problem = f"the stream did not answer for {PATIENCE_SECONDS:.0f} s; nothing was written"
            raise StorageSilent(self._stream.address, problem) from None

    async def _ask_after(self, task: asyncio.Task[None] | None) -> None:
        """Ask for the end of the stream once an earlier question is answered, and wait until the copy is there."""
        if task is not None:
            await asyncio.wait([task])
        self._asked, self._asked_next = self._asked_next, None
        reached = self._follower.reached
        end = await self._stream.confirmed()
        if end < reached:
            problem = f"message {reached} was read, but the stream now ends at {end}: stop this referee"
            raise StorageCorrupt(self._stream.address, "", problem)
        await self._follower.reach(end)

    async def _begin(self, terms: Terms, waiting: Waiting, *, reach: bool) -> None:
        """Bring the copy up to the end of the stream if wanted, and announce this referee.

        A reader, or a referee whose stream may lack something, does not announce itself.
        """
        if reach:
            await self._reached(waiting)
        if terms.lack_of is not None and (lack := await terms.lack_of(self)):
            if not (terms.look or terms.after_restore):
                raise WentBackError(self._stream.address, f"{lack}; {_ADVICE}, or {WORD}")
            self.doubt = lack
        if not (terms.look or self.doubt):
            if reach:
                await self._follower.mark()
            self.shared_state.begin()

    async def _reached(self, waiting: Waiting) -> None:
        """Bring the copy up to the end of the stream. Raises StorageError if it makes no progress for long."""
        async with _patient(self._stream.address, f"the end of the stream {self._stream.name}", waiting):
            end = await self._stream.confirmed()
        while (before := self._follower.reached) < end:
            with suppress(TimeoutError):
                async with asyncio.timeout(OPENING_SECONDS):
                    await self._follower.reach(end)
            if self._follower.reached == before:
                raise StorageError(self._stream.address, f"{_silent('its next message')} after message {before}")

    async def _proposed(
        self, game: str, proposing: Coroutine[Any, Any, None], patience: float | None = UNSETTLED_SECONDS
    ) -> None:
        """Wait for a proposal, which continues even if the caller leaves. Raises its outcome.

        If the stream does not answer, the proposal may or may not have been written: repeating the call finds out.
        """
        if self._closed or self.doubt:
            proposing.close()
            raise WentBackError(self._stream.address, self.doubt) if self.doubt else StoreClosed
        task = asyncio.create_task(proposing)
        self._proposing.add(task)
        task.add_done_callback(self._settled)
        try:
            async with asyncio.timeout(patience):
                await asyncio.shield(task)
        except TimeoutError:
            raise StorageUnanswered(self._stream.address, game) from None

    def _settled(self, task: asyncio.Task[None]) -> None:
        self._proposing.discard(task)
        if not task.cancelled():
            # Nobody may be waiting for it any more: fetching the error keeps asyncio from reporting it.
            task.exception()

    async def _propose(self, call: Call) -> None:
        """Write a call and wait for its turn. Raises what the call raises: then it has changed nothing."""
        proposal = secrets.token_hex(16)
        coming = self._follower.expect(proposal)
        try:
            while not coming.done():
                after = await self._after(call)
                await self._rehearse(call)
                key = await self._names.made(call.game) if call.entries or call.summary is not None else NO_KEY
                if await self._published(proposal, call, key, after, coming):
                    break
            if outcome := await coming:
                raise outcome
        finally:
            self._follower.forget(proposal)

    async def _published(
        self, proposal: str, call: Call, key: NameKey, after: int | None, coming: asyncio.Future[Outcome]
    ) -> bool:
        """Write a call, and return whether it was written. Raises StorageError if the stream lost earlier messages.

        If not, another call came first, or this one did and its answer was lost: the copy now has whichever it was.
        """
        subject, reached = _subject_of(call), self._follower.reached
        data = self._sealing.seal(subject, message_of(proposal, call, key))
        try:
            written = await self._stream.publish(subject, data, _message_id(proposal, call), after)
        except Overtaken:
            await self._catch_up(call)
            return False
        if written <= reached and not coming.done():
            problem = (
                f"message {reached} was read, but message {written} was written just now: the stream lost messages"
            )
            raise StorageCorrupt(self._stream.address, call.game, problem)
        return True

    async def _rehearse(self, call: Call) -> None:
        """Try a call on the copy. Its error counts only if the copy is at the end of the stream. Raises StoreError."""
        try:
            await self._copy.rehearse(call.on)
        # A fault of the copy's file: no later message mends it.
        except StorageError:
            raise
        except StoreError:
            await self._follower.reach(await self._stream.confirmed())
            await self._copy.rehearse(call.on)

    async def _after(self, call: Call) -> int | None:
        """Return the last message on a call's subject, which is in the copy; None if it does not matter."""
        # Only the order within a game's log matters; other data has no predecessor to know.
        subject = _subject_of(call)
        if not subject.startswith(GAMES):
            return None
        if subject not in self._follower.last:
            await self._catch_up(call)
        return self._follower.last.get(subject, 0)

    async def _catch_up(self, call: Call) -> None:
        """Wait until the last message on a call's subject is in the copy."""
        subject = _subject_of(call)
        last = await self._stream.last(subject)
        if last is not None:
            await self._follower.reach(last.sequence)
            if len(self._follower.last) > _REMEMBERED:
                self._follower.last.clear()
            self._follower.last[subject] = max(self._follower.last.get(subject, 0), last.sequence)

    async def _replace(self, game: str, apart: dict[int, bytes], summary: Summary) -> None:
        """Replace separate parts: all those of the game's own entries are written again under a new key."""
        proposal = secrets.token_hex(16)
        coming = self._follower.expect(proposal)
        bare = ReplaceApart(game, (), summary)
        try:
            while not coming.done():
                after = await self._after(bare)
                await self._rehearse(bare)
                opening = await self._copy.opening(game)
                own = [row for row in await self._copy.read(game, opening.parent_version) if row.apart]
                with_apart = [Stored(row.version, "", b"", apart.get(row.version, row.apart)) for row in own]
                call = ReplaceApart(game, tuple(with_apart), summary)
                if await self._published(proposal, call, await self._names.renewed(game), after, coming):
                    break
            if outcome := await coming:
                raise outcome
        finally:
            self._follower.forget(proposal)

    async def _import(self, call: Adopt, entries: Iterator[Stored]) -> None:
        """Write the chunks of an imported log, then the call itself. If that fails, the chunks are erased."""
        await self._rehearse(call)
        key = await self._names.made(call.game)
        subject, written, version = f"{IMPORTS}.{call.import_id}", list[int](), 0
        try:
            while chunk := await asyncio.to_thread(_chunk, call.game, entries, version):
                version = chunk[-1].version
                message = message_of("", Chunk(call.game, tuple(chunk)), key)
                data = self._sealing.seal(subject, message)
                written.append(await self._stream.publish(subject, data, f"{call.import_id}/{len(written)}"))
            await self._propose(replace(call, chunks=len(written)))
        except BaseException:
            for sequence in written:
                await self._stream.erase(sequence)
            # The stream must end in a message that followers can read: its erased end has none.
            data = self._sealing.seal(subject, message_of("", Chunk(call.game, ()), key))
            await self._stream.publish(subject, data, f"{call.import_id}/end")
            raise

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed


@asynccontextmanager
async def _patient(address: str, what: str, waiting: Waiting) -> AsyncGenerator[None, None]:
    """Report a long wait for something. Raises StorageError when it takes too long."""
    notice = asyncio.get_running_loop().call_later(_SAID_SECONDS, waiting, f"waiting for {what} at {address}")
    try:
        async with asyncio.timeout(OPENING_SECONDS):
            yield
    except TimeoutError:
        raise StorageError(address, _silent(what)) from None
    finally:
        notice.cancel()


def _silent(what: str) -> str:
    """Return the error for a wait without an answer."""
    return f"no answer about {what} for {OPENING_SECONDS:.0f} s: check that most of its servers are up"


def _chunk(game: str, entries: Iterator[Stored], version: int) -> list[Stored]:
    """Return the next entries of an imported log. Raises ValueError for one that does not follow."""
    chunk: list[Stored] = []
    size = 0
    for entry in islice(entries, CHUNK_ENTRIES):
        check_follows(game, version, entry)
        version = entry.version
        chunk.append(entry)
        size += len(entry.data) + len(entry.apart)
        if size > CHUNK_BYTES:
            break
    return chunk


def _subject_of(call: Call) -> str:
    """Return a call's subject: its game's log, or the data next to it."""
    whole = {Lost: LOST, Era: ERA, Moved: MOVED}.get(type(call))
    if whole is not None:
        return whole
    kind = GAMES if isinstance(call, Create | Adopt | Append | ReplaceApart) else BESIDE
    return f"{kind}.{token_of(call.game)}"


def _message_id(proposal: str, call: Call) -> str:
    """Return the id by which the servers recognise a repeated message: from its game, version, command and proposal.

    With the command alone, one game's entry could be taken for another's, and not stored.
    """
    # The proposal is in the id because a token that was refused in its turn could otherwise not be replaced for two
    # minutes: the next try would count as a duplicate of the void message.
    version, command = 0, ""
    if isinstance(call, Append) and call.entries:
        version, command = call.entries[0].version, call.entries[0].command_id
    return f"{token_of(call.game)}/{version}/{sha256(command.encode()).hexdigest()[:16]}/{proposal}"
