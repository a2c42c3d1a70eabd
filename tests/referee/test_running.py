"""A service as a process: it serves what it opened until it is told to stop, and closes it then."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import ssl
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from cryptography import x509
from cryptography.x509.oid import NameOID

from bench.ports import free_port
from gunbai.referee.v1 import lobby_pb2
from gunbai.referee.v1.lobby_pb2_grpc import LobbyStub
from lab.paths import ROOT
from lab.patience import PATIENCE
from lab.service_process import stop
from referee.game.titles import finished
from referee.proof.identity import Identity, published
from referee.running import run
from referee.server import Service, Settings
from store.contract import StorageError, StorageLocked
from store.sqlite import SqliteStore
from tests.referee.in_process import SWITCHING, as_python_is
from tests.referee.test_commands import made
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


async def test_a_service_whose_port_is_taken_names_another_and_makes_no_files(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=rf"127\.0\.0\.1:{port}: the port is in use; try --port {port + 1}$"):
            await run(
                tmp_path / "games.sqlite", tmp_path / "games.key", finished(), Settings(port=port), lambda _: None
            )
    assert files_in(tmp_path) == []


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
    with pytest.raises(StorageError, match=r"it is signed with the key gunbai\+.*, but this key is gunbai\+"):
        await served(database, other)
    await served(database, other, new_key=True)


async def test_a_record_of_an_earlier_release_does_not_get_another_key(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    async with await SqliteStore.open(database) as store:
        await make(store, "g")
    with pytest.raises(StorageError, match="missing: a key signed this record"):
        await served(database, tmp_path / "games.key")


async def test_a_hang_up_reloads_quotas_level_and_certificate_and_the_service_goes_on(
    tmp_path: Path,
) -> None:
    certificate, key = (path.rename(tmp_path / path.name.replace("one", "served")) for path in made(tmp_path, "one"))
    file, database = tmp_path / "gunbai.toml", tmp_path / "games.sqlite"
    words = ["--tls-certificate", str(certificate), "--tls-key", str(key), "--config", str(file), "--log", "info"]
    file.write_text("calls-per-second = 500\nloopback-quotas = true\n")
    port = free_port()
    with (tmp_path / "log").open("w+b") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "referee", "serve", "--json", "--port", str(port), "--database", str(database),
            *words, stdout=PIPE, stderr=log, stdin=DEVNULL, cwd=ROOT,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            await asyncio.wait_for(process.stdout.readline(), PATIENCE)
            assert await name_shown(port) == "one"
            for source, target in zip(made(tmp_path, "two"), (certificate, key), strict=True):
                source.replace(target)
            assert await name_shown(port) == "one"
            usable = certificate.read_bytes()
            for content, shown, event in (
                ("calls-per-second = 0.001\nloopback-quotas = true\n", usable, b'"event":"reloaded"'),
                ("calls-per-second = 500\nloopback-quotas = true\n", b"none", b'"event":"reload_failed"'),
                ("calls = 1\n", usable, b"unknown setting 'calls'"),
            ):
                file.write_text(content)
                certificate.write_bytes(shown)
                process.send_signal(signal.SIGHUP)
                await asyncio.to_thread(wait_for_line, tmp_path / "log", event)
            assert await name_shown(port) == "two"
            async with secured(port, certificate) as channel:
                lobby = LobbyStub(channel)
                calls = [lobby.ListTitles(lobby_pb2.ListTitlesRequest()) for _ in range(3)]
                with pytest.raises(grpc.aio.AioRpcError, match=r"0\.001 calls a second"):
                    await asyncio.gather(*calls)
        finally:
            assert await stop(process) == 0


def wait_for_line(log: Path, event: bytes) -> None:
    """Wait until a log has a line. Raises AssertionError."""
    until = time.monotonic() + PATIENCE
    while event not in log.read_bytes():
        assert time.monotonic() < until, log.read_text(encoding="utf-8")
        time.sleep(0.05)


async def name_shown(port: int) -> str:
    """Return the name in the certificate that a new connection is shown."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    trusting.set_alpn_protocols(["h2"])
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting)
    shown = x509.load_der_x509_certificate(writer.get_extra_info("ssl_object").getpeercert(binary_form=True))
    writer.close()
    return str(shown.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def secured(port: int, certificate: Path) -> grpc.aio.Channel:
    credentials = grpc.ssl_channel_credentials(certificate.read_bytes())
    named = (("grpc.ssl_target_name_override", "two"),)
    return grpc.aio.secure_channel(f"127.0.0.1:{port}", credentials, named)
