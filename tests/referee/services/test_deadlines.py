"""A call whose deadline has passed does no more work, whichever protocol it came by."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, ClassVar

import grpc
import pytest
import pytest_asyncio
from google.protobuf.message import Message

from gunbai.referee.v1 import audit_pb2, record_pb2
from lab.connect_client import JSON, JSON_STREAM, Web, web
from lab.patience import PATIENCE
from lab.toy_service import House, bids
from referee.errors import ServiceStopping
from referee.records.workers import Work

LAST_PIECE = 5
"""The piece of its work at which a call is held until its deadline has passed."""

CALLS: dict[str, Callable[[str], Message]] = {
    "Record/GetView": lambda game: record_pb2.GetViewRequest(game=game, version=5),
    "Record/ReplayGame": lambda game: record_pb2.ReplayGameRequest(game=game, views=True),
    "Audit/VerifyGame": lambda game: audit_pb2.VerifyGameRequest(game=game),
}
"""Each kind of work that is long in a long game: folding to a position, folding through a range, judging again."""


class Held(Work):
    """Work that is held at one of its pieces; all of the works of a test."""

    made: ClassVar[list[Held]] = []
    go_on: ClassVar[threading.Event]

    def __init__(self) -> None:
        self.pieces_begun = 0
        self.held, self.left, self.ended = threading.Event(), threading.Event(), threading.Event()
        super().__init__()
        self.made.append(self)

    @property
    def abandoned(self) -> bool:
        """Return whether the call has left its work."""
        return self.left.is_set()

    @abandoned.setter
    def abandoned(self, value: bool) -> None:
        if value:
            self.left.set()

    def piece(self, _: object = None) -> None:
        """Begin a piece as any work does, but wait before the last."""
        self.pieces_begun += 1
        if self.pieces_begun == LAST_PIECE:
            self.held.set()
            assert self.go_on.wait(PATIENCE)
        try:
            super().piece()
        except ServiceStopping:
            self.ended.set()
            raise


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[House, Web]]:
    async with web(tmp_path) as pair:
        yield pair


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> type[Held]:
    """Have all work held from now on."""
    monkeypatch.setattr(Held, "made", [])
    monkeypatch.setattr(Held, "go_on", threading.Event(), raising=False)
    monkeypatch.setattr("referee.records.workers.Work", Held)
    return Held


async def game_of(house: House) -> str:
    """Return a game of some entries."""
    match = await house.start()
    await match.play(*bids(3, 1))
    return match.id


async def until_held(held: type[Held], call: Callable[[float], Awaitable[None]]) -> Held:
    """Make a call with longer and longer deadlines, until one passes while its work is held; return this work."""
    seconds = 0.5
    while not any(work.held.is_set() for work in held.made):
        await call(seconds)
        seconds *= 2
    return next(work for work in held.made if work.held.is_set())


async def stops(held: type[Held], call: Callable[[float], Awaitable[None]]) -> None:
    """Check that the work of a call ends at the piece at which it was when the deadline passed."""
    work = await until_held(held, call)
    assert await asyncio.to_thread(work.left.wait, PATIENCE)
    held.go_on.set()
    assert await asyncio.to_thread(work.ended.wait, PATIENCE)
    assert work.pieces_begun == LAST_PIECE


@pytest.mark.parametrize("name", CALLS)
async def test_a_call_stops_working_at_its_deadline(both: tuple[House, Web], held: type[Held], name: str) -> None:
    house, _ = both
    request = CALLS[name](await game_of(house))
    service, method = name.split("/")

    async def call(seconds: float) -> None:
        call_made: Any = getattr(getattr(house, service.lower()), method)(request, timeout=seconds)
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await (call_made if isinstance(call_made, grpc.aio.UnaryUnaryCall) else all_of(call_made))
        assert failed.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED

    await stops(held, call)


@pytest.mark.parametrize("name", CALLS)
async def test_a_call_over_connect_stops_working_at_its_deadline(
    both: tuple[House, Web], held: type[Held], name: str
) -> None:
    house, client = both
    request = CALLS[name](await game_of(house))
    kind = JSON if name == "Record/GetView" else JSON_STREAM

    async def call(seconds: float) -> None:
        answer = await client.post(name, request, kind, connect_timeout_ms=str(int(seconds * 1000)))
        assert b"deadline_exceeded" in answer.body

    await stops(held, call)


async def all_of(stream: AsyncIterator[object]) -> list[object]:
    """Return the responses of a stream."""
    return [item async for item in stream]
