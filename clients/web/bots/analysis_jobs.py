"""Analyses games for visitors: one at a time, in a separate process, as long as somebody waits for the result.

The process has the lowest priority, and each game a limited number of seconds, so that pages and bots keep working. A
game is read only when its turn comes, so that only one is in memory. Results are cached.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, TypeAlias

from clients.bots.analysis import Judged, Matter, Position, analysed
from clients.bots.levels import SECONDS, Budget, cache_folder
from clients.web.bots.bot_processes import begin_child
from clients.web.room import Room
from gunbai_record.errors import GunbaiError

SEARCHING = 60.0
"""How many seconds of search a game gets, in addition to the entries that are examined more closely."""
LONGEST = 600.0
"""After how many seconds an analysis is given up, including that of a title which is solved first."""
CLOSER = 10
"""How many entries are examined more closely."""
MOST_WAITING = 8
"""How many analyses may wait or run; one per visitor."""
MOST_KEPT = 64
"""How many analyses are kept in memory."""
EVERY = 0.5
"""The interval, in seconds, of progress messages to those who wait."""

_log = logging.getLogger(__name__)

Key: TypeAlias = tuple[str, int, str]
"""The subject of an analysis: the game, its version, and the token of the reader, or "" if nothing is hidden."""
Judgements: TypeAlias = Sequence[Judged]
Read: TypeAlias = Callable[[], Awaitable[tuple[Matter, Sequence[Position]]]]
"""Reads a game that is to be analysed."""


class Failed(Exception):
    """An analysis did not finish: it took too long, its process was killed, or the game could not be read."""


class Analysis(NamedTuple):
    """The result of an analysis: its readers, and its number of positions."""

    readers: tuple[int | None, ...]
    positions: int
    judgements: Judgements


class Progress(NamedTuple):
    """An analysis's progress: how much is done, and of what; 0 of 0 while it waits for another one."""

    done: int = 0
    whole: int = 0


@dataclass
class Job:
    """An analysis that waits or runs."""

    task: asyncio.Task[Analysis]
    progress: Progress
    followers: int = 0


class Analyses:
    """The analyses of a server."""

    def __init__(self, searching: float = SEARCHING) -> None:
        """Make them, with a number of seconds of search for each game."""
        self._searching = searching
        self._analyses: OrderedDict[Key, Analysis] = OrderedDict()
        self._jobs: dict[Key, Job] = {}
        self._room = Room("ANALYSES", MOST_WAITING, 1)
        self._turn = asyncio.Lock()

    def begin(self, key: Key, visitor: str, read: Read) -> None:
        """Have a game analysed, unless it was or is being analysed.

        Raises Exhausted for a visitor's second one, or if many wait.
        """
        if key in self._analyses or key in self._jobs:
            return
        (place,) = self._room.take(visitor)
        job = self._jobs[key] = Job(asyncio.create_task(self._analyse(key, read)), Progress())

        def end(task: asyncio.Task[Analysis]) -> None:
            self._jobs.pop(key, None)
            place.leave()
            if not task.cancelled() and (error := task.exception()) is not None:
                _log.warning("the analysis of %s failed: %s", key[0], str(error) or type(error).__name__)

        job.task.add_done_callback(end)

    async def follow(self, key: Key) -> AsyncGenerator[Progress | Analysis, None]:
        """Yield a running analysis's progress, and last its result.

        It ends when its last follower leaves. Raises Failed.
        """
        job = self._jobs.get(key)
        if job is not None:
            async with aclosing(_follow(job)) as steps:
                async for progress in steps:
                    yield progress
        analysis = self._analyses.get(key)
        if analysis is None:
            raise Failed
        yield analysis

    async def close(self) -> None:
        """End all analyses."""
        tasks = [job.task for job in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _analyse(self, key: Key, read: Read) -> Analysis:
        async with self._turn:
            try:
                async with asyncio.timeout(LONGEST):
                    matter, positions = await read()
                    self._jobs[key].progress = Progress(0, len(positions))
                    budget = Budget(0, min(SECONDS, self._searching / max(len(positions), 1)))
                    judgements = await self._search_in_process(key, (matter, positions, budget)) if positions else ()
            except (TimeoutError, GunbaiError) as error:
                raise Failed(str(error)) from None
        analysis = self._analyses[key] = Analysis(matter.readers, len(positions), judgements)
        while len(self._analyses) > MOST_KEPT:
            self._analyses.popitem(last=False)
        return analysis

    async def _search_in_process(self, key: Key, search: tuple[Matter, Sequence[Position], Budget]) -> Judgements:
        """Return a process's result; the process is killed if nobody waits for it."""
        # A fork would copy the locks of this process's threads, held or not.
        context = get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_search, args=(theirs, search), daemon=True)
        started = asyncio.create_task(asyncio.to_thread(process.start))
        try:
            await asyncio.shield(started)
            # `recv` notices the death of the process only once our copy of its end is closed.
            theirs.close()
            while isinstance(message := await asyncio.to_thread(ours.recv), Progress):
                if key in self._jobs:
                    self._jobs[key].progress = message
        except (EOFError, OSError):
            raise Failed("the process of the analysis has ended") from None
        else:
            judgements: Judgements = message
            return judgements
        finally:
            # A follower that joined and left meanwhile cancels once more, which must not keep the process alive.
            await asyncio.shield(_end(process, started, theirs))


async def _end(process: SpawnProcess, started: asyncio.Task[None], theirs: Connection) -> None:
    """Kill a process; one that is starting cannot be stopped before it has started."""
    await asyncio.wait([started])
    theirs.close()
    if process.pid is not None:
        # `recv` then returns, too.
        process.kill()
        await asyncio.to_thread(process.join)


async def _follow(job: Job) -> AsyncGenerator[Progress, None]:
    """Yield the progress of a job until it is done; it is cancelled when its last follower leaves."""
    job.followers += 1
    try:
        while not job.task.done():
            yield job.progress
            await asyncio.wait([job.task], timeout=EVERY)
    finally:
        job.followers -= 1
        if not job.followers:
            job.task.cancel()


def _search(theirs: Connection, search: tuple[Matter, Sequence[Position], Budget]) -> None:
    """Analyse a game, and send the progress and the result, until nobody listens."""
    begin_child()
    os.nice(19)
    matter, positions, budget = search
    with suppress(BrokenPipeError):
        theirs.send(
            analysed(
                matter,
                positions,
                budget,
                closer=CLOSER,
                folder=cache_folder(),
                progress=lambda done, whole: theirs.send(Progress(done, whole)),
            )
        )
