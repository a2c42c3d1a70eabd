"""Accounts: who pays for a call's computing time and storage, wherever they happen.

The account is bound to the call's task once its caller is known. A call is metered: each of its steps on the event loop
is charged. Threads that work for the call charge their own measured time.
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


def exempt(_: float) -> None:
    """Charge nobody: a peer without quotas, whose computing time is not even measured."""


_accounts: ContextVar[tuple[Charge, Charge]] = ContextVar("accounts", default=(charge_nobody, charge_nobody))
"""For computing time and for stored bytes."""


def charge_to(computing: Charge, storage: Charge) -> None:
    """Bind the accounts for this task, and for those that it starts from now on."""
    _accounts.set((computing, storage))


def account() -> Charge:
    """Return this task's account for computing time."""
    return _accounts.get()[0]


def charge_computing(seconds: float) -> None:
    """Charge computing time to this task's account."""
    _accounts.get()[0](seconds)


def charge_storage(size: int) -> None:
    """Charge stored bytes to this task's account."""
    _accounts.get()[1](size)


@contextmanager
def charged() -> Iterator[None]:
    """Charge the computing time of a block, which must not wait, to this task's account."""
    begun = thread_time()
    try:
        yield
    finally:
        charge_computing(thread_time() - begun)


@coroutine
def metered(call: Awaitable[T]) -> Generator[Any, Any, T]:
    """Await a call, and charge the computing time of each of its steps to this task's account.

    Work that the call leaves to other tasks is not included, nor is the time that it waits.
    """
    steps: Any = call.__await__()
    sent, error = None, None
    while True:
        # Reading the clock is a system call. The first step finds out who the caller is.
        begun = thread_time() if account() is not exempt else None
        try:
            waited = steps.send(sent) if error is None else steps.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            # `charged` would do the same, but takes longer than reading the clock.
            if begun is not None and (charge := account()) is not exempt:
                charge(thread_time() - begun)
            # This frame must not keep an error that passes through it: the error's frames keep the request.
            error = None
        try:
            sent = yield waited
        except BaseException as thrown:  # noqa: BLE001  # a cancellation or the end of the call, which are the call's
            error = thrown


def timed(task: Callable[[], T]) -> tuple[T, float]:
    """Return the result of a task on its own thread, and the computing time that it took in seconds."""
    begun = thread_time()
    return task(), thread_time() - begun
