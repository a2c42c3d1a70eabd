"""Requests on the wire: whatever bytes a method is sent, it answers, or it fails with an error that is not our defect.

An input is a byte for the method, one for the token, and the request. The id of the game that is played stands in it as
GAME, so that an input outlives the service that it was found on.
"""

from __future__ import annotations

import asyncio
from asyncio import Runner
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import grpc

from lab.requests import GAME, calls, examples, path
from lab.toy_service import ALL_TITLES, House, Match, bearer
from referee.access.quotas import UNLIMITED
from referee.proof.identity import Identity
from referee.server import Service, Settings, Web
from store.memory import MemoryStore

METHODS = [(path(call.name), call) for call in calls()]
OURS = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS, grpc.StatusCode.UNAVAILABLE}
"""The codes of the service's own faults."""
CALLS_OF_A_GAME = 500
SECONDS = 60.0


class Defect(AssertionError):
    """An input that the service did not survive as it should."""


class Hall:
    """A service in this process and a game on it, which is exchanged for a new one from time to time."""

    def __init__(self, connect: Web | None = None) -> None:
        self.runner = Runner()
        self._connect = connect
        self.match: Match | None = None
        self.calls = 0
        self.house = self.runner.run(self._open())

    async def _open(self) -> House:
        identity = Identity.kept_in(Path(mkdtemp()) / "service.key")
        settings = Settings(limits=UNLIMITED, connect=self._connect)
        self.service = Service(MemoryStore(), ALL_TITLES, identity, settings)
        await self.service.start()
        return House(self.service.address)

    def send(self, data: bytes) -> None:
        """Send an input. Raises Defect if its answer is an error of ours."""
        self.runner.run(self._send(data))

    async def renewed(self) -> Match:
        """Count an input, and return the game that it is about."""
        if self.match is None or self.calls % CALLS_OF_A_GAME == 0:
            self.match = await self.house.start("liars_dice")
        self.calls += 1
        return self.match

    async def _send(self, data: bytes) -> None:
        match = await self.renewed()
        method, descriptor = METHODS[byte_of(data, 0) % len(METHODS)]
        open_call: Any = self.house.channel.stream_stream(method, None, None)
        request = naming(data[2:], match)
        call = open_call(iter([request]), metadata=bearer(token_of(byte_of(data, 1), match)), timeout=SECONDS)
        try:
            async for _ in call:
                if descriptor.server_streaming:
                    break
        except grpc.aio.AioRpcError as error:
            if error.code() in OURS or error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
                raise Defect(f"{method}: {error.code().name}: {error.details()}") from None
        finally:
            call.cancel()
            await asyncio.sleep(0)


def byte_of(data: bytes, place: int) -> int:
    """Return a byte of an input, 0 beyond its end."""
    return data[place] if place < len(data) else 0


def naming(data: bytes, match: Match) -> bytes:
    """Return an input with the id of a game where it says GAME."""
    return data.replace(GAME.encode(), match.id.encode())


def token_of(byte: int, match: Match) -> str:
    """Return the token that a byte of an input stands for: none, one of a game, or nobody's."""
    tokens = ("", match.host, match.tokens[1], match.tokens[2], "no such token")
    return tokens[byte % len(tokens)]


@cache
def hall() -> Hall:
    """Return the service that all inputs are sent to."""
    return Hall()


def seeds() -> Iterator[bytes]:
    """Yield the example of each method, with each kind of token."""
    for number, (_, method) in enumerate(METHODS):
        for token in range(4):
            yield bytes([number, token]) + examples()[method.name].SerializeToString()


def check(data: bytes) -> None:
    """Send an input to the service. Raises Defect."""
    hall().send(data)
