"""A record's other referees: a small stream with what all of them know at once, and nobody needs for long.

It carries the shares of chance that came while others are missing, encrypted like everything else, and, every few
seconds, a note from each referee that it is running.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from hashlib import blake2b
from time import time
from typing import TypeAlias

import msgspec

from store.contract import StorageError
from store.jetstream.local_copy import Followed
from store.jetstream.sealing import Altered, Sealing, token_of
from store.jetstream.stream import Delivered, Overtaken, Stream
from store.shared_state import Slots
from store.signers import check_signer

EVERY_SECONDS = 5.0
"""How often a referee notes that it is running."""
GONE_SECONDS = 3 * EVERY_SECONDS
"""A referee without a note for this long is gone."""
HERE = "here"
"""The kind of the notes that a referee is running."""
_HELD, _KEY, _REACHED = "held", "key", "reached"

_Held: TypeAlias = tuple[str, int, bytes]


def _nowhere() -> Followed:
    return Followed("", 0, b"")


class Referees:
    """What a record's referees know at once. `name` is this one's, whenever it is started."""

    shared = True

    def __init__(self, stream: Stream, sealing: Sealing, name: str) -> None:
        self._stream, self._sealing, self._name = stream, sealing, name
        self.followed: Callable[[], Followed] = _nowhere
        """Returns the last message of the record that this one has."""
        self._slots = Slots()
        self._noted: dict[str, float] = {}
        self._others: dict[str, Followed] = {}
        self._reached = 0
        self._arrived = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._begun = False

    async def listen(self) -> None:
        """Read what is there, and follow what comes."""
        self._tasks.append(asyncio.create_task(self._follow()))
        await self._reach(await self._stream.end())

    def begin(self) -> None:
        """Tell the others from now on that this one is running."""
        if not self._begun:
            self._begun = True
            self._tasks.append(asyncio.create_task(self._note()))

    def others(self) -> list[Followed]:
        """Return the last message of the record that each other running referee has."""
        return [self._others[name] for name in self._attending() if name in self._others]

    async def end(self) -> None:
        """Say good-bye, if this one announced itself and somebody hears it, and stop following."""
        if self._begun:
            with suppress(StorageError, TimeoutError):
                async with asyncio.timeout(1):
                    await self._stream.publish(self._here, b"")
        # Cancelled again and again: a library may swallow a cancellation that comes as it ends.
        for task in self._tasks:
            while not task.done():
                task.cancel()
                await asyncio.wait([task], timeout=1)

    async def hold(self, game: str, slot: int, data: bytes) -> None:
        subject = f"{_HELD}.{token_of(game)}.{slot}"
        sealed = self._sealing.lock(subject, msgspec.msgpack.encode((game, slot, data)))
        # If two give shares at the same time, the second in the stream has both when it continues.
        await self._reach(await self._stream.publish(subject, sealed))

    def held(self, game: str) -> Mapping[int, bytes]:
        return self._slots.of(game)

    def release(self, game: str, slot: int) -> None:
        self._slots.drop(game, slot)

    async def attended(self) -> bool:
        # A referee that was paused has not read yet what the others noted meanwhile.
        await self._reach(await self._stream.end())
        return bool(self._attending())

    def _attending(self) -> list[str]:
        return [name for name, at in self._noted.items() if name != self._name and time() - at < GONE_SECONDS]

    @property
    def _here(self) -> str:
        return f"{HERE}.{self._name}"

    async def _note(self) -> None:
        while True:
            stream, sequence, digest = self.followed()
            with suppress(StorageError):
                reached = f"{stream} {sequence} {digest.hex() or '-'}".encode()
                await self._stream.publish(f"{_REACHED}.{self._name}", reached)
                await self._stream.publish(self._here, str(time()).encode())
            await asyncio.sleep(EVERY_SECONDS)

    async def _follow(self) -> None:
        async with aclosing(self._stream.batches(0)) as batches:
            async for batch in batches:
                for at in batch:
                    self._take(at)
                    self._reached = at.sequence
                self._arrived.set()

    def _take(self, at: Delivered) -> None:
        kind, _, rest = at.subject.partition(".")
        if kind == HERE:
            with suppress(ValueError):
                self._noted[rest] = float(at.data or b"0")
        elif kind == _REACHED:
            with suppress(ValueError):
                stream, sequence, digest = at.data.decode().split(" ")
                self._others[rest] = Followed(stream, int(sequence), bytes.fromhex(digest.strip("-")))
        else:
            with suppress(Altered, msgspec.MsgspecError):
                self._slots.keep(*msgspec.msgpack.decode(self._sealing.unlock(at.subject, at.data), type=_Held))

    async def _reach(self, sequence: int) -> None:
        while self._reached < sequence:
            self._arrived.clear()
            await self._arrived.wait()


def referee_at(copy: str) -> str:
    """Return the name of the referee whose copy is in a file on this machine: the same after each start."""
    return blake2b(f"{uuid.getnode()} {copy}".encode(), digest_size=8).hexdigest()


async def signer(stream: Stream) -> str:
    """Return the noted signing key of a record's referees; "" if none was noted."""
    noted = await stream.last(_KEY)
    return noted.data.decode() if noted is not None else ""


async def introduce(stream: Stream, verifier: str, former: Sequence[str], *, new: bool = False) -> None:
    """Note a new signing key for a record's referees. Raises StorageError for a different one."""
    while (noted := await stream.last(_KEY)) is None or noted.data.decode() != verifier:
        check_signer(stream.address, noted.data.decode() if noted is not None else "", verifier, former, new=new)
        # Overtaken by another referee's note: the loop compares the key with that one.
        with suppress(Overtaken):
            await stream.publish(_KEY, verifier.encode(), after=noted.sequence if noted is not None else 0)
