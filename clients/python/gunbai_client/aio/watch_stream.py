"""Watching a game: one stream of entries, each verified against the chain. A lost connection is resumed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar

from gunbai.record.v1 import lifecycle_pb2 as lifecycle
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.results_pb2 import GameDecided
from gunbai.referee.v1.game_pb2 import Clocks, ShareDue
from gunbai.referee.v1.record_pb2 import (
    CaughtUp,
    Heartbeat,
    ReadEntriesRequest,
    ReadEntriesResponse,
    WatchGameRequest,
    WatchGameResponse,
)
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_client.channel import SILENCE, Metadata, Patience
from gunbai_client.errors import Silence, Unreachable
from gunbai_client.transport.aio import ServerStream, reading, sleep
from gunbai_record import chain
from gunbai_record.errors import BrokenRecord

T = TypeVar("T")


class Said(NamedTuple):
    """An entry and its sentences, which are empty unless you ask for them."""

    entry: Entry
    sentences: EntrySentences

    @property
    def version(self) -> int:
        """The number of the entry."""
        return self.entry.version


Update: TypeAlias = Said | CaughtUp
"""An update of a game: an entry or, once, the sign that all stored entries have been sent."""

Shown: TypeAlias = Callable[[Update], T | None]
"""Turns an update into the value that a watcher gets; the watcher does not get None."""


def entry_of(update: Update) -> Entry | None:
    """Return an update's entry without its sentences."""
    return update.entry if isinstance(update, Said) else None


def update_of(update: Update) -> Update:
    """Return an update unchanged."""
    return update


WatchMethod: TypeAlias = "ServerStream[WatchGameRequest, WatchGameResponse]"
ReadMethod: TypeAlias = "ServerStream[ReadEntriesRequest, ReadEntriesResponse]"

PATIENCE: float = 60
"""By default, the client gives up when attempts to reach the service have failed for this many seconds in a row."""

_LAST = tuple(
    message.DESCRIPTOR.full_name
    for message in (
        lifecycle.GameClosed,
        GameDecided,
        lifecycle.GameAbandoned,
        lifecycle.StartVoided,
        lifecycle.GameStalled,
        lifecycle.ContinuationEnded,
    )
)


class _Reader:
    """The state of a watch: the version read so far, the digest that must come next, and whether more can follow."""

    def __init__(self, game: str, after: int, *, verify: bool) -> None:
        self.game = game
        self.version = after
        self._verify = verify
        # Empty while unknown: the entry before the first one was not read.
        self._previous = chain.ORIGIN if after == 0 else b""
        self._caught_up = False
        self._over = False
        self._drained = False
        self._sealed: dict[int, bytes] = {}
        """The digests of the entries with sealed parts, by version."""

    def take(self, response: WatchGameResponse) -> Iterator[Update]:
        """Yield the new entries in a response. Raises BrokenRecord."""
        self._drained = response.HasField("drained")
        match response.WhichOneof("message"):
            case "entries":
                words = response.entries.sentences or repeat(EntrySentences())
                yield from filter(None, map(self._entry, response.entries.entries, words))
            case "caught_up" if not self._caught_up:
                self._caught_up = True
                yield response.caught_up
            case "heartbeat":
                self._compare(response.heartbeat)

    def done(self) -> bool:
        """Return whether the game is over and all its entries have been yielded."""
        return self._over and self._caught_up

    def done_with(self) -> bool:
        """Return whether the stream, which ended without an error, is complete."""
        return self._over or not self._drained

    def _entry(self, entry: Entry, words: EntrySentences) -> Said | None:
        # A resumed stream may repeat entries that were already read.
        if entry.version <= self.version:
            return None
        if entry.version > self.version + 1:
            raise BrokenRecord(self.game, self.version + 1, f"entry {entry.version} came instead")
        if self._verify:
            self._check(entry)
        if any(item.HasField("sealed") for item in (entry.command, *entry.events)):
            self._sealed[entry.version] = entry.digest
        self.version = entry.version
        self._previous = entry.digest
        self._over = any(chain.type_name(item.open.type_url) in _LAST for item in entry.events)
        return Said(entry, words)

    def sealed(self) -> Sequence[int]:
        """Return the versions of the entries that were sealed, once the game is over and they can be opened."""
        return tuple(self._sealed) if self._verify and self._over else ()

    def open(self, entry: Entry) -> None:
        """Check an entry that was read after the end against its sealed form. Raises BrokenRecord."""
        # The entries between the sealed ones were checked on arrival.
        if chain.digest_of(entry) != self._sealed.get(entry.version, entry.digest):
            raise BrokenRecord(self.game, entry.version, "the opened content differs from the sealed content")

    def _check(self, entry: Entry) -> None:
        try:
            chain.check(entry, self.version + 1, self._previous or entry.previous)
        except chain.ChainError as error:
            raise BrokenRecord(self.game, error.version, error.problem) from None

    def _compare(self, beat: Heartbeat) -> None:
        comparable = self._previous and beat.head == self.version
        if self._verify and comparable and beat.head_digest not in {b"", self._previous}:
            raise BrokenRecord(self.game, beat.head, "the service now gives a different digest for this entry")


