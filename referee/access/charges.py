"""Accounts: to whom the computing time of a call, and what it stores, is charged, wherever that happens.

The account is bound to the task of the call when its caller is known. A call is metered: each of its steps on the event
loop is charged. Threads that work for the call charge what they used, measured on their own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")

Charge = Callable[[float], None]
"""Takes the seconds that were used, or the bytes that were stored."""


def charge_nobody(_: float) -> None:
    """Charge nobody: the service's own work."""


_account: ContextVar[Charge] = ContextVar("account", default=charge_nobody)
_storage: ContextVar[Charge] = ContextVar("storage", default=charge_nobody)


def charge_to(computing: Charge, storage: Charge) -> None:
    """Bind the accounts of this task, and of those that it starts from now on."""
    _account.set(computing)
    _storage.set(storage)


def account() -> Charge:
    """Return the account of this task for computing time."""
    return _account.get()


def charge_computing(seconds: float) -> None:
    """Charge computing time to the account of this task."""
    _account.get()(seconds)


def charge_storage(size: int) -> None:
    """Charge bytes that were stored to the account of this task."""
    _storage.get()(size)


@contextmanager
def charged() -> Iterator[None]:
    """Charge the computing time of a block, which must not wait, to the account of this task."""
    begun = thread_time()
    try:
        yield
    finally:
        charge_computing(thread_time() - begun)


@coroutine
def metered(call: Awaitable[T]) -> Generator[Any, Any, T]:
    """Await a call, and charge the computing time of each of its steps to the account of this task.

    What the call leaves to other tasks is not included, nor is the time that it waits.
    """
    steps: Any = call.__await__()
    sent, error = None, None
    while True:
        # As `charged` does, which takes longer than the readings of the clock.
        begun = thread_time()
        try:
            waited = steps.send(sent) if error is None else steps.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            charge_computing(thread_time() - begun)
            # An error that comes through this frame must not be kept by it: its frames keep the request.
            error = None
        try:
            sent = yield waited
        except BaseException as thrown:  # noqa: BLE001  # a cancellation or the end of the call, which are the call's
            error = thrown


def timed(task: Callable[[], T]) -> tuple[T, float]:
    """Return what a task on a thread of its own returns, and the computing time that it took in seconds."""
    begun = thread_time()
    return task(), thread_time() - begun
