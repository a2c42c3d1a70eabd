"""Stops: SIGTERM while many players play. Each open call is answered, or is UNAVAILABLE and wrote nothing."""

from __future__ import annotations

import asyncio
import random
import signal
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import grpc

from bench.ports import free_port
from gunbai.referee.v1 import game_pb2
from lab.attacks.figures import Figure, at_least, at_most
from lab.service_process import running, stop
from lab.toy_service import House, Match

ROUNDS = 8
GAMES = 16
UNAVAILABLE = grpc.StatusCode.UNAVAILABLE.name


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Stop the service in the middle of sixteen games, eight times."""
    rng, ends, lost = random.Random(4), Counter[str](), 0
    for _ in range(ROUNDS):
        port = free_port()
        async with running(folder, port) as process:
            house = House(f"127.0.0.1:{port}")
            played = await asyncio.gather(*(house.start("king_of_tokyo") for _ in range(GAMES)))
            players = [asyncio.create_task(_play(match, rng)) for match in played]
            await asyncio.sleep(rng.uniform(0.3, 0.8))
            acknowledged = await _stopped(process, players, ends)
            await house.channel.close()
        async with running(folder, port := free_port()):
            house = House(f"127.0.0.1:{port}")
            for match, version in zip(played, acknowledged, strict=True):
                match.house = house
                lost += (await match.game()).head < version
            await house.channel.close()
    ended = sum(ends.values())
    yield at_least("players who were stopped", ended, 1)
    yield at_most(
        f"of {ended} calls under way, not UNAVAILABLE", ended - ends[UNAVAILABLE], 0, before="82 of 128 CANCELLED"
    )
    yield at_most("acknowledged commands that are gone", lost, 0)


async def _stopped(process: Process, players: list[asyncio.Task[tuple[str, int]]], ends: Counter[str]) -> list[int]:
    """Stop the service, count how open calls end, and return each player's last acknowledged version."""
    await stop(process, signal.SIGTERM)
    pairs = await asyncio.gather(*players)
    ends.update(code for code, _ in pairs if code)
    return [version for _, version in pairs]


async def _play(match: Match, rng: random.Random) -> tuple[str, int]:
    """Play until a call fails; return its error's code, and the last acknowledged version."""
    version = 0
    try:
        while (view := await match.view(1)).status == game_pb2.GAME_STATUS_RUNNING:
            seat = rng.choice(list(view.waiting.seats))
            legal = await match.legal(seat)
            move = match.request(rng.choice(legal.commands).command, legal.expected_version)
            version = (await match.send(seat, move)).accepted.entries[-1].version
    except grpc.aio.AioRpcError as error:
        return error.code().name, version
    return "", version
