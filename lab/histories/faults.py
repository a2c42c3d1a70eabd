"""Contests at several referees of one record while these, and its stream's servers, are killed and paused."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from itertools import permutations
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.nodes import Cluster, NotStarted, Process, Referee, referees
from lab.histories.checker import violations
from lab.histories.clocks import set_clock, with_clock
from lab.histories.contest import TITLES, Contest, Outcome, written
from lab.histories.cuts import Ways
from lab.histories.disks import disk, failing, full, slow, tracer
from lab.nats_backups import delete_stream, restore_stream, snapshot_of
from lab.paths import ROOT
from lab.toy_service import House
from store.jetstream import RECORD
from store.jetstream.stream_mark import MarkFile, mark_of

ALL: tuple[str, ...] = (
    "kill a referee", "kill the leader", "pause a referee", "pause the leader", "cut off the leader",
    "restart all servers", "fail the writes of a referee", "move the clock of a referee",
    "restore an old backup of the stream", "delete the stream",
)  # fmt: skip
if tracer() is not None:
    ALL += ("slow the disk of the leader",)
FULL_DISKS = ("fill the disk of the leader", "fill the disks of all servers")
NEVER = {"INTERNAL", "UNKNOWN", "BUG", "DATA_LOSS", "STORAGE_DAMAGED", "RECORD_DAMAGED"}
"""Codes and reasons of mistakes and losses."""

PAUSE_SECONDS = 10.0
"""Longer than the servers take to choose another leader."""
BETWEEN_SECONDS = 2.0


class Recovery(NamedTuple):
    """What was done, and after how many seconds a write was acknowledged again."""

    fault: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.fault}: written again after {self.seconds:.2f} s"


class Faults:
    """What goes wrong while a contest is held: each fault is mended before the next."""

    def __init__(self, servers: Cluster, ways: Ways, made: Sequence[Referee], held: Contest) -> None:
        self._servers, self._ways, self._referees, self._held = servers, ways, made, held
        self._old: bytes | None = None
        """A backup of the stream from the beginning."""
        self.recoveries: list[Recovery] = []

    async def back_up(self) -> None:
        """Make a backup that will be an old one."""
        self._old = await snapshot_of(self._servers.addresses[0], RECORD)

    async def happen(self, fault: str) -> None:
        """Make something go wrong, wait until writes are acknowledged, and mend it."""
        await getattr(self, fault.replace(" ", "_"))()
        await asyncio.sleep(BETWEEN_SECONDS)

    async def kill_a_referee(self) -> None:
        """Kill a referee, and start it again."""
        referee = self._held.rng.choice(self._referees)
        await asyncio.to_thread(referee.end)
        await self._recovered("a referee was killed", self._but(referee))
        await asyncio.to_thread(referee.start)

    async def pause_a_referee(self) -> None:
        """Pause a referee for longer than others wait for it."""
        referee = self._held.rng.choice(self._referees)
        referee.send(signal.SIGSTOP)
        await self._recovered("a referee was paused", self._but(referee))
        await asyncio.sleep(PAUSE_SECONDS)
        referee.send(signal.SIGCONT)

    async def kill_the_leader(self) -> None:
        """Kill the server that leads the stream, and start it again."""
        index = await asyncio.to_thread(self._servers.leader)
        await asyncio.to_thread(self._servers.nodes[index].end)
        await self._recovered("the leader was killed", self._referees)
        await self._again(index)

    async def pause_the_leader(self) -> None:
        """Pause the server that leads the stream for longer than an election takes."""
        leader: Process = self._servers.nodes[await asyncio.to_thread(self._servers.leader)]
        leader.send(signal.SIGSTOP)
        began = perf_counter()
        await self._recovered("the leader was paused", self._referees)
        await asyncio.sleep(max(PAUSE_SECONDS - (perf_counter() - began), 0))
        leader.send(signal.SIGCONT)

    async def cut_off_the_leader(self) -> None:
        """Cut the server that leads the stream off from the others, but not from the referees."""
        self._ways.cut(await asyncio.to_thread(self._servers.leader))
        await self._recovered("the leader was cut off", self._referees)
        await asyncio.sleep(BETWEEN_SECONDS)
        self._ways.mend()

    async def restart_all_servers(self) -> None:
        """Kill all servers at once, and start them again."""
        await asyncio.to_thread(self._servers.end)
        for index in range(len(self._servers.nodes)):
            await self._again(index)
        await self._recovered("all servers were restarted", self._referees)

    async def fail_the_writes_of_a_referee(self) -> None:
        """Make a referee's writes to any file fail, including its copy of the record, then allow them again."""
        referee = self._held.rng.choice(self._referees)
        with failing(referee.process_id):
            await self._recovered("a referee could write to no file", self._but(referee))
            await asyncio.sleep(BETWEEN_SECONDS)
        await self._recovered("a referee could write again", [referee])

    async def restore_an_old_backup_of_the_stream(self) -> None:
        """Replace the stream with an old backup, and delete the copies: no referee serves before it is mended.

        What was acknowledged since comes back with a newer backup.
        """
        address, old = self._servers.addresses[0], self._old
        assert old is not None
        await asyncio.to_thread(self._end_all)
        whole = await snapshot_of(address, RECORD)
        await restore_stream(address, RECORD, old)
        for referee in self._referees:
            drop_copy(referee)
            await self._refused(referee, "was acknowledged, but the stream lacks it")
        await restore_stream(address, RECORD, whole)
        await self._started("an old backup of the stream was restored")

    async def delete_the_stream(self) -> None:
        """Delete the stream: no referee makes an empty one. It is made again from one referee's copy."""
        address = self._servers.addresses[0]
        await asyncio.to_thread(self._end_all)
        source = max(self._referees, key=acknowledged)
        await delete_stream(address, RECORD)
        for referee in self._referees:
            await self._refused(referee, f"there is no stream {RECORD}")
        copying = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "clients.cli", "server", "copy", str(source.copy), self._servers.store,
            "--store-key", str(source.copy.with_suffix(".stream.key")), cwd=ROOT,
        )  # fmt: skip
        assert await copying.wait() == 0, "the stream is not made from a copy"
        for referee in self._referees:
            drop_copy(referee)
        await self._started("the stream was deleted")
        await self.back_up()

    def _end_all(self) -> None:
        for referee in self._referees:
            referee.end()

    async def _refused(self, referee: Referee, reason: str) -> None:
        """Start a referee, which must not serve, and say why."""
        referee.begin()
        problem = ""
        try:
            await asyncio.to_thread(referee.served)
        except NotStarted as refused:
            problem = str(refused)
        finally:
            await asyncio.to_thread(referee.end)
        assert reason in problem, f"{referee.name} serves a stream that lost what it acknowledged: {problem}"

    async def _started(self, fault: str) -> None:
        for referee in self._referees:
            await asyncio.to_thread(referee.start)
        await self._recovered(fault, self._referees)

    async def slow_the_disk_of_the_leader(self) -> None:
        """Let each sync of the server that leads the stream take longer for a while."""
        leader = self._servers.nodes[await asyncio.to_thread(self._servers.leader)]
        async with slow(leader.process_id):
            await self._recovered("the leader's disk became slow", self._referees)
            await asyncio.sleep(BETWEEN_SECONDS)

    async def fill_the_disk_of_the_leader(self) -> None:
        """Use up the disk of the server that leads the stream, which then leaves it to the others; start it anew."""
        index = await asyncio.to_thread(self._servers.leader)
        with full(self._servers.data[index]):
            await self._recovered("the leader's disk was full", self._referees)
            await asyncio.sleep(BETWEEN_SECONDS)
        await asyncio.to_thread(self._servers.nodes[index].end)
        await self._again(index)

    async def fill_the_disks_of_all_servers(self) -> None:
        """Take all room of all servers for a while, then start them anew."""
        with ExitStack() as taken:
            for index in range(len(self._servers.nodes)):
                taken.enter_context(full(self._servers.data[index]))
            await asyncio.sleep(PAUSE_SECONDS)
        await asyncio.to_thread(self._servers.end)
        for index in range(len(self._servers.nodes)):
            await self._again(index)
        await self._recovered("the disks of all servers were full", self._referees)

    async def move_the_clock_of_a_referee(self) -> None:
        """Start a referee anew with a clock of its own, which jumps an hour ahead, then back."""
        referee = self._held.rng.choice(self._referees)
        await asyncio.to_thread(referee.end, signal.SIGTERM)
        referee.environment = with_clock(referee.folder)
        await asyncio.to_thread(referee.start)
        for offset in (3600, -3600, 0):
            set_clock(referee.folder, offset)
            await self._recovered("the clock of a referee jumped", self._referees)
            await asyncio.sleep(BETWEEN_SECONDS)

    def _but(self, other: Referee) -> list[Referee]:
        return [referee for referee in self._referees if referee is not other]

    async def _again(self, index: int) -> None:
        self._servers.nodes[index].begin()
        await asyncio.to_thread(self._servers.greeted, index)

    async def _recovered(self, fault: str, made: Sequence[Referee]) -> None:
        """Note after how long each of these referees has acknowledged a write."""
        began = perf_counter()
        await asyncio.gather(*(written(referee.address) for referee in made))
        self.recoveries.append(Recovery(fault, perf_counter() - began))


