"""A checkpoint that the operator kept shows what a restored record lacks before anything is written."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from lab.patience import PATIENCE
from referee.proof.identity import Identity
from referee.records.kept_checkpoint import lack_of
from referee.records.transparency import Transparency
from referee.running import check_whole
from store.contract import StorageError
from store.sqlite import SqliteStore
from tests.store.store_values import entry, leaf, make
from tools.code import ROOT

LEAVES = 300
"""More leaves than a tile has."""


class Kept:
    """A record on which a checkpoint was signed, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.database, self.key, self.file = folder / "games.sqlite", folder / "games.key", folder / "kept"
        self.identity = Identity.kept_in(self.key)

    async def add(self, game: str, first: int, last: int) -> None:
        """Add a game with leaves to the record."""
        async with await SqliteStore.open(self.database) as store:
            await make(store, game)
            await store.append(game, 1, [entry(2)], leaves=[leaf(game, number) for number in range(first, last)])

    async def sign(self) -> None:
        """Keep the newest checkpoint."""
        async with await SqliteStore.open(self.database) as store:
            signed = await Transparency(store, self.identity).checkpoint()
        self.file.write_text(signed.note, encoding="utf-8")

    async def lack(self) -> str:
        """Return what the record lacks."""
        async with await SqliteStore.open(self.database) as store:
            return await lack_of(store, self.file, self.key)


@pytest.fixture
async def record(tmp_path: Path) -> Kept:
    checkpoints = Kept(tmp_path)
    await checkpoints.add("g", 0, 2)
    return checkpoints


def copied(database: Path, to: str) -> None:
    """Copy the database with its heads, as a snapshot of the whole machine does."""
    for file in database.parent.glob(f"{database.name}*"):
        shutil.copy(file, database.with_name(file.name.replace(database.name, to)))


async def test_a_log_that_grew_has_what_its_checkpoint_shows(record: Kept) -> None:
    await record.sign()
    assert await record.lack() == ""
    await record.add("h", 2, LEAVES)
    assert await record.lack() == ""
    await record.sign()
    await record.add("i", LEAVES, LEAVES + 5)
    record.identity.rotate(record.key)
    assert await record.lack() == ""


async def test_a_record_that_was_put_back_with_its_heads_lacks_leaves(record: Kept) -> None:
    copied(record.database, "old.sqlite")
    await record.add("h", 2, 5)
    await record.sign()
    record.database = record.database.with_name("old.sqlite")
    assert await record.lack() == f"the checkpoint {record.file} shows 5 leaves, but the log has only 2"
    await record.add("other", 7, 10)
    assert await record.lack() == f"the log does not contain the 5 leaves of the checkpoint {record.file}"


async def test_a_checkpoint_of_another_log_is_named(record: Kept, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Kept(tmp_path / "other")
    await other.add("g", 0, 2)
    await other.sign()
    record.key, record.file = other.key, other.file
    with pytest.raises(
        StorageError, match=r"the checkpoint belongs to the log gunbai/\w+, but the record has the log gunbai/\w+\. "
    ):
        await record.lack()


async def test_only_a_checkpoint_that_the_service_signed_counts(record: Kept, tmp_path: Path) -> None:
    await record.sign()
    Identity.kept_in(tmp_path / "foreign.key")
    genuine, record.key = record.key, tmp_path / "foreign.key"
    with pytest.raises(StorageError, match="did not sign it"):
        await record.lack()
    record.key = genuine
    record.file.write_text(record.file.read_text("utf-8").replace("\n2\n", "\n1\n"), encoding="utf-8")
    with pytest.raises(StorageError, match="is not valid"):
        await record.lack()
    record.file.write_text("three leaves", encoding="utf-8")
    with pytest.raises(StorageError, match="no checkpoint to compare the record with"):
        await record.lack()
    record.key = tmp_path / "missing.key"
    with pytest.raises(StorageError, match=r"missing\.key\.pub"):
        await record.lack()


def test_a_database_that_lacks_something_says_how_to_go_on(tmp_path: Path) -> None:
    check_whole(tmp_path, "")
    with pytest.raises(StorageError, match=r"2 leaves; restore a newer backup, or .* move .*games\.sqlite\.heads away"):
        check_whole(tmp_path / "games.sqlite", "2 leaves")


async def test_a_service_does_not_start_on_a_record_that_lacks_what_its_checkpoint_shows(record: Kept) -> None:
    copied(record.database, "old.sqlite")
    await record.add("h", 2, 5)
    await record.sign()
    old = record.database.with_name("old.sqlite")
    before = old.read_bytes()
    command = [sys.executable, "-m", "referee", "serve", "--port", "0", "--database", str(old), "--key"]
    run = partial(subprocess.run, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, check=False)
    done = run([*command, str(record.key), "--checkpoint", str(record.file)])
    assert (done.returncode, "shows 5 leaves, but the log has only 2" in done.stderr) == (1, True)
    assert old.read_bytes() == before
    command[command.index(str(old))] = str(old.with_name("gone.sqlite"))
    done = run([*command, str(record.key), "--checkpoint", str(record.file)])
    assert (done.returncode, "gone.sqlite: missing" in done.stderr) == (1, True)
    assert not old.with_name("gone.sqlite").exists()
