"""The stop of the service, for which every open stream listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Generic, TypeVar

X = TypeVar("X")


class Stopping:
    """Says when the service is being stopped."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def begin(self) -> None:
        """Say so."""
        self._event.set()

    @property
    def begun(self) -> bool:
        """Whether it is."""
        return self._event.is_set()

    async def wait(self) -> None:
        """Return when it is."""
        await self._event.wait()


class Quiet:
    """What `Awaited` yields when nothing came for a while."""


QUIET = Quiet()


class Awaited(Generic[X]):
    """The things that come from a source, QUIET whenever none came for a while, until the end or the service's stop."""

    def __init__(self, source: AsyncIterator[X], stopping: Stopping, quiet_seconds: float) -> None:
        self._source, self._stopping, self._quiet = source, stopping, quiet_seconds

    async def __aiter__(self) -> AsyncGenerator[X | Quiet, None]:
        stop = asyncio.ensure_future(self._stopping.wait())
        coming: asyncio.Task[X] | None = None
        try:
            while not self._stopping.begun:
                coming = coming or asyncio.ensure_future(_next(self._source))
                await asyncio.wait({coming, stop}, timeout=self._quiet, return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    arrived, coming = coming, None
                    yield arrived.result()
                elif not stop.done():
                    yield QUIET
        except StopAsyncIteration:
            return
        finally:
            await _cancelled(stop, *filter(None, (coming,)))


async def _cancelled(*tasks: asyncio.Task[Any]) -> None:
    """Cancel the tasks and wait until they have let go of what they used."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _next(source: AsyncIterator[X]) -> X:
    return await anext(source)
