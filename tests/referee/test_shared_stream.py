"""`gunbai serve --store`: what is checked at the start, what health says, and the files that referees share."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from msgspec.structs import replace
from typer.testing import CliRunner

from bench.nodes import ROOT, NotStarted, Referee, cluster, referees
from bench.ports import free_port
from lab.nats_backups import delete_stream, restore_stream, snapshot_of
from lab.toy_service import ALL_TITLES, House, failure, open_house
from referee.__main__ import app
from referee.maintenance.copying import into_stream
from referee.proof.identity import Identity
from referee.records.kept_checkpoint import lack_of
from referee.records.transparency import Transparency
from referee.server import DURABLE
from referee.shared_stream import SharedStream, examined, join, joined, untold
from store.contract import StorageError, WentBack
from store.jetstream import JetstreamStore, WentBackError
from tests.store.nats_servers import broker
from tests.store.store_values import entry, leaf, make

ONE_SERVER = ("--store-replicas", "1", "--accept-loss")
LOST = "the stream has 1 of the 3 replicas that it needs"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with broker(tmp_path_factory.mktemp("nats")) as address:
        yield address


@pytest.fixture
def shared(address: str, tmp_path: Path) -> SharedStream:
    """Return a stream that is not there yet, whose loss is not accepted."""
    name = f"RECORD-{secrets.token_hex(8)}"
    return SharedStream(servers=(address,), key=tmp_path / "games.stream.key", name=name, replicas=1)


def refused(folder: Path, *options: str) -> str:
    """Return what a referee says that does not start."""
    command = [sys.executable, "-m", "referee", "serve", "--port", "0", "--database", str(folder / "games.sqlite")]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=60, cwd=ROOT, check=False)
    assert done.returncode in {1, 2}, done.stderr
    return " ".join(done.stderr.replace("│", " ").split())


@pytest.mark.long
def test_a_stream_that_may_lose_something_is_served_only_if_that_is_accepted(address: str, tmp_path: Path) -> None:
    printed = refused(tmp_path, "--store", address, "--store-name", "LOSING", "--store-replicas", "1")
    assert "it may lose acknowledged entries: the stream has 1 of the 3 replicas that it needs" in printed
    assert "nothing says when these servers sync" in printed
    assert "start with --accept-loss" in printed


@pytest.mark.long
def test_servers_that_cannot_have_the_replicas_are_named(address: str, tmp_path: Path) -> None:
    printed = refused(tmp_path, "--store", address, "--store-name", "THREE")
    assert "the stream THREE cannot be used" in printed
    assert "replicas" in printed


@pytest.mark.long
def test_what_is_no_address_of_a_server_is_refused(tmp_path: Path) -> None:
    assert "--store takes addresses such as nats://127.0.0.1:4222" in refused(tmp_path, "--store", "localhost:4222")


@pytest.mark.long
def test_a_password_is_not_shown(tmp_path: Path) -> None:
    printed = refused(tmp_path, "--store", f"nats://user:hidden@127.0.0.1:{free_port()}")
    assert "cannot be reached" in printed
    assert "hidden" not in printed


@pytest.mark.long
async def test_health_says_that_loss_was_accepted_and_both_referees_stop_in_order(address: str, tmp_path: Path) -> None:
    with referees(tmp_path, address, options=(*ONE_SERVER, "--store-name", "HEALTH")) as pair:
        for referee in pair:
            async with grpc.aio.insecure_channel(referee.address) as channel:
                health: Any = health_pb2_grpc.HealthStub(channel)
                versions_seen = {
                    name: (await health.Check(health_pb2.HealthCheckRequest(service=name))).status
                    for name in ("", "gunbai.referee.v1.Lobby", DURABLE)
                }
            assert [*versions_seen.values()] == [1, 1, 2]
        house = House(pair[0].address)
        match = await house.start("liars_dice")
        there = House(pair[1].address)
        assert await match.at(there).entries() == await match.entries()
        assert [referee.end(signal.SIGTERM) for referee in pair] == [0, 0]
        assert all("loss_accepted" in (referee.folder / "log").read_text() for referee in pair)
        await house.channel.close()
        await there.channel.close()


@pytest.mark.long
def test_a_referee_with_another_key_is_told_whose_it_needs_and_makes_no_file(address: str, tmp_path: Path) -> None:
    name = ("--store-name", "KEYS")
    with referees(tmp_path, address, 1, (*ONE_SERVER, *name)):
        other = tmp_path / "other"
        other.mkdir()
        printed = refused(other, "--store", address, *ONE_SERVER, *name)
        assert "give this referee the other referees' key file" in printed
        assert not (other / "games.stream.key").exists()
        (other / "games.stream.key").write_bytes((tmp_path / "referee-1" / "games.stream.key").read_bytes())
        printed = refused(other, "--store", address, *ONE_SERVER, *name)
        assert "gunbai+" in printed
        assert "signs this record; restore it" in printed
        assert not (other / "games.key").exists()


@pytest.mark.long
async def test_without_its_stream_a_referee_is_not_serving_and_says_so(tmp_path: Path) -> None:
    port = free_port()
    with broker(tmp_path, port) as store:
        referee = Referee(tmp_path, store, *ONE_SERVER)
        referee.start()
        house = House(referee.address)
        match = await house.start("liars_dice")
    try:
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await match.game()
        assert failed.value.code() is grpc.StatusCode.UNAVAILABLE
        assert "repeat the call" in str(failed.value.details())
        health: Any = health_pb2_grpc.HealthStub(house.channel)
        assert (
            await health.Check(health_pb2.HealthCheckRequest())
        ).status == health_pb2.HealthCheckResponse.NOT_SERVING
        with broker(tmp_path, port):
            assert (await match.game()).game == match.id
            assert await match.entries()
    finally:
        referee.end()
        await house.channel.close()


@pytest.mark.long
async def test_the_doctor_examines_a_copy_and_nothing_else_opens_it(address: str, tmp_path: Path) -> None:
    name = ("--store", address, "--store-name", "DOCTOR")
    with referees(tmp_path, address, 1, (*ONE_SERVER, *name[2:])) as referees_started:
        copy, house = referees_started[0].folder / "games.sqlite", House(referees_started[0].address)
        await house.start("liars_dice")
        await house.channel.close()
        referees_started[0].end(signal.SIGTERM)
    doctor = [sys.executable, "-m", "clients.cli", "server", "doctor", "--database", str(copy)]
    done = await asyncio.to_thread(
        subprocess.run, [*doctor, *name], capture_output=True, text=True, timeout=60, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "acknowledged entries may be lost: the stream has 1 of the 3 replicas that it needs" in done.stdout
    assert "1 game examined, 0 faults." in done.stdout
    printed = await asyncio.to_thread(refused, referees_started[0].folder)
    assert "the copy of a record in a stream" in printed


async def test_who_joins_a_stream_accepts_that_it_may_lose_something_and_knows_why(
    tmp_path: Path, shared: SharedStream
) -> None:
    copy = tmp_path / "games.sqlite"
    with pytest.raises(StorageError, match=f"{LOST}; .*or start with --accept-loss"):
        await joined(copy, 0, shared, untold)
    opened = await joined(copy, 0, replace(shared, accept_loss=True), untold)
    async with opened.store:
        assert opened.doubts[0] == LOST


async def test_an_examination_says_why_the_stream_may_lose_something(tmp_path: Path, shared: SharedStream) -> None:
    key = tmp_path / "games.key"
    Identity.kept_in(key)
    async with await join(tmp_path / "games.sqlite", shared, 0, untold):
        pass
    examination = await examined(tmp_path / "games.sqlite", key, shared, ALL_TITLES, lambda *_: None)
    assert (examination.games, examination.faults) == (0, ())
    (address,) = shared.servers
    place, problem = examination.accepted[0]
    assert place.startswith(address)
    assert problem == f"acknowledged entries may be lost: {LOST}"


async def test_an_examination_takes_a_copy_of_its_own_of_all_that_the_stream_has(
    tmp_path: Path, shared: SharedStream
) -> None:
    async with open_house(tmp_path) as house:
        for _ in range(3):
            await house.start("liars_dice")
    await into_stream(tmp_path / "games.sqlite", shared, lambda *_: None)
    seen: list[tuple[int, int]] = []
    marked = replace(shared, mark=tmp_path / "games.stream.mark")
    examination = await examined(
        tmp_path / "fresh.sqlite", tmp_path / "service.key", marked, ALL_TITLES, lambda *done: seen.append(done)
    )
    assert (examination.games, examination.faults) == (3, ())
    assert seen[-1] == (3, 3)


def test_the_doctor_takes_the_key_of_the_stream_that_is_beside_the_copy(tmp_path: Path, shared: SharedStream) -> None:
    copy = tmp_path / "games.sqlite"

    async def made() -> None:
        async with await join(copy, shared, 0, untold):
            pass

    asyncio.run(made())
    Identity.kept_in(tmp_path / "games.key")
    words = ["doctor", "--database", str(copy), "--store", *shared.servers, "--store-name", shared.name]
    ended = CliRunner().invoke(app, words)
    assert ended.exit_code == 0, ended.output
    assert f"acknowledged entries may be lost: {LOST}" in ended.output
    assert "0 games examined, 0 faults." in ended.output


@pytest.mark.long
def test_a_referee_without_its_servers_stops_soon_and_says_what_it_waits_for_when_it_starts(tmp_path: Path) -> None:
    with cluster(tmp_path / "nats") as servers, referees(tmp_path, servers.store, 1, servers.options) as (referee,):
        servers.end()
        began = time.monotonic()
        assert referee.end(signal.SIGTERM) == 0, referee.log.read_text()
        assert time.monotonic() - began < 10
        assert "Traceback" not in referee.log.read_text()
        servers.nodes[0].begin()
        servers.greeted(0)
        began = time.monotonic()
        referee.begin()
        with pytest.raises(NotStarted) as raised:
            referee.served()
        named = ["--database", str(referee.copy), "--store", servers.store]
        doctor = [sys.executable, "-m", "clients.cli", "server", "doctor", *named]
        done = subprocess.run(doctor, capture_output=True, text=True, timeout=60, cwd=ROOT, check=False)
        assert done.returncode == 1
        for text in (str(raised.value), done.stderr):
            assert "waiting for the stream GUNBAI at nats://" in text
            assert "the stream GUNBAI cannot be used" in text
        assert time.monotonic() - began < 60


@pytest.mark.long
def test_a_referee_that_waits_for_its_servers_ends_at_once_when_it_is_told_to(tmp_path: Path) -> None:
    with cluster(tmp_path / "nats") as servers:
        servers.nodes[1].end()
        servers.nodes[2].end()
        referee = Referee(tmp_path, servers.store, *servers.options)
        referee.begin()
        time.sleep(3)  # until it waits
        began = time.monotonic()
        assert referee.end(signal.SIGTERM) in {0, -signal.SIGTERM}
        assert time.monotonic() - began < 2


@pytest.mark.long
async def test_a_stream_without_most_of_its_servers_is_not_reached_however_long_that_lasts(tmp_path: Path) -> None:
    with cluster(tmp_path / "nats") as servers:
        async with await JetstreamStore.open(servers.addresses, tmp_path / "copy.sqlite", bytes(32)) as store:
            await store.catch_up()
            leader = servers.leader()
            for index in (leader, (leader + 1) % 3):
                servers.nodes[index].end()
            await asyncio.sleep(6)  # until the last server knows that nobody leads
            for _ in range(8):
                with pytest.raises((StorageError, TimeoutError)):
                    async with asyncio.timeout(2):
                        await store.catch_up()


@pytest.mark.long
async def test_a_stream_that_is_deleted_under_a_referee_is_unavailable_and_no_internal_error(
    address: str, tmp_path: Path
) -> None:
    options = (*ONE_SERVER, "--store-name", "DELETED")
    with referees(tmp_path, address, 1, options) as (referee,):
        house = House(referee.address)
        match = await house.start("liars_dice")
        await delete_stream(address, "DELETED")
        for _ in range(2):
            failed = await failure(match.game())
            assert failed[:2] == ("UNAVAILABLE", "STORAGE_UNAVAILABLE")
        health: Any = health_pb2_grpc.HealthStub(house.channel)
        for _ in range(100):
            if (
                await health.Check(health_pb2.HealthCheckRequest())
            ).status == health_pb2.HealthCheckResponse.NOT_SERVING:
                break
            await asyncio.sleep(0.1)
        else:
            raise AssertionError("health goes on to say SERVING")
        await house.channel.close()
        assert referee.end(signal.SIGTERM) == 0
        said_at_start = await asyncio.to_thread(refused, referee.folder, "--store", address, *options)
        assert "there is no stream DELETED" in said_at_start
        assert "gunbai server copy" in said_at_start


@pytest.mark.long
async def test_a_mark_that_cannot_be_written_stops_the_start(address: str, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "games.stream.mark"
    options = (*ONE_SERVER, "--store-name", "MARKS", "--store-mark", str(nowhere))
    printed = await asyncio.to_thread(refused, tmp_path, "--store", address, *options)
    assert "nowhere/games.stream.mark" in printed
    assert "No such file or directory" in printed


@pytest.mark.long
async def test_a_checkpoint_shows_that_a_stream_went_back_with_its_mark_and_its_copy(
    address: str, shared: SharedStream, tmp_path: Path
) -> None:
    """Everything was put back together, as from a snapshot of the whole machine: nothing here shows a loss."""
    copy, key = tmp_path / "machine" / "games.sqlite", tmp_path / "games.key"
    copy.parent.mkdir()
    identity = Identity.kept_in(key)
    async with await join(copy, shared, 0, untold) as store:
        await make(store, "g")
        await store.append("g", 1, [entry(2)], leaves=[leaf("g")])
    backup = await snapshot_of(address, shared.name)
    shutil.copytree(copy.parent, tmp_path / "backup")
    async with await join(copy, shared, 0, untold) as store:
        await store.append("g", 2, [entry(3)], leaves=[leaf("g", 1)])
        signed = await Transparency(store, identity).checkpoint()
    (tmp_path / "kept").write_text(signed.note, encoding="utf-8")
    named = replace(shared, lack_of=partial(lack_of, checkpoint=tmp_path / "kept", key=key))
    async with await join(copy, named, 0, untold) as store:
        assert store.doubt == ""
    await restore_stream(address, shared.name, backup)
    shutil.rmtree(copy.parent)
    shutil.copytree(tmp_path / "backup", copy.parent)
    mark = copy.with_name("games.stream.mark").read_bytes()
    with pytest.raises(WentBackError, match=r"shows 2 leaves, but the log has only 1; .*start with --after-restore"):
        await join(copy, named, 0, untold)
    assert copy.with_name("games.stream.mark").read_bytes() == mark
    async with await join(copy, named, 0, untold, look=True) as store:
        assert "shows 2 leaves" in store.doubt
    async with await join(copy, replace(named, after_restore=True), 0, untold) as store:
        with pytest.raises(WentBack):
            await store.append("g", 2, [entry(3)])
        assert f"gunbai/{(await store.leaf_log()).name}" not in signed.note
        await make(store, "later")
    # Both options were forgotten in a file of settings: nothing more is given up.
    with pytest.raises(StorageError, match="Accepting a loss renames the log"):
        await join(copy, replace(named, after_restore=True), 0, untold)
    async with await join(copy, shared, 0, untold) as store:
        with pytest.raises(WentBack):
            await store.append("g", 2, [entry(3)])
        await store.append("later", 1, [entry(2)])
    await delete_stream(address, shared.name)
    shutil.rmtree(copy.parent)
    copy.parent.mkdir()
    for _ in range(2):
        with pytest.raises(StorageError, match="there is no stream"):
            await join(copy, named, 0, untold)
    shared.key.unlink()
    with pytest.raises(StorageError, match="restore it"):
        await join(copy, named, 0, untold)
    assert not shared.key.exists()
