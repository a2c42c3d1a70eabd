"""Whether a remote store can be reached: asked again and again, and reported when it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Protocol

import structlog

from referee.records.background_task import Background
from store.contract import Store, StoreClosed, StoreError

EVERY_SECONDS = 1.0
PATIENCE_SECONDS = 3.0
"""How long it may take to answer."""


class Say(Protocol):
    """Reports whether the store can be reached."""

    def __call__(self, *, reached: bool) -> Awaitable[None]: ...


class Reachability(Background):
    """Asks a store until it is ended."""

    def __init__(self, store: Store, say: Say) -> None:
        self._store, self._say = store, say

    async def _run(self) -> None:
        reached = True
        while True:
            now = await self._is_reached()
            if now != reached:
                structlog.get_logger().warning("storage_reached" if now else "storage_unreachable")
                await self._say(reached=now)
            reached = now
            await asyncio.sleep(EVERY_SECONDS)

    async def _is_reached(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._store.catch_up()
        # The service stops, which is no outage.
        except StoreClosed:
            return True
        except (StoreError, TimeoutError):
            return False
        return True
