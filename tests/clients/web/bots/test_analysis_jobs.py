"""Analyses on the server of the pages: one for a visitor, few that wait, none that nobody waits for."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess

import pytest
import pytest_asyncio

from clients.bots.analysis import Matter, Position
from clients.bots.levels import Budget
from clients.web.bots.analysis_jobs import MOST_WAITING, Analyses, Analysis, Failed, Progress, Read, _search
from gunbai_client.errors import Exhausted, Unreachable
from lab.patience import PATIENCE
from tests.clients.web.bots.test_bot_processes import question


async def read() -> tuple[Matter, list[Position]]:
    """Read a game of which there is little to search."""
    return Matter("liars_dice", 1), [Position(1, question().table, None, None)]


@pytest_asyncio.fixture
async def analyses() -> AsyncIterator[Analyses]:
    """Return analyses that search as briefly as they can."""
    made = Analyses(searching=0.01)
    yield made
    await made.close()


async def test_one_visitor_has_one_analysis_and_few_wait(analyses: Analyses) -> None:
    analyses.begin(("a", 1, ""), "visitor", read)
    analyses.begin(("a", 1, ""), "somebody who joins", read)
    with pytest.raises(Exhausted, match="your limit"):
        analyses.begin(("b", 1, ""), "visitor", read)
    for number in range(1, MOST_WAITING):
        analyses.begin(("a", number + 1, ""), f"visitor {number}", read)
    with pytest.raises(Exhausted, match="limit for all visitors"):
        analyses.begin(("c", 1, ""), "another", read)


async def test_a_place_is_taken_before_a_game_is_read_and_one_game_is_read_at_a_time(analyses: Analyses) -> None:
    reading, go_on = list[str](), asyncio.Event()

    def reads(name: str) -> Read:
        async def wait() -> tuple[Matter, list[Position]]:
            reading.append(name)
            await go_on.wait()
            return await read()

        return wait

    for name in ("a", "b"):
        analyses.begin((name, 1, ""), name, reads(name))
        with pytest.raises(Exhausted):
            analyses.begin(("c", 1, ""), name, reads("c"))
    await asyncio.sleep(0.01)
    assert reading == ["a"]
    go_on.set()
    for name in ("a", "b"):
        assert [progress async for progress in analyses.follow((name, 1, ""))][-1] == Analysis((), 1, [])
    assert reading == ["a", "b"]


async def test_a_game_that_cannot_be_read_is_a_failure_and_leaves_its_place(
    analyses: Analyses, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> tuple[Matter, list[Position]]:
        raise Unreachable("the service is away")

    analyses.begin(("a", 1, ""), "visitor", fail)
    with pytest.raises(Failed):
        [progress async for progress in analyses.follow(("a", 1, ""))]
    assert "the service is away" in caplog.text
    analyses.begin(("a", 2, ""), "visitor", read)


async def test_what_nobody_waits_for_ends_and_leaves_its_place_to_the_next(analyses: Analyses) -> None:
    first, then = ("a", 1, ""), ("b", 1, "")
    analyses.begin(first, "visitor", read)
    steps = analyses.follow(first)
    assert await anext(steps) == Progress()
    await steps.aclose()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    analyses.begin(then, "visitor", read)
    last = [progress async for progress in analyses.follow(then)][-1]
    assert last == Analysis((), 1, [])
    with pytest.raises(Failed):
        await anext(analyses.follow(first))


async def test_an_analysis_that_is_stopped_while_its_process_starts_leaves_no_process(analyses: Analyses) -> None:
    before, key = {*active_children()}, ("a", 1, "")
    for seconds in (0, 0.001, 0.002, 0.005, 0.01, 0.02):
        analyses.begin(key, "visitor", read)
        steps = analyses.follow(key)
        await anext(steps)
        await asyncio.sleep(seconds)
        await steps.aclose()
        await analyses.close()
    # The thread in which it starts has ended then.
    await asyncio.get_running_loop().shutdown_default_executor()
    assert {*active_children()} == before


async def test_an_analysis_that_is_stopped_again_while_it_ends_is_killed_all_the_same(analyses: Analyses) -> None:
    before, key, begun = {*active_children()}, ("a", 1, ""), set[BaseProcess]()
    for seconds in (0.001, 0.002, 0.005, 0.01, 0.02):
        for _ in range(3):
            analyses.begin(key, "visitor", read)
            steps = analyses.follow(key)
            await anext(steps)
            await asyncio.sleep(seconds)
            await steps.aclose()
    async with asyncio.timeout(PATIENCE):
        while processes := {*active_children()} - before:
            begun |= processes
            await asyncio.sleep(0.01)
    assert {process.exitcode for process in begun} <= {-signal.SIGKILL}


def test_a_process_to_which_nobody_listens_any_more_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    ours.close()
    process = context.Process(target=_search, args=(theirs, (Matter("liars_dice", 1), [], Budget(0, 0.01))))
    process.start()
    process.join()
    assert (process.exitcode, capfd.readouterr().err) == (0, "")
