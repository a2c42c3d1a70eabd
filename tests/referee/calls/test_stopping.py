"""Open streams end when the service stops, and hear of quiet intervals until then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

from lab.patience import PATIENCE
from referee.calls.stopping import Awaited, Quiet, Stopping


async def numbers(*items: int) -> AsyncIterator[int]:
    for number in items:
        yield number


async def never() -> AsyncIterator[int]:
    await asyncio.Event().wait()
    yield 0


async def test_items_come_until_the_source_ends() -> None:
    assert [item async for item in Awaited(numbers(1, 2, 3), Stopping(), 60)] == [1, 2, 3]


async def test_a_quiet_source_is_reported() -> None:
    async for item in Awaited(never(), Stopping(), 0.001):
        assert isinstance(item, Quiet)
        break


async def test_a_stop_ends_the_wait() -> None:
    stopping = Stopping()
    asyncio.get_running_loop().call_soon(stopping.begin)
    assert [item async for item in Awaited(never(), stopping, 60)] == []
    assert stopping.begun
    await asyncio.wait_for(stopping.wait(), PATIENCE)


async def test_whoever_waits_no_more_leaves_nothing_that_waits() -> None:
    before = asyncio.all_tasks()
    items = aiter(Awaited(never(), Stopping(), 0.001))
    async with aclosing(items):
        assert isinstance(await anext(items), Quiet)
        assert asyncio.all_tasks() - before
    assert asyncio.all_tasks() == before
