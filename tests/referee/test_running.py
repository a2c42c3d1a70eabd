"""A service as a process: it serves what it opened until it is told to stop, and closes it then."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.running import run
from referee.server import Service, Settings
from store.contract import StorageLocked
from store.sqlite import SqliteStore


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Give the process the collector and the switching back that it had."""
    threshold, interval = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)
    sys.setswitchinterval(interval)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_service_runs_until_a_signal_and_closes_its_store(number: signal.Signals, tmp_path: Path) -> None:
    database, key = tmp_path / "games.sqlite", tmp_path / "service.key"
    ready: list[str] = []

    before = sys.getswitchinterval()

    def stop_at_once(service: Service) -> None:
        ready.append(service.address)
        assert sys.getswitchinterval() < before
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] >= 10_000
        os.kill(os.getpid(), number)

    await run(database, key, Settings(), stop_at_once)
    assert ready[0].startswith("127.0.0.1:")
    assert key.exists()
    async with await SqliteStore.open(database) as store:
        assert await store.every_game() == []


async def test_a_database_that_is_in_use_is_not_served(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    async with await SqliteStore.open(database):
        with pytest.raises(StorageLocked):
            await run(database, tmp_path / "service.key", Settings(), lambda _: None)
