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
from clients.web.bots.analysis_jobs import MOST_WAITING, Analyses, Failed, Progress, _search
from gunbai_client.errors import Exhausted
from lab.patience import PATIENCE

NOTHING: tuple[Matter, list[Position]] = (Matter("liars_dice", 1), [])


@pytest_asyncio.fixture
async def analyses() -> AsyncIterator[Analyses]:
    """Return analyses that search as briefly as they can."""
    found = Analyses(searching=0.01)
    yield found
    await found.close()


async def test_one_visitor_has_one_analysis_and_few_wait(analyses: Analyses) -> None:
    analyses.begin(("a", 1, ""), "visitor", *NOTHING)
    analyses.begin(("a", 1, ""), "somebody who joins", *NOTHING)
    with pytest.raises(Exhausted, match="for you"):
        analyses.begin(("b", 1, ""), "visitor", *NOTHING)
    for number in range(1, MOST_WAITING):
        analyses.begin(("a", number + 1, ""), f"visitor {number}", *NOTHING)
    with pytest.raises(Exhausted, match="wait"):
        analyses.begin(("c", 1, ""), "another", *NOTHING)


async def test_what_nobody_waits_for_ends_and_leaves_its_place_to_the_next(analyses: Analyses) -> None:
    first, then = ("a", 1, ""), ("b", 1, "")
    analyses.begin(first, "visitor", *NOTHING)
    steps = analyses.follow(first)
    assert await anext(steps) == Progress()
    await steps.aclose()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    analyses.begin(then, "visitor", *NOTHING)
    assert [each async for each in analyses.follow(then)][-1] == []
    with pytest.raises(Failed):
        await anext(analyses.follow(first))


async def test_an_analysis_that_is_stopped_while_its_process_starts_leaves_no_process(analyses: Analyses) -> None:
    before, key = {*active_children()}, ("a", 1, "")
    for seconds in (0, 0.001, 0.002, 0.005, 0.01, 0.02):
        analyses.begin(key, "visitor", *NOTHING)
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
            analyses.begin(key, "visitor", *NOTHING)
            steps = analyses.follow(key)
            await anext(steps)
            await asyncio.sleep(seconds)
            await steps.aclose()
    async with asyncio.timeout(PATIENCE):
        while found := {*active_children()} - before:
            begun |= found
            await asyncio.sleep(0.01)
    assert {each.exitcode for each in begun} <= {-signal.SIGKILL}


def test_a_process_to_which_nobody_listens_any_more_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    ours.close()
    process = context.Process(target=_search, args=(theirs, (*NOTHING, Budget(0, 0.01))))
    process.start()
    process.join()
    assert (process.exitcode, capfd.readouterr().err) == (0, "")
