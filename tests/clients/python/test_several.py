"""A client of several referees goes on when one of them dies, and notices nothing but the time that it takes."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.nodes import ROOT, Referee, referees
from gunbai_client import connect
from gunbai_client.aio import connect as connect_aio
from lab.patience import PATIENCE
from tests.store.nats_servers import broker

pytestmark = pytest.mark.long


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Referee]]:
    (tmp_path / "nats").mkdir()
    options = ("--store-replicas", "1", "--accept-loss")
    with broker(tmp_path / "nats") as address, referees(tmp_path, address, options=options) as addresses:
        yield addresses


def target(two: list[Referee]) -> str:
    """Return the addresses of both, once by name."""
    return f"localhost:{two[0].port},{two[1].address}"


def test_a_game_goes_on_when_the_referee_of_its_client_is_killed(two: list[Referee]) -> None:
    rng, accepted = random.Random(1), list[str]()
    with connect(target(two), deadline=PATIENCE) as gunbai:
        made = gunbai.create("liars_dice", seats=2, chance="referee")
        seats = [gunbai.join(made.info.game, f"player {number}", seat=number) for number in (1, 2)]
        gunbai.holding(made.host_token).start(made.info.game)
        while any((legal := seat.legal()).waiting.seats for seat in seats):
            for seat in seats:
                legal = seat.legal()
                if seat.number in legal.waiting.seats:
                    command_id = f"command {len(accepted)}"
                    ruling = seat.submit(rng.choice(legal.commands).command, command_id=command_id)
                    assert ruling.HasField("accepted")
                    accepted.append(command_id)
            if len(accepted) == 4:
                two[0].end()
        assert two[0].running is None
        ids = [entry.command_id for entry in gunbai.entries(made.info.game) if entry.command_id in accepted]
    assert ids == accepted
    assert len(accepted) > 4


async def test_a_watcher_goes_on_when_the_referee_of_its_client_is_killed(two: list[Referee]) -> None:
    async with connect_aio(target(two), deadline=PATIENCE) as gunbai:
        made = await gunbai.create("liars_dice", seats=2, chance="referee")
        seen = list[int]()
        reached = asyncio.Event()

        async def watch() -> None:
            async for update in gunbai.watch(made.info.game):
                seen.append(update.version)
                reached.set()

        watching = asyncio.create_task(watch())
        async with asyncio.timeout(PATIENCE):
            await reached.wait()
            await asyncio.to_thread(two[0].end)
            # A call that may be repeated finds the other referee; to abandon a game is none.
            await gunbai.game(made.info.game)
            await gunbai.holding(made.host_token).abandon(made.info.game)
            await watching
        assert [*dict.fromkeys(seen)] == [1, 2]


def test_the_command_takes_several_addresses(two: list[Referee]) -> None:
    two[0].end()
    command = [sys.executable, "-m", "clients.cli", "title", "list", "--target", target(two), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT, check=True)
    assert "liars_dice" in done.stdout
