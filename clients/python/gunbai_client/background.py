"""An event loop on its own thread, which runs coroutines alongside the main thread.

The loop runs as long as the process. All channels and servers of `grpc.aio` share one queue, and any running loop takes
the events of all of them. A cancelled call still has events in the queue. If its loop has been closed, the loop that
takes them fails, prints a traceback, and leaves all later events in the queue.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, contextmanager
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

NAME = "gunbai-background"
"""The prefix of the names of the threads that the loop uses."""

_STARTING = threading.Lock()


def start(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Start a coroutine on the loop, from any thread except the loop's own, and return its future."""
    with _STARTING:
        # With `cache` alone, two threads could each make a loop.
        loop = _running()
    return asyncio.run_coroutine_threadsafe(work, loop)


@contextmanager
def meanwhile(work: Coroutine[Any, Any, object]) -> Iterator[None]:
    """Run a coroutine on the loop while the block runs, then cancel it and wait for it to end. Raises its errors."""
    task = start(_begun(work)).result()
    try:
        yield
    finally:
        start(_ended(task)).result()


@contextmanager
def entered(manager: AbstractAsyncContextManager[T]) -> Iterator[T]:
    """Enter a manager on the loop while the block runs, and yield its value. Raises its errors."""
    value = start(manager.__aenter__()).result()
    try:
        yield value
    finally:
        start(manager.__aexit__(None, None, None)).result()


@cache
def _running() -> asyncio.AbstractEventLoop:
    """Return the loop, which starts at the first call."""
    loop = asyncio.new_event_loop()
    loop.set_default_executor(ThreadPoolExecutor(thread_name_prefix=NAME))
    # The thread is a daemon, because nothing ends the loop and the process must be able to exit.
    threading.Thread(target=loop.run_forever, name=NAME, daemon=True).start()
    return loop


async def _begun(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    task = asyncio.create_task(work)
    # A task that is cancelled before its first step runs nothing, not even its cleanup.
    await asyncio.sleep(0)
    return task


async def _ended(task: asyncio.Task[object]) -> None:
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()
