"""Heads: calls are cancelled at the worst moments, and no read may be behind what is in the file."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc

from bench.ports import free_port
from gunbai.referee.v1 import game_pb2, lobby_pb2
from lab.attacks.figures import Figure, at_least, at_most
from lab.service_process import running
from lab.toy_service import House, Match

TRIES = 1000
COLD_TRIES = 100
LONG_GAME = 400
"""The commands that are played before a game is loaded again and again: loading takes tens of milliseconds."""
SETTLED = 0.02
"""The seconds in which a write that continues without its caller reaches the file."""


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Cancel commands during their commit, then cold loads for which a command is waiting."""
    rng = random.Random(1)
    behind = await _cancelled(folder, rng)
    yield at_most(f"of {TRIES} cancelled commands: reads behind the file", behind, 0, before="96 of 2,647")
    behind, acknowledged = await _cold(folder, rng)
    yield at_most(f"of {COLD_TRIES} cancelled loads: reads behind the file", behind, 0, before="110 of 273")
    yield at_least("commands acknowledged beside cancelled loads", acknowledged, 1)


async def _cancelled(folder: Path, rng: random.Random) -> int:
    behind, port = 0, free_port()
    async with running(folder, port):
        house = House(f"127.0.0.1:{port}")
        match = await house.start("shogun", 3)
        for _ in range(TRIES):
            match, seat, move = await _next(house, match, rng)
            call = asyncio.ensure_future(_quiet(match.send(seat, move)))
            await asyncio.sleep(rng.uniform(0, 0.004))
            call.cancel()
            await asyncio.gather(*(_quiet(match.view(1)) for _ in range(3)), call, return_exceptions=True)
            await asyncio.sleep(SETTLED)
            behind += await _is_behind(folder, match)
        await house.channel.close()
    return behind


async def _cold(folder: Path, rng: random.Random) -> tuple[int, int]:
    behind, acknowledged, port = 0, 0, free_port()
    async with running(folder, port, "--hot-games", "1"):
        house = House(f"127.0.0.1:{port}")
        others = [await house.start("liars_dice") for _ in range(2)]
        match = await house.start("shogun", 3)
        for _ in range(LONG_GAME):
            match, seat, move = await _next(house, match, rng)
            await match.send(seat, move)
        for _ in range(COLD_TRIES):
            match, seat, move = await _next(house, match, rng)
            await _forgotten(house, others)
            load = asyncio.ensure_future(_quiet(match.view(1)))
            await asyncio.sleep(rng.uniform(0, 0.004))
            sent = asyncio.ensure_future(_quiet(match.send(seat, move)))
            await asyncio.sleep(rng.uniform(0, 0.004))
            load.cancel()
            await asyncio.sleep(rng.uniform(0, 0.003))
            *_, ruling = await asyncio.gather(*(_quiet(match.view(1)) for _ in range(2)), sent)
            acknowledged += ruling is not None
            await asyncio.sleep(SETTLED)
            behind += await _is_behind(folder, match)
        await house.channel.close()
    return behind, acknowledged


async def _forgotten(house: House, others: Sequence[Match]) -> None:
    """Ask for other games, and for one that does not exist, until the service has dropped the game from memory."""
    for other in others:
        await other.view(1)
    await _quiet(house.lobby.GetGame(lobby_pb2.GetGameRequest(game="nosuchgamenosuch")))


async def _next(house: House, match: Match, rng: random.Random) -> tuple[Match, int, Any]:
    """Return a running game, and a legal command of a seat that is asked."""
    view = await match.view(1)
    if view.status != game_pb2.GAME_STATUS_RUNNING:
        match = await house.start("shogun", 3)
        view = await match.view(1)
    seat = rng.choice(list(view.waiting.seats))
    legal = await match.legal(seat)
    return match, seat, match.request(rng.choice(legal.commands).command, legal.expected_version)


async def _is_behind(folder: Path, match: Match) -> bool:
    """Return whether the service shows less than the file has."""
    database = sqlite3.connect(f"file:{folder / 'games.sqlite'}?mode=ro", uri=True)
    (head,) = database.execute("SELECT max(version) FROM entries WHERE game = ?", (match.id,)).fetchone()
    database.close()
    return bool((await match.view(1)).version < head)


async def _quiet(call: Any) -> Any:
    """Return an answer, or None if the call fails or is cancelled."""
    with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
        return await call
    return None
