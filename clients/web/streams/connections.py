"""Connections to the service: one for pages, and others for streams.

A service takes 100 concurrent calls on a connection; further calls wait. A game's or a bot's stream holds one for a
long time, so streams have connections of their own, with fewer than 100 on each.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from gunbai_client.aio import Gunbai

LASTING = 64
"""How many streams a connection has; the short calls that go with them fit into the same 100."""


@dataclass
class _Line:
    """A connection for long-lived calls."""

    gunbai: Gunbai
    calls: int = 0


class Connections(AbstractAsyncContextManager["Connections"]):
    """The connections of one site's server. A context: they are closed at its end."""

    gunbai: Gunbai
    """A client on the connection for short calls."""

    def __init__(self, connect: Callable[[], AbstractAsyncContextManager[Gunbai]]) -> None:
        """Make the connections; `connect` returns a client on one of its own."""
        self._connect = connect
        self._open = AsyncExitStack()
        self._lines: list[_Line] = []

    async def __aenter__(self) -> Self:
        self.gunbai = await self._open.enter_async_context(self._connect())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    @asynccontextmanager
    async def lasting(self) -> AsyncIterator[Gunbai]:
        """Yield a client without a token for one long-lived call, until the end of the block."""
        line = next((line for line in self._lines if line.calls < LASTING), None)
        if line is None:
            # Two streams that begin at once may each open one, which only leaves more room.
            line = _Line(await self._open.enter_async_context(self._connect()))
            self._lines.append(line)
        line.calls += 1
        try:
            yield line.gunbai
        finally:
            line.calls -= 1
