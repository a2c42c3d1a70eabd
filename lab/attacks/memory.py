"""Memory: requests of the largest size that end in errors, from a client without a token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import grpc

from bench.ports import free_port
from gunbai.referee.v1 import audit_pb2, lobby_pb2, referee_pb2
from gunbai_record.limits import MAX_COMMAND, MAX_SET_UP
from lab.attacks.figures import Figure, at_least, at_most
from lab.service_process import resident_kib, running
from lab.toy_service import House, creation

REQUESTS = 10_000
AT_ONCE = 50
MIB = 1024

FAILING: dict[str, Callable[[House], Any]] = {
    "no such game": lambda house: house.lobby.GetGame(lobby_pb2.GetGameRequest(game="x" * 4000)),
    "too large": lambda house: house.lobby.GetGame(lobby_pb2.GetGameRequest(game="x" * 200_000)),
    "no such option": lambda house: house.lobby.CreateGame(
        creation("shogun", 3, options_json='"' + "x" * (MAX_SET_UP - 2) + '"')
    ),
    "no command": lambda house: house.audit.Adjudicate(largest_adjudicate()),
    "no token": lambda house: house.referee.Submit(largest_submit()),
}
"""Requests of the largest size that their calls allow, or larger, that end in errors at every depth."""


def largest_adjudicate() -> audit_pb2.AdjudicateRequest:
    """Return a request with the largest command, for a game that does not exist."""
    request = audit_pb2.AdjudicateRequest(game="none")
    request.command.value = bytes(MAX_COMMAND)
    return request


def largest_submit() -> referee_pb2.SubmitRequest:
    """Return a request with the largest command, without a token."""
    request = referee_pb2.SubmitRequest(game="none", command_id="id")
    request.command.value = bytes(MAX_COMMAND)
    return request


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Send 10,000 failing requests of every kind in turn, without quotas."""
    port = free_port()
    async with running(folder, port) as process:
        house = House(f"127.0.0.1:{port}")
        await _fail(house, 100)
        before = resident_kib(process)
        failed = await _fail(house, REQUESTS)
        grown = (resident_kib(process) - before) / MIB
        await house.channel.close()
        alive = process.returncode is None
    yield at_most(f"grown after {failed:,} failing requests", grown, 100, "MiB", before="4,300, then dead")
    yield at_least("services that live", int(alive), 1, before="0 of 1 with 2 GB")


async def _fail(house: House, times: int) -> int:
    """Return how many requests failed."""
    calls, failed = list(FAILING.values()), 0
    for first in range(0, times, AT_ONCE):
        failing_calls = (calls[(first + number) % len(calls)](house) for number in range(AT_ONCE))
        answers = await asyncio.gather(*failing_calls, return_exceptions=True)
        failed += sum(isinstance(answer, grpc.aio.AioRpcError) for answer in answers)
    return failed
