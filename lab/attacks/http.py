"""HTTP: floods of the Connect port that no client library sends, next to an honest player on the other port."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import suppress
from functools import partial
from itertools import repeat
from pathlib import Path
from time import monotonic

from bench.ports import free_port
from lab.attacks import honest_players
from lab.attacks.figures import Figure, at_least, at_most
from lab.service_process import cpu_seconds, running

Attacker = Callable[[int], Coroutine[None, None, None]]

SECONDS = 6.0
CONNECTIONS = 4
SLOW = 400
LIMIT = 256 * 1024
"""Roughly the longest body of any call."""
SUBMIT = b"POST /gunbai.referee.v1.Referee/Submit HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"


def request(body: bytes, *headers: bytes) -> bytes:
    """Return a whole request to submit a command."""
    lines = b"".join(line + b"\r\n" for line in (*headers, b"content-length: %d" % len(body)))
    return SUBMIT + lines + b"\r\n" + body


def deep() -> Iterator[bytes]:
    """Send JSON that is as deep as its length allows."""
    return repeat(request(b'{"a":' * (LIMIT // 6)))


def long_numbers() -> Iterator[bytes]:
    """Send numbers as long as a body may be."""
    return repeat(request(b'{"expectedVersion":' + b"9" * (LIMIT - 20) + b"}"))


def bombs() -> Iterator[bytes]:
    """Send zeros that compress to a thousandth of their length."""
    return repeat(request(gzip.compress(bytes(100 * LIMIT)), b"content-encoding: gzip"))


def unread() -> Iterator[bytes]:
    """Ask for long answers one after another and read none."""
    titles = request(b"{}").replace(b"Referee/Submit", b"Lobby/ListTitles")
    return repeat(titles)


def endless_headers() -> Iterator[bytes]:
    """Send headers that never end."""
    yield SUBMIT
    yield from repeat(b"x-more: " + b"x" * 1000 + b"\r\n")


def endless_bodies() -> Iterator[bytes]:
    """Announce a body without end, and send it."""
    yield SUBMIT + b"transfer-encoding: chunked\r\n\r\n"
    yield from repeat(b"ffff\r\n" + bytes(0xFFFF) + b"\r\n")


def failing() -> Iterator[bytes]:
    """Send well-formed commands of the largest size, with a wrong token."""
    command = {"@type": "type.googleapis.com/google.rpc.Status", "message": "x" * 60_000}
    fields = {"game": "none", "commandId": "c", "command": command}
    return repeat(request(json.dumps(fields).encode(), b"authorization: Bearer wrong"))


FLOODS: dict[str, Callable[[], Iterator[bytes]]] = {
    "deep JSON": deep,
    "long numbers": long_numbers,
    "gzip bombs": bombs,
    "answers that nobody reads": unread,
    "headers without end": endless_headers,
    "bodies without end": endless_bodies,
    "large commands with wrong tokens": failing,
}


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Flood the port in each way, without quotas: the attackers and the player have the same address here."""
    port, web = free_port(), free_port()
    ways: dict[str, list[Attacker]] = {
        name: [partial(_flooding, flood, read=flood is not unread)] * CONNECTIONS for name, flood in FLOODS.items()
    }
    ways[f"{SLOW} slow requests"] = [_slow] * SLOW
    players, peak = [], 0.0
    async with running(folder, port, "--connect", f"127.0.0.1:{web}") as process:
        for name, attackers in ways.items():
            began = cpu_seconds(process)
            attacks = (attacker(web) for attacker in attackers)
            player, highest = await honest_players.next_to(process, port, SECONDS, attacks)
            players.append(player)
            peak = max(peak, highest)
            used = cpu_seconds(process) - began
            times = f"{player.median_ms} and {player.p99_ms} ms, {used:.1f} s of the processor in {SECONDS:.0f}"
            yield Figure(f"{name}: an honest turn, p50 and p99", f"{times}, {highest:.0f} MiB")
        alive = process.returncode is None
    yield at_least("turns that the honest player made", sum(player.turns for player in players), 1)
    yield at_most("honest calls that failed", sum(player.failed() for player in players), 0)
    yield at_most("the service's highest memory", peak, 200, "MiB")
    yield at_least("services that live", int(alive), 1)


async def _flooding(flood: Callable[[], Iterator[bytes]], web: int, *, read: bool) -> None:
    """Flood over one connection after another: the service may close them."""
    end = monotonic() + SECONDS
    while monotonic() < end:
        with suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection("127.0.0.1", web)
            reading = asyncio.create_task(_discard(reader)) if read else None
            if reading is None:
                writer.transport.pause_reading()  # type: ignore[attr-defined]  # as every transport of a stream
            try:
                for piece in flood():
                    writer.write(piece)
                    await asyncio.wait_for(writer.drain(), max(end - monotonic(), 0.001))
                    await asyncio.sleep(0)
                    if monotonic() > end or (reading and reading.done()):
                        break
            finally:
                if reading:
                    reading.cancel()
                writer.transport.abort()
        await asyncio.sleep(0.01)


async def _slow(web: int) -> None:
    """Send a request a byte at a time."""
    end = monotonic() + SECONDS
    with suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", web)
        for byte in request(b"{}"):
            writer.write(bytes((byte,)))
            await writer.drain()
            await asyncio.sleep(0.5)
            if monotonic() > end:
                break
        writer.close()


async def _discard(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1 << 16):
            pass
