"""Referees that share a record are restarted one by one under load, as for an upgrade, and no call fails."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from bench.load import Load, Plan
from bench.nodes import Referee, cluster, referees

pytestmark = pytest.mark.long

GAMES, ROUNDS, SECONDS = 8, 3, 3.0
"""How many games are played at once, how often each referee is restarted, and how long both serve in between."""


async def restarted(referee: Referee) -> None:
    """Restart a referee as its operator does: it is asked to stop, drains, and starts again at the same address."""
    assert await asyncio.to_thread(referee.end, signal.SIGTERM) == 0
    await asyncio.to_thread(referee.start)


async def test_no_call_fails_while_the_referees_are_restarted_one_by_one(tmp_path: Path) -> None:
    with cluster(tmp_path) as servers, referees(tmp_path, servers.store, options=servers.options) as made:
        load = Load(",".join(referee.address for referee in made), Plan(GAMES, ("liars_dice",), at_once=GAMES))
        await load.open()
        playing = asyncio.create_task(load.run(0))
        try:
            for _ in range(ROUNDS):
                for referee in made:
                    before = load.counted["commands"]
                    await asyncio.sleep(SECONDS)
                    await restarted(referee)
                    assert load.counted["commands"] > before
            await asyncio.sleep(SECONDS)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    print(f"{2 * ROUNDS} restarts: {dict(load.counted)}, the slowest call {load.slowest:.3f} s")  # noqa: T201  # the figure of a long test
    assert (load.counted["errors"], load.problems) == (0, [])
    assert load.counted["commands"] >= 100
