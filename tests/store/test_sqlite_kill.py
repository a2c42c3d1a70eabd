"""kill -9 of a real process in the middle of many games: what it acknowledged is there, once, and all games go on."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from store.sqlite import SqliteStore
from tests.store.store_values import entry, versions

GAMES = 16

# Appends to many games at once for as long as it lives and says after each acknowledgement which version it was.
SERVICE = """
import asyncio, os, sys
from store.contract import GameNotFound, Opening, Stored, Summary
from store.sqlite import SqliteStore

async def play(store, game):
    try:
        head = len(await store.read(game))
    except GameNotFound:
        row = Summary(game=game, title="t", status="s", seats=1, created_at=0, changed_at=0)
        await store.create(Opening(game=game, title="t", secret=bytes(32)), [], [], row)
        head = 0
    while True:
        head += 1
        await store.append(game, head - 1, [Stored(head, f"{head}", b"x" * 600)])
        os.write(1, f"{game} {head}\\n".encode())

async def serve():
    store = await SqliteStore.open(sys.argv[1])
    await asyncio.gather(*(play(store, f"game-{number}") for number in range(int(sys.argv[2]))))

asyncio.run(serve())
"""


def acknowledged_until_killed(file: Path, seconds: float) -> Counter[str]:
    """Return the last version of each game that a service had acknowledged when it was killed."""
    command = [sys.executable, "-c", SERVICE, str(file), str(GAMES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout
        lines = [service.stdout.readline()]
        time.sleep(seconds)
        service.send_signal(signal.SIGKILL)
        lines += service.stdout
    heads: Counter[str] = Counter()
    for line in lines:
        game, head = line.split()
        heads[game] = int(head)
    return heads


async def check(file: Path, acknowledged: Counter[str]) -> None:
    async with await SqliteStore.open(file) as store:
        for game, head in acknowledged.items():
            log = await store.read(game)
            assert versions(log) == list(range(1, len(log) + 1))
            assert head <= len(log) <= head + 1
            await store.append(game, len(log), [entry(len(log) + 1, f"{len(log) + 1}")])


async def test_no_acknowledged_entry_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    for _ in range(3):
        await check(tmp_path / "games.sqlite", acknowledged_until_killed(tmp_path / "games.sqlite", 0.1))


@pytest.mark.long
async def test_twenty_kills_in_a_row_lose_nothing(tmp_path: Path) -> None:
    for turn in range(20):
        await check(tmp_path / "games.sqlite", acknowledged_until_killed(tmp_path / "games.sqlite", turn * 0.02))
