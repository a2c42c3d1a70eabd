"""Costs: old positions and verifications of a long game, and a crowd of watchers, next to an honest player."""

from __future__ import annotations

import asyncio
import math
import random
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import grpc

from bench.ports import free_port
from bench.traffic import Place, script, seated, streams, unary
from gunbai.referee.v1 import audit_pb2, record_pb2
from gunbai_client.aio import connect
from lab.attacks import honest_players
from lab.attacks.figures import Figure, at_least, at_most
from lab.service_process import cpu_seconds, running, stop
from lab.toy_service import House

LONG_GAME = 6_000
POSITIONS = 40
MOVES = 100
WATCHERS = 250
PER_CHANNEL = 50
"""Watchers on one connection: fewer than the calls that a connection may have open."""
VERIFICATIONS = 30
SECONDS = 6.0


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Ask for what is expensive as often as possible."""
    port = free_port()
    address = f"127.0.0.1:{port}"
    async with running(folder, port) as process:
        async with connect(address, deadline=60) as client:
            long, watched = await seated(client), await seated(client)
            await streams(client.stubs.referee, long, script(LONG_GAME), math.inf)
            newest, old = await _positions(process, address, long)
            yield at_most(f"a position of {LONG_GAME:,} entries, processor", old, 40, "ms", before="1,100 ms")
            yield at_most("an old position", old / newest, 20, "times the newest")
            alone = await _moves(process, client, watched, 0)
        async with connect(address, deadline=60) as client:
            beside = await _beside_watchers(process, address, client, await seated(client))
        yield at_most(
            f"a move beside {WATCHERS} watchers costs one alone", beside / alone, 12, "times", before="33 times"
        )
        player = await honest_players.beside(address, SECONDS)
        verifications = [asyncio.create_task(_verified(address, long)) for _ in range(VERIFICATIONS)]
        met = await honest_players.seen(player)
        yield at_least(f"honest turns beside {VERIFICATIONS} verifications", met.turns, 1)
        yield at_most("honest calls that failed", met.failed(), 0)
        yield Figure("an honest turn, p50 and p99", f"{met.median_ms} and {met.p99_ms} ms")
        verifications += [asyncio.create_task(_verified(address, long)) for _ in range(VERIFICATIONS)]
        await asyncio.sleep(0.3)
        began = monotonic()
        await stop(process, signal.SIGTERM)
        yield at_most("a stop beside verifications", monotonic() - began, 5, "s", before="13 s")
        await asyncio.gather(*verifications)


async def _positions(process: Process, address: str, place: Place) -> tuple[float, float]:
    """Return the processor's milliseconds for the newest position, and for random old ones."""
    house, rng = House(address), random.Random(1)
    costs = []
    for versions in ([0] * POSITIONS, [rng.randrange(1_000, LONG_GAME) for _ in range(POSITIONS)]):
        before = cpu_seconds(process)
        for version in versions:
            await house.record.GetView(record_pb2.GetViewRequest(game=place.game, version=version))
        costs.append(max(1000 * (cpu_seconds(process) - before) / POSITIONS, 0.1))
    await house.channel.close()
    return costs[0], costs[1]


async def _moves(process: Process, client: Any, place: Place, first: int) -> float:
    """Return the processor's milliseconds for a move."""
    before = cpu_seconds(process)
    moves = script(LONG_GAME)[first : first + MOVES]
    await unary(client.stubs.referee, place, moves, math.inf)
    return 1000 * (cpu_seconds(process) - before) / MOVES


async def _beside_watchers(process: Process, address: str, client: Any, place: Place) -> float:
    """Return the processor's milliseconds for a move that is sent to many watchers."""
    houses = [House(address) for _ in range(0, WATCHERS, PER_CHANNEL)]
    watching = [asyncio.create_task(_watch(houses[n % len(houses)], place)) for n in range(WATCHERS)]
    await asyncio.sleep(1)
    cost = await _moves(process, client, place, 0)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    for house in houses:
        await house.channel.close()
    return cost


async def _watch(house: House, place: Place) -> None:
    with suppress(grpc.aio.AioRpcError):
        async for _ in house.record.WatchGame(record_pb2.WatchGameRequest(game=place.game)):
            pass


async def _verified(address: str, place: Place) -> None:
    house = House(address)
    with suppress(grpc.aio.AioRpcError):
        async for _ in house.audit.VerifyGame(audit_pb2.VerifyGameRequest(game=place.game)):
            pass
    await house.channel.close()
