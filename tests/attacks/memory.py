"""Memory: requests of the largest size that end in errors, from a client without a token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import grpc

from bench.ports import free_port
from tests.attacks.figures import Figure, at_least, at_most
from tests.referee.attacks.test_memory import FAILING
from tests.referee.service_process import resident_kib, running
from tests.referee.toy_service import House

REQUESTS = 10_000
AT_ONCE = 50
MIB = 1024


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
        asked = (calls[(first + number) % len(calls)](house) for number in range(AT_ONCE))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        failed += sum(isinstance(answer, grpc.aio.AioRpcError) for answer in answers)
    return failed
