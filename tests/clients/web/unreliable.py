"""A way between browsers and the pages that fails as real ones do: connections that die without a word, and proxies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbad"
STREAM = b"/heads?"
"""What the request for a stream of games has in its first line."""


class Way:
    """A way to the pages."""

    def __init__(self, pages: str) -> None:
        self._host, self._port = str(urlsplit(pages).hostname), urlsplit(pages).port or 0
        self._age = 0
        self._tasks = set[asyncio.Task[None]]()
        self.address = ""
        self.is_down = False
        """Whether new connections are closed at once."""
        self.bad_streams = 0
        """How many of the next streams end in a proxy."""
        self.streams = 0
        """How many streams are open."""
        self.streams_ever = 0

    def drop_silently(self) -> None:
        """Have all connections that are open pass on nothing more, and not end either."""
        self._age += 1

    def cut(self) -> None:
        """End all connections that are open."""
        for task in self._tasks:
            task.cancel()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a connection of a browser."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            if not self.is_down:
                await self._pass_on(reader, writer)
        except (OSError, asyncio.CancelledError, asyncio.IncompleteReadError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._host, self._port)
        try:
            async with asyncio.TaskGroup() as group:
                answers = group.create_task(self._pump(there, writer, self._age))
                await self._requests(reader, back, writer, self._age)
                answers.cancel()
        finally:
            back.close()

    async def _requests(
        self, reader: asyncio.StreamReader, back: asyncio.StreamWriter, answer: asyncio.StreamWriter, age: int
    ) -> None:
        """Pass on requests; that for a stream is counted as long as its connection is there."""
        streaming = False
        try:
            while data := await reader.read(1 << 16):
                if age != self._age:
                    await asyncio.Event().wait()
                if STREAM in data.partition(b"\r\n")[0]:
                    if self.bad_streams:
                        self.bad_streams -= 1
                        answer.write(BAD_GATEWAY)
                        await answer.drain()
                        return
                    streaming = True
                    self.streams, self.streams_ever = self.streams + 1, self.streams_ever + 1
                back.write(data)
                await back.drain()
        finally:
            self.streams -= streaming

    async def _pump(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter, age: int) -> None:
        with suppress(OSError):
            while data := await there.read(1 << 16):
                if age != self._age:
                    await asyncio.Event().wait()
                writer.write(data)
                await writer.drain()
            writer.close()


@asynccontextmanager
async def unreliable(pages: str) -> AsyncIterator[Way]:
    """Yield a way to the pages."""
    way = Way(pages)
    server = await asyncio.start_server(way.take, "127.0.0.1", 0)
    way.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield way
    finally:
        server.close()
        way.cut()
        await asyncio.sleep(0)
