"""The vault: a database shows no secret, and its key beside it is needed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lab.disk_damage import scribble
from store.contract import Opening, StorageCorrupt, StorageError
from store.sqlite import SqliteStore
from store.sqlite.encryption import Vault, vault_of
from store.sqlite.sqlite_errors import Damage
from tests.store.store_values import SECRET, make, summary


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def test_a_secret_is_unlocked_with_its_key_for_its_game_alone() -> None:
    vault = Vault(bytes(32))
    locked = vault.lock("g", SECRET)
    assert vault.unlock("g", locked) == SECRET
    assert vault.lock("g", SECRET) != locked
    altered = bytes([locked[0], locked[1] ^ 1, *locked[2:]])
    for key, game, attempt in (
        (bytes(32), "h", locked),
        (b"1" * 32, "g", locked),
        (bytes(32), "g", altered),
        (bytes(32), "g", b""),
    ):
        with pytest.raises(Damage, match="altered, or belongs to another key"):
            Vault(key).unlock(game, attempt)


def test_what_a_file_has_at_rest_is_opened_ever_after() -> None:
    """Bytes that were written with this key: whoever cannot read them cannot read the files that there are."""
    vault = Vault(bytes(range(32)))
    locked = "7cbc801834baf42c3ecac91963fbfde7e45b94a3e6ef5b275d7f880909ef9b785f5117958414cde6a6d9c44dbc7e8d0f93f29cd9"
    assert vault.unlock("g", bytes.fromhex(f"{locked}69618311ea0a3581")) == SECRET
    assert vault.seal("grants", (b"t", "g", "host", 0, 0)).hex() == "b48e6ed754578cd04ba00a9b8d328a2b"


async def test_the_files_of_a_database_show_no_secret_but_its_key(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        assert (await store.opening("g")).secret == SECRET
        assert all(SECRET not in path.read_bytes() for path in file.parent.iterdir())
    async with await SqliteStore.open(file) as store:
        assert (await store.opening("g")).secret == SECRET
    assert all(SECRET not in path.read_bytes() for path in file.parent.iterdir())


async def test_secrets_that_were_exchanged_are_damage(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
        await store.create(Opening(game="h", title="t", secret=bytes(32)), [], [], summary("h"))
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE secrets SET secret = (SELECT secret FROM secrets WHERE game = 'g') WHERE game = 'h'")
    async with await SqliteStore.open(file) as store:
        assert (await store.opening("g")).secret == SECRET
        with pytest.raises(StorageCorrupt, match="its secret was altered") as damaged:
            await store.opening("h")
        assert damaged.value.game == "h"


async def test_a_missing_key_is_asked_for(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
    key = file.with_name("games.sqlite.secrets.key")
    content = key.read_bytes()
    key.unlink()
    with pytest.raises(StorageError, match=r"secrets\.key: missing: .* restore it"):
        await SqliteStore.open(file)
    assert not key.exists()
    key.write_bytes(content[:10])
    with pytest.raises(StorageError, match="a key has 32 bytes, not 10"):
        await SqliteStore.open(file)
    key.write_bytes(content)
    async with await SqliteStore.open(file) as store:
        assert (await store.opening("g")).secret == SECRET


@pytest.mark.parametrize("bit", [0, 77, 255])
async def test_a_key_that_did_not_seal_the_rows_seals_no_further_ones(file: Path, bit: int) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store)
    key = file.with_name("games.sqlite.secrets.key")
    content = key.read_bytes()
    damaged = bytearray(content)
    damaged[bit // 8] ^= 1 << bit % 8
    key.write_bytes(damaged)
    with pytest.raises(
        StorageError, match=r"secrets\.key: this key did not seal the rows of the database; restore the key"
    ):
        await SqliteStore.open(file)
    key.write_bytes(content)
    async with await SqliteStore.open(file) as store:
        assert (await store.opening("g")).secret == SECRET


async def test_a_key_is_not_judged_by_one_row_that_was_altered(file: Path) -> None:
    async with await SqliteStore.open(file) as store:
        await make(store, "g")
        await make(store, "h")
    scribble(file, ("UPDATE leaf_logs SET name = 'x'", ()), ("UPDATE openings SET title = 'x' WHERE game = 'g'", ()))
    async with await SqliteStore.open(file) as store:
        assert (await store.opening("h")).secret == SECRET
        with pytest.raises(StorageCorrupt, match="a row of openings differs"):
            await store.opening("g")


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("store.sqlite.encryption.kept_key", denied)
    file = tmp_path / "games.sqlite"
    with pytest.raises(StorageError, match="Permission denied") as raised:
        vault_of(file, has_secrets=False)
    assert raised.value.file == f"{file}.secrets.key"
