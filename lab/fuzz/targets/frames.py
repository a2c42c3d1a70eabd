"""HTTP/2 frames that no client library sends, each input on its own connection: the service continues for others.

The fuzzer cannot see what it reaches in gRPC's own code, so this target is not guided.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from lab.attacks.connections import FLOODS
from lab.attacks.frames import ACKNOWLEDGEMENT, GREETING
from lab.fuzz.targets.requests import METHODS, Hall, hall

OFTEN = 50
"""After how many inputs an honest call is made."""
FRAMES = 5


def seeds() -> Iterator[bytes]:
    """Yield the beginning of each flood."""
    for flood in FLOODS.values():
        yield b"".join(islice(flood(), FRAMES))


def check(data: bytes) -> None:
    """Send an input as a connection's frames; now and then make an honest call. Raises Defect."""
    served = hall()
    served.runner.run(_send(served, data))
    served.calls += 1
    if served.calls % OFTEN == 0:
        served.send(bytes([_LIST_TITLES, 0]))


async def _send(served: Hall, data: bytes) -> None:
    host, _, port = served.service.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    with suppress(ConnectionError):
        writer.write(GREETING + ACKNOWLEDGEMENT + data)
        await writer.drain()
        await reader.read(1)
    writer.close()


_LIST_TITLES = next(number for number, (method, _) in enumerate(METHODS) if method.endswith("/ListTitles"))
