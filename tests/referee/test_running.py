"""A service as a process: it serves what it opened until it is told to stop, and closes it then."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.game.titles import finished
from referee.proof.identity import Identity, published
from referee.running import run
from referee.server import Service, Settings
from store.contract import StorageError, StorageLocked
from store.sqlite import SqliteStore
from tests.referee.in_process import SWITCHING, as_python_is
from tests.store.store_values import make


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Give the process the collector and the switching that Python has, before and after a test."""
    with as_python_is():
        yield


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_service_runs_until_a_signal_and_closes_its_store(number: signal.Signals, tmp_path: Path) -> None:
    database, key = tmp_path / "games.sqlite", tmp_path / "service.key"
    ready: list[str] = []

    def stop_at_once(service: Service) -> None:
        ready.append(service.address)
        assert sys.getswitchinterval() < SWITCHING
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] >= 10_000
        os.kill(os.getpid(), number)

    await run(database, key, finished(), Settings(), stop_at_once)
    assert ready[0].startswith("127.0.0.1:")
    assert key.exists()
    async with await SqliteStore.open(database) as store:
        assert await store.every_game() == []


async def test_a_service_that_cannot_say_that_it_is_ready_stops(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    addresses: list[str] = []

    def nobody_listens(service: Service) -> None:
        addresses.append(service.address)
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        await run(database, tmp_path / "service.key", finished(), Settings(), nobody_listens)
    await is_free(database)
    with socket.socket() as port:
        assert port.connect_ex(("127.0.0.1", int(addresses[0].rpartition(":")[2]))) != 0


async def test_a_service_without_a_port_leaves_its_database_to_others(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="cannot listen"):
            await run(
                database, tmp_path / "service.key", finished(), Settings(port=taken.getsockname()[1]), lambda _: None
            )
    await is_free(database)


async def is_free(database: Path) -> None:
    """Open and close a database. Raises StorageLocked if a store of this process has not closed it."""
    async with await SqliteStore.open(database):
        pass


async def test_a_database_that_is_in_use_is_not_served(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    async with await SqliteStore.open(database):
        with pytest.raises(StorageLocked):
            await run(database, tmp_path / "service.key", finished(), Settings(), lambda _: None)


def files_in(folder: Path) -> list[Path]:
    """Return the files of a folder."""
    return sorted(folder.iterdir())


async def served(database: Path, key: Path, *, new_key: bool = False) -> None:
    """Run a service that stops at once."""
    await run(database, key, finished(), Settings(), lambda _: os.kill(os.getpid(), signal.SIGTERM), new_key=new_key)


@pytest.mark.parametrize("lost", ["the key", "both files", "the public file"])
async def test_a_key_that_is_lost_is_missed_and_another_signs_only_by_the_operators_word(
    tmp_path: Path, lost: str
) -> None:
    database, key = tmp_path / "games.sqlite", tmp_path / "games.key"
    await served(database, key)
    Identity.kept_in(key).rotate(key)
    await served(database, key)
    if lost != "the public file":
        key.unlink()
    if lost != "the key":
        published(key).unlink()
    there = files_in(tmp_path)
    if lost == "the public file":
        await served(database, key)  # the key is the same, under the name that it has
        return
    with pytest.raises(StorageError, match=r"missing: gunbai\+\S+ signs this record; restore it, or start once with"):
        await served(database, key)
    assert files_in(tmp_path) == there, "no other key is made"
    published(key).unlink(missing_ok=True)
    await served(database, key, new_key=True)
    await served(database, key)


async def test_a_key_of_another_service_does_not_sign(tmp_path: Path) -> None:
    database, other = tmp_path / "games.sqlite", tmp_path / "other.key"
    await served(database, tmp_path / "games.key")
    await served(tmp_path / "other.sqlite", other)
    with pytest.raises(StorageError, match=r"it is signed with the key gunbai\+.*, and this key is gunbai\+"):
        await served(database, other)
    await served(database, other, new_key=True)


async def test_a_record_of_an_earlier_release_does_not_get_another_key(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    async with await SqliteStore.open(database) as store:
        await make(store, "g")
    with pytest.raises(StorageError, match="missing: a key signed this record"):
        await served(database, tmp_path / "games.key")
