"""The pages are enough to restore a database and a stream: their commands are given as they stand there."""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import nats
import pytest

from lab.nats_backups import delete_stream
from lab.toy_service import open_house
from referee.proof.identity import Identity
from referee.shared_stream import SharedStream, join, untold
from store.jetstream.stream_mark import mark_of
from store.sqlite import SqliteStore
from tests.referee.attacks.test_restores import moved
from tests.store.nats_servers import broker
from tests.store.store_values import make
from tools import code

BACKUPS, REFEREES = "backups.md", "several-referees.md"
DATABASE_BACKUP, STREAM_BACKUP = "games-20260401T031500Z", "GUNBAI-20260401T031500Z"


def page_of(page: str) -> str:
    """Return a page of docs."""
    return (code.ROOT / "docs" / page).read_text(encoding="utf-8")


def commands(page: str, heading: str) -> list[str]:
    """Return the commands of a section of a page, from its heading to the next."""
    section = page_of(page).split(f"{heading}\n", 1)[1]
    section = re.split(r"^#{2,4} ", section, maxsplit=1, flags=re.MULTILINE)[0]
    blocks = re.findall(r"```\n(.*?)```", section, re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


def given(command: str, places: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Give a command of the page, with other places."""
    for name, place in places.items():
        command = command.replace(name, place)
    program, *words = shlex.split(command)
    assert program == "gunbai"
    return subprocess.run(
        [sys.executable, "-m", "clients.cli", *words],
        capture_output=True, text=True, timeout=120, cwd=code.ROOT, check=False,
    )  # fmt: skip


async def test_a_database_is_restored_by_the_page(tmp_path: Path) -> None:
    lib, backups = tmp_path / "lib", tmp_path / "backups"
    lib.mkdir()
    async with open_house(lib) as house:
        match = await house.start("infludance_duel")
        (lib / "service.key").rename(lib / "games.key")
        (lib / "service.key.pub").rename(lib / "games.key.pub")
        backup = f"gunbai server backup {backups} --database {lib}/games.sqlite"
        assert (await asyncio.to_thread(given, backup, {})).returncode == 0
        await moved(match)
    for name in ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm"):
        (lib / name).unlink(missing_ok=True)
    (made,) = backups.iterdir()
    places = {f"/var/backups/gunbai/{DATABASE_BACKUP}": str(made), "/var/lib/gunbai": str(lib)}
    restore, accept = commands(BACKUPS, "## Restore a database")
    done = await asyncio.to_thread(given, restore, places)
    assert done.returncode == 0, done.stderr
    assert "1 of them continued after the backup" in done.stdout
    done = await asyncio.to_thread(given, accept, places)
    assert done.returncode == 0, done.stdout
    async with await SqliteStore.open(lib / "games.sqlite") as store:
        assert (await store.head(match.id)).lost


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "nats").mkdir()
    with broker(tmp_path / "nats") as address:
        yield address


@pytest.mark.long
async def test_a_stream_is_made_again_and_restored_by_the_page(address: str, tmp_path: Path) -> None:
    lib, backups = tmp_path / "lib", tmp_path / "backups"
    lib.mkdir()
    copy = lib / "games.sqlite"
    Identity.kept_in(lib / "games.key")
    shared = SharedStream(servers=(address,), key=lib / "games.stream.key", replicas=1)
    places = {"/var/backups/gunbai": str(backups), "/var/lib/gunbai": str(lib), "nats://10.0.0.1:4222": address}
    (back_up,) = commands(REFEREES, "## Back up the stream")
    (again,) = commands(REFEREES, "### Recreate the stream from a copy")
    restore, serve = commands(REFEREES, "### Restore a backup of the stream")
    async with await join(copy, shared, 0, untold) as referee:
        await make(referee, "g")
        done = await asyncio.to_thread(given, back_up, places)
        assert done.returncode == 0, done.stderr
        await make(referee, "later")
        (delete,) = re.findall("`(gunbai server delete-stream .*?)`", page_of(REFEREES))
        done = await asyncio.to_thread(given, delete, places)
        assert (done.returncode, "referees that wrote in the last" in done.stderr) == (1, True), done
    other = await nats.connect(address)
    await other.jetstream().add_stream(name="ORDERS", subjects=["orders"])
    await other.close()
    done = await asyncio.to_thread(given, f"{delete} --store-name ORDERS", places)
    assert (done.returncode, "ORDERS: the stream does not hold a record" in done.stderr) == (1, True), done
    done = await asyncio.to_thread(given, delete.removesuffix(" --yes"), places)
    assert (done.returncode, "Add --yes" in done.stderr) == (1, True)
    done = await asyncio.to_thread(given, delete, places)
    assert "Deleted the stream GUNBAI" in done.stdout
    done = await asyncio.to_thread(given, delete, places)
    assert (done.returncode, "stream not found" in done.stderr) == (1, True)
    done = await asyncio.to_thread(given, f"{again} --store-replicas 1", places)
    assert done.returncode == 0, done.stderr
    for file in lib.glob("games.sqlite*"):
        file.unlink()
    async with await join(copy, shared, 0, untold) as referee:
        assert sorted(await referee.every_game()) == ["g", "later"]
    await delete_stream(address, "GUNBAI")
    (made,) = backups.iterdir()
    done = await asyncio.to_thread(given, restore, {f"/var/backups/gunbai/{STREAM_BACKUP}": str(made), **places})
    assert done.returncode == 0, done.stderr
    for file in (*lib.glob("games.sqlite*"), mark_of(copy)):
        file.unlink()
    assert serve == "gunbai serve ... --after-restore"
    async with await join(
        copy, SharedStream(servers=(address,), key=shared.key, after_restore=True), 0, untold
    ) as referee:
        assert await referee.every_game() == ["g"]
        assert (await referee.head("g")).lost