def acknowledged(referee: Referee) -> int:
    """Return how far an ended referee has acknowledged the stream."""
    marks = MarkFile(mark_of(referee.copy))
    marks.close()
    return marks.noted.sequence if marks.noted is not None else 0


def drop_copy(referee: Referee) -> None:
    """Delete a referee's copy of the record, as the manual allows."""
    for file in referee.folder.glob(f"{referee.copy.name}*"):
        file.unlink()


async def contest_with_faults(
    folder: Path, faults: Sequence[str], *, clients: int = 6, seed: int = 1
) -> tuple[Outcome, list[Recovery]]:
    """Let clients play at two referees while faults happen one after another, and check what they saw.

    Raises PermissionError if the servers need disks of their own, and these may not be made.
    """
    async with AsyncExitStack() as ended:
        ways = await ended.enter_async_context(Ways(3))
        servers = Cluster(folder / "nats", 3, ways.ports)
        for data in servers.data if {*faults} & {*FULL_DISKS} else ():
            ended.enter_context(disk(data))
        await ways.begin(servers.cluster_ports)
        ended.callback(servers.end)
        await asyncio.to_thread(servers.start)
        starting = referees(folder, servers.store, options=servers.options)
        made = await asyncio.to_thread(ended.enter_context, starting)
        targets = [f"ipv4:{','.join(referee.address for referee in order)}" for order in permutations(made)]
        held = Contest(*targets, seed=seed)
        happening = Faults(servers, ways, made, held)
        house = held.house()
        for _ in TITLES:
            await held.add_game(house)
        await happening.back_up()
        held.served.set()
        async with asyncio.TaskGroup() as calling:
            for play in (*[held.client] * clients, *[held.watcher] * 2):
                calling.create_task(play())
            for fault in faults:
                await asyncio.sleep(BETWEEN_SECONDS)
                await happening.happen(fault)
            held.over = True
        logs = await held.logs(house)
        there = [await Contest.logs(held, House(referee.address)) for referee in made]
        await house.channel.close()
        assert all(log == logs for log in there), "the referees have different logs"
    return Outcome(held.history, len(faults), held.codes, violations(held.history, logs)), happening.recoveries
