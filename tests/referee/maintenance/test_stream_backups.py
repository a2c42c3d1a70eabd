"""A backup of a stream is taken while referees write, and comes back where none is; the mark shows what it lacks."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from lab.nats_backups import delete_stream
from referee import upkeep
from referee.shared_stream import SharedStream, join, untold
from store.jetstream import WentBackError
from tests.store.nats_servers import broker
from tests.store.store_values import entry, make, versions

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with broker(tmp_path_factory.mktemp("nats")) as address:
        yield address


@pytest.fixture
def shared(address: str, tmp_path: Path) -> SharedStream:
    key = tmp_path / "games.stream.key"
    return SharedStream(servers=(address,), key=key, name=f"RECORD-{secrets.token_hex(8)}", replicas=1)


def ran(command: str, folder: Path, shared: SharedStream, *words: str) -> Result:
    app = typer.Typer()
    app.command()(getattr(upkeep, command))
    store = ["--store", shared.servers[0], "--store-name", shared.name, "--database", str(folder / "games.sqlite")]
    return CliRunner().invoke(app, [*words, *store])


def named_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_backup_of_a_stream_comes_back_and_what_it_lacks_is_accepted_by_name(
    tmp_path: Path, shared: SharedStream
) -> None:
    backups = tmp_path / "backups"
    (tmp_path / "games.key").write_bytes(bytes(32))

    async def played() -> str:
        async with await join(tmp_path / "games.sqlite", shared, 0, untold) as referee:
            await make(referee, "g", 2)
            ended = await asyncio.to_thread(ran, "backup", tmp_path, shared, str(backups), "--json")
            assert ended.exit_code == 0, ended.output
            await referee.append("g", 2, [entry(3)])
        return str(json.loads(ended.output)["backup"])

    made = Path(asyncio.run(played()))
    assert named_in(made) == sorted(["backup.json", "games.key", "games.stream.key", f"{shared.name}.stream"])
    assert {file.stat().st_mode & 0o077 for file in (made, *made.iterdir())} == {0}
    refused = ran("restore", tmp_path, shared, str(made))
    assert refused.exit_code == 1
    assert f"{shared.name}: this stream exists: delete it before you restore it" in refused.output
    asyncio.run(delete_stream(shared.servers[0], shared.name))
    for file in (*tmp_path.glob("games.sqlite*"), shared.key, tmp_path / "games.key"):
        file.unlink()
    restored = ran("restore", tmp_path, shared, str(made))
    assert restored.exit_code == 0, restored.output
    assert f"Restored the stream {shared.name}: " in restored.output
    assert shared.key.exists()
    assert (tmp_path / "games.key").read_bytes() == bytes(32)

    async def gone_on() -> None:
        with pytest.raises(WentBackError, match="was acknowledged, but the stream lacks it"):
            await join(tmp_path / "games.sqlite", shared, 0, untold)
        async with await join(tmp_path / "games.sqlite", replace(shared, after_restore=True), 0, untold) as referee:
            assert versions(await referee.read("g")) == [1, 2]
            assert (await referee.head("g")).lost

    asyncio.run(gone_on())


def test_a_backup_of_another_kind_is_named(tmp_path: Path, shared: SharedStream) -> None:
    folder = tmp_path / "backup"
    folder.mkdir()
    (folder / "backup.json").write_text('{"made_at": "", "release": "", "games": 0, "parts": []}')
    ended = ran("restore", tmp_path, shared, str(folder))
    assert "this is the backup of a database, not of a stream: leave out --store" in ended.output
    app = typer.Typer()
    app.command()(upkeep.restore)
    ended = CliRunner().invoke(app, [str(folder), "--database", str(tmp_path / "games.sqlite")])
    assert "this is the backup of a stream: name its servers with --store" in ended.output


def test_without_its_key_or_its_servers_a_stream_has_no_backup(tmp_path: Path, shared: SharedStream) -> None:
    ended = ran("backup", tmp_path, shared, str(tmp_path / "backups"))
    assert ended.exit_code == 1
    assert "games.stream.key: missing: the stream cannot be read without it" in ended.output
    shared.key.write_bytes(bytes(32))
    gone = replace(shared, servers=("nats://127.0.0.1:1",))
    ended = ran("backup", tmp_path, gone, str(tmp_path / "backups"))
    assert ended.exit_code == 1
    assert named_in(tmp_path / "backups") == []
    ended = ran("backup", tmp_path, shared, str(tmp_path / "backups"))
    assert (ended.exit_code, "stream not found" in ended.output) == (1, True)
