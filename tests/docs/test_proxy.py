"""docs/haproxy.cfg does what docs/operations.md says: honest calls pass, and floods of a peer stay in the proxy."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import ssl
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from bench.ports import free_port
from gunbai_client import Tls
from gunbai_client.aio import Gunbai, Seat, connect
from lab.attacks import frames
from lab.attacks.connections import rapid_reset
from lab.service_process import running, stop
from tests.referee.test_commands import made

HAPROXY = shutil.which("haproxy") or ""
CONFIGURATION = Path(__file__).parents[2] / "docs" / "haproxy.cfg"
ATTACKER = "127.0.0.2"
"""Another address of this machine: another peer."""
MOST_CONNECTIONS = 32
RESETS = 5000
WITHIN = 120.0
"""Seconds after which a test has failed, since something hangs."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not HAPROXY, reason="HAProxy is missing; Debian has it as `haproxy`"),
]


class Behind(NamedTuple):
    """A proxy before a referee: its port, how to trust its certificate, what it sent there so far, and the referee."""

    port: int
    tls: Tls
    sent: list[int]
    referee: Process

    def sent_bytes(self) -> int:
        """Return how much the proxy sent to the service."""
        return sum(self.sent)


@asynccontextmanager
async def proxied(folder: Path, port_2: int = 0, probes_2: int = 0) -> AsyncIterator[Behind]:
    """Yield a proxy before a referee, and another one that may be there. Raises TimeoutError when its time is over."""
    certificate, key = made(folder, "localhost")
    pair = folder / "pair.pem"
    pair.write_bytes(certificate.read_bytes() + key.read_bytes())
    port, served, probes = free_port(), free_port(), free_port()
    async with (
        running(folder, served, "--probes", f"127.0.0.1:{probes}") as referee,
        counted(served) as (between, sent),
    ):
        settings = {
            "GUNBAI_PUBLIC": f"127.0.0.1:{port}",
            "GUNBAI_CERTIFICATE": str(pair),
            "GUNBAI_REFEREE_1": f"127.0.0.1:{between}",
            "GUNBAI_PROBES_1": str(probes),
            "GUNBAI_REFEREE_2": f"127.0.0.1:{port_2 or free_port()}",
            "GUNBAI_PROBES_2": str(probes_2 or free_port()),
        }
        proxy = await asyncio.create_subprocess_exec(
            HAPROXY, "-db", "-f", str(CONFIGURATION), env={**os.environ, **settings}, stdout=DEVNULL
        )
        try:
            async with asyncio.timeout(WITHIN):
                await serving(proxy, port)
                yield Behind(port, Tls(roots=certificate), sent, referee)
        finally:
            await stop(proxy, signal.SIGKILL)


@asynccontextmanager
async def counted(port: int) -> AsyncIterator[tuple[int, list[int]]]:
    """Yield another port by which the service is reached, and the sizes of all that is sent to it by that port."""
    sent: list[int] = []

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(passed_on(reader, back, sent), passed_on(there, writer, []))

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1], sent
    server.close()


async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sizes: list[int]) -> None:
    """Pass on what is read until the end, and note how much it was."""
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            sizes.append(len(data))
            writer.write(data)
            await writer.drain()
    writer.close()


def joined(proxy: Behind) -> Gunbai:
    """Return an honest client."""
    return connect(f"localhost:{proxy.port}", tls=proxy.tls, deadline=WITHIN)


async def serving(proxy: Process, port: int) -> None:
    """Wait until the proxy takes connections."""
    while True:
        assert proxy.returncode is None, "HAProxy ended at once; its messages say why"
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.05)


async def played(gunbai: Gunbai) -> None:
    """Play a few commands by unary calls and by the stream, with somebody watching."""
    made_game = await gunbai.create("king_of_tokyo", seats=2, chance="referee")
    game = made_game.info.game
    seats = [await gunbai.join(game, player) for player in ("Ann", "Bob")]
    await gunbai.holding(made_game.host_token).start(game)
    first = await asked_seat(seats)
    ruling = await first.submit((await first.legal()).commands[0].command)
    assert ruling.HasField("accepted")
    async with (await asked_seat(seats)).play() as table:
        prompt = await anext(table)
        assert prompt.game == game
    async for entry in gunbai.watch(game):
        if entry.version == 3:
            break
    assert [entry.version async for entry in gunbai.entries(game)][:3] == [1, 2, 3]


