"""The ways between the servers of a cluster, which can be cut: each reaches each other one by a port of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import permutations

from bench.nodes import free_ports

_PIECE = 1 << 16


class Ways:
    """The ways between so many servers. They belong to one event loop."""

    def __init__(self, number: int) -> None:
        self.ports = dict(zip(permutations(range(number), 2), free_ports(number * (number - 1)), strict=True))
        self._cut: int | None = None
        self._open: dict[asyncio.StreamWriter, tuple[int, int]] = {}
        self._servers: list[asyncio.Server] = []

    async def begin(self, clusters: Sequence[int]) -> None:
        """Open the ways to the ports at which the servers wait for each other."""
        for pair, port in self.ports.items():

            async def connected(
                reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pair: tuple[int, int] = pair
            ) -> None:
                await self._carry(pair, clusters[pair[1]], reader, writer)

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

    async def end(self) -> None:
        """Close all ways."""
        for writer in [*self._open]:
            writer.transport.abort()
        for server in self._servers:
            server.close()

    async def _carry(
        self, pair: tuple[int, int], port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if self._cut in pair:
            writer.transport.abort()
            return
        with suppress(OSError, asyncio.CancelledError):
            there, back = await asyncio.open_connection("127.0.0.1", port)
            self._open |= {writer: pair, back: pair}
            await asyncio.wait(
                [asyncio.create_task(_pass(reader, back)), asyncio.create_task(_pass(there, writer))],
                return_when=asyncio.FIRST_COMPLETED,
            )
            for each in (writer, back):
                each.transport.abort()
                self._open.pop(each, None)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()
