"""Accounts: to whom the computing time of a call is charged, wherever the call is computed.

The account is bound to the task of the call when its caller is known. Tasks and threads that work for the call charge
what they used, measured on their own thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time

Charge = Callable[[float], None]
"""Takes the seconds that were used."""


def charge_nobody(_: float) -> None:
    """Charge nobody: the service's own work."""


_account: ContextVar[Charge] = ContextVar("account", default=charge_nobody)


def charge_to(charge: Charge) -> None:
    """Bind the account of this task, and of those that it starts from now on."""
    _account.set(charge)


def account() -> Charge:
    """Return the account of this task."""
    return _account.get()


@contextmanager
def charged() -> Iterator[None]:
    """Charge the computing time of a block, which must not wait, to the account of this task."""
    begun = thread_time()
    try:
        yield
    finally:
        _account.get()(thread_time() - begun)
