"""A soak: players who play, watch, leave and are refused for an hour; memory, descriptors and disk stay flat."""

from __future__ import annotations

import asyncio
import random
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import grpc

from bench.ports import free_port
from gunbai.referee.v1 import game_pb2, record_pb2
from lab.attacks.figures import Figure, at_least, at_most
from lab.service_process import resident_kib, running
from lab.toy_service import House, Match, bearer
from titles.catalogue import TITLES

PLAYERS = 6
HOT_GAMES = 64
"""Few, so that the memory for hot games is full within minutes, and games are dropped and folded anew throughout."""
PAUSE = 0.02
SAMPLE_SECONDS = 5.0
MIB = 1024


class Sample(NamedTuple):
    """The state of the service at a moment: memory in MiB, open descriptors, the database in KiB, entries written."""

    memory: float
    descriptors: int
    disk: int
    entries: int


class Tally:
    """How many entries were written and games finished."""

    def __init__(self) -> None:
        self.entries = self.games = 0


async def attack(folder: Path, minutes: float = 60) -> AsyncIterator[Figure]:
    """Play for some minutes; compare the second half with the first."""
    port, tally = free_port(), Tally()
    end = monotonic() + 60 * minutes
    async with running(folder, port, "--hot-games", str(HOT_GAMES)) as process:
        house = House(f"127.0.0.1:{port}")
        players = [asyncio.create_task(_play(house, random.Random(seed), tally, end)) for seed in range(PLAYERS)]
        samples = []
        while monotonic() < end:
            await asyncio.sleep(min(SAMPLE_SECONDS, max(0.0, end - monotonic())))
            samples.append(_sample(process, folder, tally))
        await asyncio.gather(*players)
        await house.channel.close()
        alive = process.returncode is None
    half, last = samples[len(samples) // 2], samples[-1]
    middle = max(sample.memory for sample in samples[: len(samples) // 2 + 1])
    highest = max(sample.memory for sample in samples)
    yield at_least(f"games finished in {minutes:g} minutes", tally.games, 1)
    yield at_least("entries written", tally.entries, 1)
    yield at_most("memory of the second half above that of the first", highest - middle, 30, "MiB")
    yield at_most("highest memory", highest, 400, "MiB")
    yield at_most("descriptors at the end above half-time", last.descriptors - half.descriptors, 8)
    written = last.entries - half.entries
    yield at_most("disk for an entry, second half", (last.disk - half.disk) / max(1, written), 4, "KiB")
    yield at_least("services that live", int(alive), 1)


def _sample(process: Process, folder: Path, tally: Tally) -> Sample:
    disk = sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
    descriptors = sum(1 for _ in Path(f"/proc/{process.pid}/fd").iterdir())
    return Sample(resident_kib(process) / MIB, descriptors, disk // 1024, tally.entries)


async def _play(house: House, rng: random.Random, tally: Tally, end: float) -> None:
    """Play one game after another, of all titles."""
    while monotonic() < end:
        name = rng.choice(list(TITLES))
        title = next(iter(TITLES[name].values()))
        match = await house.start(name, rng.choice(list(title.rules.seats)))
        while await _turn(match, rng, tally):
            if monotonic() > end:
                return
        tally.games += 1


async def _turn(match: Match, rng: random.Random, tally: Tally) -> bool:
    """Make a move, and occasionally something that a player should not do; return False once the game is over."""
    view = await match.view(1)
    if view.status != game_pb2.GAME_STATUS_RUNNING:
        return False
    seat = rng.choice(list(view.waiting.seats))
    legal = await match.legal(seat)
    move = match.request(rng.choice(legal.commands).command, legal.expected_version)
    with suppress(grpc.aio.AioRpcError):
        if rng.random() < 0.05:
            await match.send(rng.choice(range(1, match.seats + 1)), match.request(move.command, legal.expected_version))
    ruling = None
    with suppress(grpc.aio.AioRpcError):
        ruling = await match.send(seat, move)
    tally.entries += len(ruling.accepted.entries) if ruling else 0
    if rng.random() < 0.05:
        await _glance(match)
    await asyncio.sleep(PAUSE)
    return True


async def _glance(match: Match) -> None:
    """Watch a game for a moment, then leave without notice."""
    request = record_pb2.WatchGameRequest(game=match.id)
    watched = match.house.record.WatchGame(request, metadata=bearer(match.tokens[1]))
    await watched.read()
    watched.cancel()