async def asked_seat(seats: list[Seat]) -> Seat:
    """Return the first of the seats that the rules wait for."""
    waiting = (await seats[0].legal()).waiting
    return next(seat for seat in seats if seat.number in waiting.seats)


async def connected(port: int, peer: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return an encrypted connection of a peer, which checks no certificate."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    trusting.set_alpn_protocols(["h2"])
    return await asyncio.open_connection("127.0.0.1", port, ssl=trusting, local_addr=(peer, 0))


async def test_honest_calls_and_streams_pass(tmp_path: Path) -> None:
    async with proxied(tmp_path) as proxy, joined(proxy) as gunbai:
        await played(gunbai)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGSTOP], ids=["stops", "hangs"])
async def test_when_a_referee_stops_or_hangs_calls_go_to_the_other(tmp_path: Path, number: signal.Signals) -> None:
    port, probes, beside = free_port(), free_port(), tmp_path / "beside"
    beside.mkdir()
    async with (
        running(beside, port, "--probes", f"127.0.0.1:{probes}"),
        proxied(tmp_path, port, probes) as proxy,
        joined(proxy) as gunbai,
    ):
        await gunbai.titles()
        proxy.referee.send_signal(number)
        for _ in range(20):
            await gunbai.titles()
            await asyncio.sleep(0.2)
        before = proxy.sent_bytes()
        await gunbai.titles()
        assert proxy.sent_bytes() == before


async def test_a_watcher_goes_on_after_the_proxy_cut_its_stream(tmp_path: Path) -> None:
    async with proxied(tmp_path) as proxy, joined(proxy) as gunbai:
        made_game = await gunbai.create("king_of_tokyo", seats=2, chance="referee")
        updates = gunbai.watch(made_game.info.game)
        assert (await anext(updates)).version == 1
        proxy.referee.send_signal(signal.SIGSTOP)
        following = asyncio.ensure_future(anext(updates))
        await asyncio.sleep(6)
        proxy.referee.send_signal(signal.SIGCONT)
        await gunbai.join(made_game.info.game, "Ann")
        assert (await following).version == 2


async def test_reset_calls_hardly_reach_the_service(tmp_path: Path) -> None:
    async with proxied(tmp_path) as proxy, joined(proxy) as gunbai:
        await gunbai.titles()
        before, flood = proxy.sent_bytes(), b"".join(islice(rapid_reset(), RESETS))
        reader, writer = await connected(proxy.port, ATTACKER)
        reading = asyncio.create_task(reader.read(-1))
        writer.write(frames.GREETING + frames.ACKNOWLEDGEMENT + flood)
        with suppress(OSError):
            await writer.drain()
        await gunbai.titles()
        assert proxy.sent_bytes() - before < len(flood) / 10
        await played(gunbai)
        reading.cancel()
        writer.close()


async def test_a_peer_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async with proxied(tmp_path) as proxy, joined(proxy) as gunbai:
        await gunbai.titles()
        held = []
        for _ in range(2 * MOST_CONNECTIONS):
            with suppress(OSError):
                held.append(await connected(proxy.port, ATTACKER))
        assert len(held) == MOST_CONNECTIONS
        await played(gunbai)
        for _, writer in held:
            writer.close()


@pytest.mark.parametrize("encrypted", [False, True], ids=["before the handshake", "after the handshake"])
async def test_whoever_connects_and_says_nothing_is_cut(tmp_path: Path, *, encrypted: bool) -> None:
    async with proxied(tmp_path) as proxy:
        if encrypted:
            reader, writer = await connected(proxy.port, ATTACKER)
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port, local_addr=(ATTACKER, 0))
        while await reader.read(1024):
            pass  # What HTTP/2 says by itself before it hangs up.
        writer.close()
