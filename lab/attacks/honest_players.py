"""An honest player in a separate process: plays games for some seconds, then prints a line of JSON."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Coroutine, Iterable
from time import perf_counter
from typing import NamedTuple

import grpc

from gunbai.referee.v1 import game_pb2
from lab.paths import ROOT
from lab.service_process import resident_kib
from lab.toy_service import House, Match


class Seen(NamedTuple):
    """What an honest player experienced: turns played, the latencies of a turn in milliseconds, and errors by code."""

    turns: int
    median_ms: float
    p99_ms: float
    errors: dict[str, int]

    def failed(self) -> int:
        """Return how many calls failed."""
        return sum(self.errors.values())


async def beside(address: str, seconds: float) -> Process:
    """Return an honest player who plays for some seconds in another process."""
    arguments = ("-m", "lab.attacks.honest_players", address, str(seconds))
    return await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE, cwd=ROOT)


async def seen(player: Process) -> Seen:
    """Return what the player experienced, once its time is over."""
    printed, _ = await player.communicate()
    return Seen(**json.loads(printed))


async def next_to(
    process: Process, port: int, seconds: float, attacks: Iterable[Coroutine[None, None, None]]
) -> tuple[Seen, float]:
    """Return what an honest player experienced next to attacks, and the service's peak memory in MiB."""
    player = await beside(f"127.0.0.1:{port}", seconds)
    attack = asyncio.gather(*attacks)
    experienced, highest = await asyncio.gather(seen(player), _peak(process, seconds))
    await attack
    return experienced, highest


async def _peak(process: Process, seconds: float) -> float:
    end, highest = perf_counter() + seconds, 0
    while perf_counter() < end and process.returncode is None:
        highest = max(highest, resident_kib(process))
        await asyncio.sleep(0.05)
    return highest / 1024


async def play(address: str, seconds: float) -> Seen:
    """Play King of Tokyo at every seat: look, list, move, at most twenty times a second."""
    house, rng = House(address), random.Random(1)
    match: Match | None = None
    took: list[float] = []
    errors: Counter[str] = Counter()
    end = perf_counter() + seconds
    while perf_counter() < end:
        began = perf_counter()
        try:
            match = match or await house.start("king_of_tokyo")
            if await _turn(match, rng):
                took.append((perf_counter() - began) * 1000)
            else:
                match = None
        except grpc.aio.AioRpcError as error:
            errors[error.code().name] += 1
        await asyncio.sleep(0.05)
    await house.channel.close()
    took.sort()
    return Seen(len(took), _quantile(took, 0.5), _quantile(took, 0.99), dict(errors))


async def _turn(match: Match, rng: random.Random) -> bool:
    """Make one move; return False once the game is over."""
    view = await match.view(1)
    if view.status != game_pb2.GAME_STATUS_RUNNING:
        return False
    seat = rng.choice(list(view.waiting.seats))
    legal = await match.legal(seat)
    await match.send(seat, match.request(rng.choice(legal.commands).command, legal.expected_version))
    return True


def _quantile(ordered: list[float], part: float) -> float:
    return round(ordered[int(part * (len(ordered) - 1))], 1) if ordered else 0.0


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(play(sys.argv[1], float(sys.argv[2])))._asdict()))
