"""The loop in the background: one for all threads, for as long as the process goes on."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from gunbai_client.background import meanwhile, start


async def its_loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def test_all_threads_have_the_same_loop_which_goes_on() -> None:
    with ThreadPoolExecutor(8) as pool:
        loops = {*pool.map(lambda _: start(its_loop()).result(), range(32))}
    assert len(loops) == 1
    assert loops.pop().is_running()


def test_what_runs_meanwhile_has_ended_after_the_block() -> None:
    seen: list[str] = []

    async def work() -> None:
        seen.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            seen.append("ended")

    with meanwhile(work()):
        assert seen == ["begun"]
    assert seen == ["begun", "ended"]


def test_what_it_raised_is_raised_after_the_block() -> None:
    async def work() -> None:
        raise LookupError("no seat")

    seen: list[str] = []
    with pytest.raises(LookupError, match="no seat"), meanwhile(work()):
        seen.append("the block goes on")
    assert seen


def test_what_has_ended_before_the_block_raises_nothing() -> None:
    with meanwhile(asyncio.sleep(0)):
        start(asyncio.sleep(0)).result()
