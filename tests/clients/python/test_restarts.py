"""A client's loop loses no call while the service is stopped and started again, however it ends."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.ports import free_port
from gunbai_client import Gunbai, Seat, connect
from gunbai_client.aio import connect as connect_aio
from lab.patience import PATIENCE
from lab.service_process import start, stop

RESTARTS = 2
CALLS = 5
"""The calls that a loop makes at least between two restarts."""


class Loop:
    """A loop of a client's calls: it counts those that were answered, until it is told to end."""

    def __init__(self) -> None:
        self.answered = 0
        self.ends = False

    async def reached(self, answered: int, acting: asyncio.Task[list[str]]) -> None:
        """Wait until so many calls were answered. Raises what ended the loop before."""
        async with asyncio.timeout(PATIENCE):
            while self.answered < answered:
                # The loop is on another thread, where no Event can be set.
                if acting.done():
                    await acting
                await asyncio.sleep(0.01)


def playing(seats: list[Seat], loop: Loop) -> list[str]:
    """Play both seats until the loop ends; return the ids of the commands that were accepted."""
    rng, accepted = random.Random(1), []
    while not loop.ends:
        for seat in seats:
            legal = seat.legal()
            loop.answered += 1
            if seat.number in legal.waiting.seats:
                command_id = f"command {loop.answered}"
                ruling = seat.submit(rng.choice(legal.commands).command, command_id=command_id)
                assert ruling.HasField("accepted")
                accepted.append(command_id)
                loop.answered += 1
        assert list(seats[0].gunbai.entries(seats[0].game))
    return accepted


def creating(gunbai: Gunbai, loop: Loop) -> list[str]:
    """Create games until the loop ends, each with a player; return their ids."""
    games = []
    while not loop.ends:
        games.append(gunbai.create("infludance_duel", seats=2, chance="referee").info.game)
        gunbai.join(games[-1], "Ann")
        loop.answered += 2
    return games


def begun(gunbai: Gunbai) -> list[Seat]:
    """Return the seats of a game that has begun."""
    made = gunbai.create("king_of_tokyo", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, player) for player in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    return seats


async def over_restarts(
    folder: Path, port: int, how: signal.Signals, act: Callable[[Gunbai, Loop], list[str]]
) -> list[str]:
    """Return what a client's loop did while the service was ended and started again."""
    process, loop = await start(folder, port), Loop()
    try:
        with connect(f"127.0.0.1:{port}", deadline=PATIENCE) as gunbai:
            acting = asyncio.create_task(asyncio.to_thread(act, gunbai, loop))
            for _ in range(RESTARTS):
                await loop.reached(loop.answered + CALLS, acting)
                await stop(process, how)
                process = await start(folder, port)
            await loop.reached(loop.answered + CALLS, acting)
            loop.ends = True
            return await acting
    finally:
        loop.ends = True
        await stop(process, signal.SIGKILL)


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_player_loses_no_call_and_no_command_counts_twice(tmp_path: Path, how: signal.Signals) -> None:
    port, games = free_port(), []

    def act(gunbai: Gunbai, loop: Loop) -> list[str]:
        seats = begun(gunbai)
        games.append(seats[0].game)
        return playing(seats, loop)

    accepted = await over_restarts(tmp_path, port, how, act)
    process = await start(tmp_path, port)
    try:
        async with connect_aio(f"127.0.0.1:{port}") as gunbai:
            ids = [entry.command_id async for entry in gunbai.entries(games[0]) if entry.command_id]
    finally:
        await stop(process)
    assert ids == accepted


@pytest.mark.long
async def test_nobody_who_creates_and_joins_loses_a_call_to_a_restart(tmp_path: Path) -> None:
    port = free_port()
    created = await over_restarts(tmp_path, port, signal.SIGTERM, creating)
    process = await start(tmp_path, port)
    try:
        async with connect_aio(f"127.0.0.1:{port}") as gunbai:
            stored = [game.game async for game in gunbai.games()]
    finally:
        await stop(process)
    assert sorted(stored) == sorted(created)


async def test_a_call_waits_for_a_service_that_is_not_there_yet(tmp_path: Path) -> None:
    port = free_port()
    async with connect_aio(f"127.0.0.1:{port}", deadline=PATIENCE) as gunbai:
        titles = asyncio.create_task(gunbai.titles())
        await asyncio.sleep(0.3)
        assert not titles.done()
        process = await start(tmp_path, port)
        try:
            assert await titles
        finally:
            await stop(process)
