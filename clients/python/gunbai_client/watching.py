"""Watching a game: one stream of entries, resumed when the connection is lost, and held against the chain."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, TypeAlias

import grpc

from gunbai.record.v1 import lifecycle_pb2 as lifecycle
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1.record_pb2 import CaughtUp, WatchGameRequest, WatchGameResponse
from gunbai_client import chain
from gunbai_client.errors import BrokenRecord, Unreachable, from_call

if TYPE_CHECKING:
    from gunbai.referee.v1.record_pb2_grpc import RecordAsyncStub

Told: TypeAlias = Entry | CaughtUp
"""What a watcher is told."""

_LAST = tuple(message.DESCRIPTOR.full_name for message in (lifecycle.GameClosed, lifecycle.GameAbandoned))
_Metadata: TypeAlias = tuple[tuple[str, str], ...]


class _Reader:
    """What a watcher knows: how far it has read, and what the next entry must continue."""

    def __init__(self, game: str, after: int, *, verify: bool) -> None:
        self.game = game
        self.version = after
        self.over = False
        self._verify = verify
        self._previous = chain.ORIGIN if after == 0 else b""

    def read(self, entry: Entry) -> bool:
        """Take note of an entry and return whether it is new. Raises BrokenRecord."""
        if entry.version <= self.version:
            return False
        if entry.version > self.version + 1:
            raise BrokenRecord(self.game, self.version + 1, f"entry {entry.version} came in its place")
        if self._verify:
            self._check(entry)
        self.version = entry.version
        self._previous = entry.digest
        self.over = any(chain.type_name(item.open.type_url) in _LAST for item in entry.events)
        return True

    def _check(self, entry: Entry) -> None:
        try:
            chain.check(entry, self.version + 1, self._previous or entry.previous)
        except chain.ChainError as error:
            raise BrokenRecord(self.game, error.version, error.problem) from None

    def compare(self, head: int, digest: bytes) -> None:
        """Hold the head that the service tells against what was read. Raises BrokenRecord."""
        if self._verify and head == self.version and self._previous and digest and digest != self._previous:
            raise BrokenRecord(self.game, head, "the service tells another digest for it than it told before")


async def watch(
    stub: RecordAsyncStub, game: str, after: int, metadata: _Metadata, *, verify: bool, patience: float
) -> AsyncIterator[Told]:
    """Yield what happens in a game after a version, as `Gunbai.watch` says."""
    reader = _Reader(game, after, verify=verify)
    caught_up = False
    heard = time.monotonic()
    while not reader.over:
        drained = False
        stream = stub.WatchGame(WatchGameRequest(game=game, after_version=reader.version), metadata=metadata)
        try:
            async for response in stream:
                heard = time.monotonic()
                drained = response.HasField("drained")
                told = _told(reader, response)
                if isinstance(told, Entry) or (told is not None and not caught_up):
                    caught_up = caught_up or isinstance(told, CaughtUp)
                    yield told
            reader.over |= not drained
        except grpc.aio.AioRpcError as failed:
            error = from_call(failed)
            if not isinstance(error, Unreachable) or time.monotonic() - heard > patience:
                raise error from None
        finally:
            stream.cancel()
        if not reader.over:
            await asyncio.sleep(0.2)


def _told(reader: _Reader, response: WatchGameResponse) -> Told | None:
    match response.WhichOneof("message"):
        case "entry":
            return response.entry if reader.read(response.entry) else None
        case "caught_up":
            return response.caught_up
        case "heartbeat":
            reader.compare(response.heartbeat.head, response.heartbeat.head_digest)
    return None
