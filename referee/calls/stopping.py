"""The service's stop, which ends every open stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Generic, TypeVar

X = TypeVar("X")


class Stopping:
    """A flag that is set when the service is being stopped."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self.begun = False
        """Whether the flag is set; every call looks at it."""

    def begin(self) -> None:
        """Set the flag."""
        self.begun = True
        self._event.set()

    async def wait(self) -> None:
        """Wait until the flag is set."""
        await self._event.wait()


class Quiet:
    """What `Awaited` yields after a quiet interval."""


QUIET = Quiet()


class Awaited(Generic[X]):
    """A source's items, and QUIET after each quiet interval, until the source ends or the service stops."""

    def __init__(self, source: AsyncIterator[X], stopping: Stopping, quiet_seconds: float) -> None:
        self._source, self._stopping, self._quiet = source, stopping, quiet_seconds

    async def __aiter__(self) -> AsyncGenerator[X | Quiet, None]:
        stop = asyncio.ensure_future(self._stopping.wait())
        coming: asyncio.Task[X] | None = None
        try:
            while not self._stopping.begun:
                # Kept over a quiet interval: cancelling it would end the generator behind it.
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
            # A task that nobody awaits is reported when it is collected.
            await _cancelled(stop, *filter(None, (coming,)))


async def _cancelled(*tasks: asyncio.Task[Any]) -> None:
    """Cancel the tasks and wait until they have finished."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _next(source: AsyncIterator[X]) -> X:
    return await anext(source)
