"""The ways between a cluster's servers, which can be cut: each reaches each other one by a separate port."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import permutations
from typing import Self

from bench.ports import free_ports

_PIECE = 1 << 16


class Ways:
    """The ways between so many servers, which are closed when the block is left. They belong to one event loop."""

    def __init__(self, number: int) -> None:
        self.ports = dict(zip(permutations(range(number), 2), free_ports(number * (number - 1)), strict=True))
        self._cut: int | None = None
        self._open: dict[asyncio.StreamWriter, tuple[int, int]] = {}
        self._servers: list[asyncio.Server] = []
        self._carrying: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all ways, and wait until they are closed."""
        for server in self._servers:
            server.close()
        for writer in [*self._open]:
            writer.transport.abort()
        if self._carrying:
            await asyncio.wait(self._carrying)

    async def begin(self, clusters: Sequence[int]) -> None:
        """Open the ways to the ports at which the servers wait for each other."""
        for pair, port in self.ports.items():

            async def connected(
                reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pair: tuple[int, int] = pair
            ) -> None:
                carrying = asyncio.create_task(self._carry(pair, clusters[pair[1]], reader, writer))
                self._carrying.add(carrying)
                carrying.add_done_callback(self._carrying.discard)

            self._servers.append(await asyncio.start_server(connected, "127.0.0.1", port))

    def cut(self, server: int) -> None:
        """Cut a server off from the others."""
        self._cut = server
        for writer, pair in self._open.items():
            if server in pair:
                writer.transport.abort()

    def mend(self) -> None:
        """Let it reach them again."""
        self._cut = None

    async def _carry(
        self, pair: tuple[int, int], port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if self._cut in pair:
            await _closed(writer)
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await _closed(writer)
            return
        self._open |= {writer: pair, back: pair}
        passing = [asyncio.create_task(_pass(reader, back)), asyncio.create_task(_pass(there, writer))]
        await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        for stream_writer in (writer, back):
            self._open.pop(stream_writer)
            await _closed(stream_writer)
        await asyncio.wait(passing)


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with suppress(OSError):
        await writer.wait_closed()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()