OnClocks: TypeAlias = Callable[[Clocks], None]
"""A function that gets the game's clocks after the entries before them."""


class WatchOptions(TypedDict, total=False):
    """Options for watching a game."""

    verify: bool
    """Whether to check every entry against the chain; True by default."""
    patience: float
    """How many seconds in a row attempts to reach the service can fail before the watcher gives up."""
    on_clocks: OnClocks | None
    """A function that gets the game's clocks, if it has any, whenever they may have changed."""


class GiveShare(Protocol):
    """A function that gives the share of chance of the reader's seat."""

    def __call__(self, due: ShareDue, /) -> Awaitable[bool]: ...


class _Listener(Patience):
    """A watcher's patience.

    After a silence, it is not enough that a stream opens: a proxy may answer for a service that is down.
    """

    _after_silence = False

    def heard(self, response: WatchGameResponse) -> None:
        """Note that a response came."""
        if not (self._after_silence and response.HasField("caught_up")):
            self._after_silence = False
            self.succeeded()

    def gives_up(self, error: Unreachable) -> bool:
        """Note that the stream was lost, and return whether it is too late for another attempt."""
        self._after_silence = isinstance(error, Silence)
        return self.ends()


async def watch(
    methods: tuple[WatchMethod, ReadMethod],
    game: str,
    after: int,
    metadata: Metadata,
    shown: Shown[T],
    *,
    sentences: bool = False,
    verify: bool = True,
    patience: float = PATIENCE,
    give_share: GiveShare | None = None,
    on_clocks: OnClocks | None = None,
) -> AsyncIterator[T]:
    """Yield a game's updates after a version, converted by `shown`, and give shares; see `Gunbai.watch`."""
    watch_game, read_entries = methods
    reader = _Reader(game, after, verify=verify)
    listener = _Listener(patience)
    while True:
        request = WatchGameRequest(game=game, after_version=reader.version, sentences=sentences)
        try:
            async with reading(watch_game, request, metadata, silence=SILENCE) as responses:
                async for response in _answering(responses, give_share, on_clocks):
                    listener.heard(response)
                    for update in filter(None, map(shown, reader.take(response))):
                        yield update
                    # The last entry alone does not end it: after a resumption, more may follow.
                    if reader.done():
                        break
            if reader.done_with():
                await _check_opened(read_entries, reader, metadata)
                return
        except Unreachable as error:
            if listener.gives_up(error):
                raise
        await sleep(0.2)


async def _answering(
    responses: AsyncIterator[WatchGameResponse], give_share: GiveShare | None, on_clocks: OnClocks | None
) -> AsyncIterator[WatchGameResponse]:
    """Yield the responses, give the shares of chance that they ask for, and pass on the clocks that they show."""
    async for response in responses:
        # This comes first, so that the keeper has verified the entries that the request for a share relies on.
        yield response
        if response.HasField("clocks") and on_clocks is not None:
            on_clocks(response.clocks)
        if response.HasField("share_due") and give_share is not None:
            await give_share(response.share_due)


async def _check_opened(read_entries: ReadMethod, reader: _Reader, metadata: Metadata) -> None:
    """Read the entries that were sealed during the game again, and check that they match their sealed forms."""
    sealed = reader.sealed()
    if sealed:
        request = ReadEntriesRequest(game=reader.game, after_version=sealed[0] - 1, up_to_version=sealed[-1])
        async with reading(read_entries, request, metadata, silence=SILENCE) as responses:
            async for response in responses:
                reader.open(response.entry)
