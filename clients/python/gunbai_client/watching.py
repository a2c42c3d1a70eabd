"""Watching a game: one stream of entries, resumed when the connection is lost, and held against the chain."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import grpc

from gunbai.record.v1 import lifecycle_pb2 as lifecycle
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1.record_pb2 import CaughtUp, Heartbeat, ReadEntriesRequest, WatchGameRequest, WatchGameResponse
from gunbai_client import chain
from gunbai_client.errors import BrokenRecord, Unreachable, from_call

if TYPE_CHECKING:
    from gunbai.referee.v1.record_pb2_grpc import RecordAsyncStub

Told: TypeAlias = Entry | CaughtUp
"""What a watcher is told."""

_LAST = tuple(message.DESCRIPTOR.full_name for message in (lifecycle.GameClosed, lifecycle.GameAbandoned))
_Metadata: TypeAlias = tuple[tuple[str, str], ...]


class _Reader:
    """What a watcher knows: how far he has read, what the next entry must continue, and whether more can come."""

    def __init__(self, game: str, after: int, *, verify: bool) -> None:
        self.game = game
        self.version = after
        self._verify = verify
        self._previous = chain.ORIGIN if after == 0 else b""
        self._caught_up = False
        self._over = False
        self._drained = False
        self._sealed: dict[int, bytes] = {}
        """The digests of the entries in which something was sealed, by version."""

    def take(self, response: WatchGameResponse) -> Told | None:
        """Return what is new in a response, if anything is. Raises BrokenRecord."""
        self._drained = response.HasField("drained")
        match response.WhichOneof("message"):
            case "entry":
                return self._entry(response.entry)
            case "caught_up" if not self._caught_up:
                self._caught_up = True
                return response.caught_up
            case "heartbeat":
                self._compare(response.heartbeat)
        return None

    def done(self) -> bool:
        """Return whether the game is over and all of it told."""
        return self._over and self._caught_up

    def done_with(self) -> bool:
        """Return whether nothing is to come after a stream that ended in peace: unless the service said to resume."""
        return self._over or not self._drained

    def _entry(self, entry: Entry) -> Entry | None:
        if entry.version <= self.version:
            return None
        if entry.version > self.version + 1:
            raise BrokenRecord(self.game, self.version + 1, f"entry {entry.version} came in its place")
        if self._verify:
            self._check(entry)
        if any(item.HasField("sealed") for item in (entry.command, *entry.events)):
            self._sealed[entry.version] = entry.digest
        self.version = entry.version
        self._previous = entry.digest
        self._over = any(chain.type_name(item.open.type_url) in _LAST for item in entry.events)
        return entry

    def sealed(self) -> Sequence[int]:
        """Return the versions of the entries that were sealed and are to be opened, now that the game is over."""
        return tuple(self._sealed) if self._verify and self._over else ()

    def open(self, entry: Entry) -> None:
        """Hold an entry as it is read after the end against what was sealed in it. Raises BrokenRecord."""
        if chain.digest_of(entry) != self._sealed.get(entry.version, entry.digest):
            raise BrokenRecord(self.game, entry.version, "what was opened is not what was sealed")

    def _check(self, entry: Entry) -> None:
        try:
            chain.check(entry, self.version + 1, self._previous or entry.previous)
        except chain.ChainError as error:
            raise BrokenRecord(self.game, error.version, error.problem) from None

    def _compare(self, told: Heartbeat) -> None:
        known = self._previous and told.head == self.version
        if self._verify and known and told.head_digest not in {b"", self._previous}:
            raise BrokenRecord(self.game, told.head, "the service tells another digest for it than it told before")


async def watch(
    stub: RecordAsyncStub, game: str, after: int, metadata: _Metadata, *, verify: bool, patience: float
) -> AsyncIterator[Told]:
    """Yield what happens in a game after a version, as `Gunbai.watch` says."""
    reader = _Reader(game, after, verify=verify)
    heard = time.monotonic()
    while True:
        stream = stub.WatchGame(WatchGameRequest(game=game, after_version=reader.version), metadata=metadata)
        try:
            async for response in stream:
                heard = time.monotonic()
                told = reader.take(response)
                if told is not None:
                    yield told
                if reader.done():
                    break
            if reader.done_with():
                await _open(stub, reader, metadata)
                return
        except grpc.aio.AioRpcError as failed:
            error = from_call(failed)
            if not isinstance(error, Unreachable) or time.monotonic() - heard > patience:
                raise error from None
        finally:
            stream.cancel()
        await asyncio.sleep(0.2)


async def _open(stub: RecordAsyncStub, reader: _Reader, metadata: _Metadata) -> None:
    """Read again what was sealed while the game was on, and check that it is what was opened. Raises BrokenRecord."""
    sealed = reader.sealed()
    if sealed:
        request = ReadEntriesRequest(game=reader.game, after_version=sealed[0] - 1, up_to_version=sealed[-1])
        async for response in stub.ReadEntries(request, metadata=metadata):
            reader.open(response.entry)
