"""A service's work in the background: it runs until it has nothing left or is ended."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod


class Background(ABC):
    """Work in the background of the calls."""

    _task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def end(self) -> None:
        """End, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            # Awaiting the task itself would raise what ended it.
            await asyncio.wait({self._task})

    @abstractmethod
    async def _run(self) -> None:
        """Do the work."""
