"""Workers: threads for what takes longer than an event loop may wait, with a bounded queue.

Python computes in one thread at a time, so a worker gives way to the event loop after every small piece of its work. A
piece is what the work does between two calls of `Work.piece`. Work is abandoned between two pieces if its caller has
gone or the service stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import sleep, thread_time
from typing import TypeVar

from referee.access.charges import account
from referee.errors import ServiceBusy, ServiceStopping

T = TypeVar("T")

PAUSE_SECONDS = 20e-6
"""How long a worker sleeps to give way: any sleep lets the event loop go first."""
PIECE_SECONDS = 200e-6
"""How long a worker computes before it checks whether to pause, if its pieces are small."""


class Work:
    """One piece of work after another, for one call."""

    def __init__(self) -> None:
        self.abandoned = False
        self._paused = 0.0

    def piece(self, _: object = None) -> None:
        """Give way to the event loop if it is time to. Raises ServiceStopping if the work is abandoned."""
        if self.abandoned:
            raise ServiceStopping
        if thread_time() - self._paused >= PIECE_SECONDS:
            # A thread that sleeps lets the event loop go first. Worker processes would not compete with it, but each
            # would need an interpreter, the titles and a copy of the record.
            sleep(PAUSE_SECONDS)
            self._paused = thread_time()

    def pieces(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the work's items, one piece each."""
        for item in items:
            self.piece()
            yield item


class Workers:
    """Some threads, and a bounded queue in front of them. Belongs to one event loop."""

    def __init__(self, name: str, threads: int, queue: int) -> None:
        self._name, self._most = name, threads + queue
        self._threads = ThreadPoolExecutor(threads, f"gunbai-{name}")
        self._under_way: set[Work] = set()
        self._stopping = False

    async def run(self, task: Callable[[Work], T]) -> T:
        """Return a task's result, and charge its computing time to the call's account.

        Raises ServiceBusy if the queue is full, and ServiceStopping if the service stops before the task is done.
        """
        if self._stopping:
            raise ServiceStopping
        if len(self._under_way) >= self._most:
            raise ServiceBusy(self._name, self._most)
        # The account is the call's, which a worker thread could not find.
        work, charge, loop = Work(), account(), asyncio.get_running_loop()

        def timed() -> T | BaseException:
            begun = thread_time()
            try:
                work.piece()
                return task(work)
            except BaseException as error:  # noqa: BLE001  # raised again on the loop, after it was charged
                return error
            finally:
                # Charge for abandoned work too, or giving up early would make it free.
                with suppress(RuntimeError):  # The loop of a service that has stopped is closed.
                    loop.call_soon_threadsafe(charge, thread_time() - begun)

        self._under_way.add(work)
        try:
            result = await loop.run_in_executor(self._threads, timed)
        finally:
            work.abandoned = True
            self._under_way.discard(work)
        if isinstance(result, BaseException):
            raise result
        return result

    def stop(self) -> None:
        """Abandon the current work and take no more."""
        self._stopping = True
        for work in self._under_way:
            work.abandoned = True
        # Their work ends at its next piece; waiting here would hold up the event loop.
        self._threads.shutdown(wait=False)
