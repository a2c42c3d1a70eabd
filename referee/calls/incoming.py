"""Incoming requests: what a client sends in one call, each as the parser left it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from referee.errors import RefereeError

HEARD_OUT = 16
"""How many more requests of a refused call are read."""
PAUSE_SECONDS = 0.25
"""How long to wait for each of them."""


class Incoming:
    """A stream of requests. Not a generator: gRPC cancels a call that is stopped while a generator waits."""

    def __init__(self, requests: AsyncIterator[Any]) -> None:
        self._requests = requests
        self._begun: AsyncIterator[Any] | None = None

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        return readable(await self._next())

    async def hear_out(self) -> None:
        """Read for a moment what the client is about to send, before its call ends with an error.

        A gRPC client whose call ends just as it begins to send reports an internal error instead of the real one.
        """
        for _ in range(HEARD_OUT):
            request = asyncio.ensure_future(self._next())
            request.add_done_callback(_look_at)
            done, _waiting = await asyncio.wait({request}, timeout=PAUSE_SECONDS)
            if not done or request.exception() is not None:
                break

    async def _next(self) -> Any:
        # Not before: gRPC complains about a stream that was begun but never read, for example if its caller may not
        # call.
        self._begun = self._begun or aiter(self._requests)
        return await anext(self._begun)


def _look_at(request: asyncio.Future[Any]) -> None:
    """Look at the end of a request that nobody waits for, so that asyncio does not complain."""
    if not request.cancelled():
        request.exception()


def readable(request: Any) -> Any:
    """Return a request from the parser. Raises UnparsableRequest or RequestTooLarge."""
    if isinstance(request, RefereeError):
        raise request
    return request
