"""Contests at a service on SQLite whose disk is full, fails or is slow, and whose clock jumps."""

from __future__ import annotations

import asyncio
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter

import grpc

from bench.ports import free_port
from gunbai.referee.v1 import lobby_pb2
from lab.histories.checker import violations
from lab.histories.clocks import set_clock, with_clock
from lab.histories.contest import TITLES, Contest, Outcome, reading, written
from lab.histories.disks import failing, full, slow
from lab.histories.faults import Recovery
from lab.service_process import start, stop
from lab.toy_service import House, creation, failure_of

BETWEEN_SECONDS = 1.0
LASTING_SECONDS = 2.0
JUMP = 3600
"""By how many seconds the clock jumps."""
REFUSED = {"STORAGE_FULL", "STORAGE_UNAVAILABLE", "STORAGE_UNSETTLED"}
"""The reasons of calls whose entries cannot be written."""


class Troubles:
    """What goes wrong with a service while a contest is held: each trouble is mended before the next."""

    def __init__(self, folder: Path, process: Process, held: Contest) -> None:
        self._folder, self._process, self._held = folder, process, held
        self.recoveries: list[Recovery] = []

    async def happen(self, trouble: str) -> None:
        """Let something go wrong, mend it, and wait until writes are acknowledged."""
        await getattr(self, trouble.replace(" ", "_"))()
        await asyncio.sleep(BETWEEN_SECONDS)

    async def fill_the_disk(self) -> None:
        """Use up the free space on the service's disk, then give it back."""
        with full(self._folder):
            await self._refused()
        await self._recovered("the disk was full")

    async def fail_its_writes(self) -> None:
        """Make the service's files unable to grow or be written, then allow it again."""
        with failing(self._process.pid):
            await self._refused()
        await self._recovered("writes to the disk failed")

    async def slow_the_disk(self) -> None:
        """Let each sync take longer for a while."""
        async with slow(self._process.pid):
            await self._recovered("the disk became slow")
            await asyncio.sleep(LASTING_SECONDS)

    async def put_the_clock_ahead(self) -> None:
        """Let the clock of the service jump ahead, and back again."""
        await self._jump(JUMP, "the clock jumped ahead")
        await self._jump(0, "the clock jumped back to what it was")

    async def put_the_clock_back(self) -> None:
        """Let the clock of the service jump back, and ahead again."""
        await self._jump(-JUMP, "the clock was put back")
        await self._jump(0, "the clock jumped ahead to what it was")

    async def _jump(self, offset: int, trouble: str) -> None:
        set_clock(self._folder, offset)
        await self._recovered(trouble)
        await asyncio.sleep(LASTING_SECONDS)

    async def _refused(self) -> None:
        """Check for a while that writes are refused by name, and reads are answered."""
        house, until = House(self._held.addresses[0]), perf_counter() + BETWEEN_SECONDS
        match, refused = self._held.rng.choice(self._held.matches), set[str]()
        while perf_counter() < until:
            await house.lobby.GetGame(lobby_pb2.GetGameRequest(game=match.id))
            try:
                await house.lobby.CreateGame(creation("liars_dice"))
            except grpc.aio.AioRpcError as error:
                refused.add(failure_of(error).reason)
            else:
                raise AssertionError("a game was acknowledged that cannot have been written")
        await house.channel.close()
        assert refused <= REFUSED, refused

    async def _recovered(self, trouble: str) -> None:
        """Note after how long a write is acknowledged."""
        began = perf_counter()
        await written(self._held.addresses[0])
        self.recoveries.append(Recovery(trouble, perf_counter() - began))


@asynccontextmanager
async def _playing(held: Contest, clients: int) -> AsyncIterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(play()) for play in (*[held.client] * clients, *[held.watcher] * 2)]
    try:
        yield tasks
    finally:
        held.over = True
        await asyncio.gather(*tasks)


async def contest_with_troubles(
    folder: Path, troubles: Sequence[str], *, clients: int = 6, seed: int = 1
) -> tuple[Outcome, list[Recovery], list[list[int]]]:
    """Let clients play while troubles happen, and check what they saw; return the times of each game's entries, too."""
    port = free_port()
    held = Contest(f"127.0.0.1:{port}", seed=seed)
    jumping = any("clock" in name for name in troubles)
    process = await start(folder, port, environment=with_clock(folder) if jumping else {})
    try:
        house, happening = held.house(), Troubles(folder, process, held)
        for _ in TITLES:
            await held.add_game(house)
        held.served.set()
        async with _playing(held, clients) as tasks:
            for trouble in troubles:
                await asyncio.sleep(BETWEEN_SECONDS)
                await happening.happen(trouble)
                for task in tasks:
                    if task.done():
                        task.result()
        logs = await held.logs(house)
        times = [[got.entry.at_micros async for got in reading(house, match)] for match in held.matches]
        await house.channel.close()
    finally:
        await stop(process, signal.SIGKILL)
    return (
        Outcome(held.history, len(troubles), held.codes, violations(held.history, logs)), happening.recoveries, times,
    )  # fmt: skip
