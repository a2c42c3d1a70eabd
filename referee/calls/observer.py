"""What an observer of a service hears: calls, rulings and writes. Without the operator's request, there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Observer:
    """Gets a service's events, to measure it. Times are readings of `time.time_ns`, durations are in seconds.

    It hears a title, a step, a clause, a reason or a witness of the log: there are few of each, and none is a
    player's name, a game, a token or a
    hidden fact.
    """

    def answered(self, call: str, seconds: float) -> None:
        """Note a call that was answered, or a stream that ended normally."""

    def failed(self, call: str, code: str, reason: str, seconds: float) -> None:
        """Note a call that failed."""

    def ruled(self, title: str, step: str, clause: str, span: tuple[int, int]) -> None:
        """Note a ruling on a command that answers a step, with the clause that it breaks, or "" if it was accepted."""

    def lagged(self, seconds: float) -> None:
        """Note how late the event loop was, which is measured once a second."""

    def stored(self, span: tuple[int, int]) -> None:
        """Note entries that the store has acknowledged."""

    def submitted(self, witness: str, outcome: str) -> None:
        """Note that a checkpoint was submitted to a witness of the policy, and the outcome in one word."""

    def around(self, call: str, behaviour: Callable[..., Any]) -> Callable[..., Any]:
        """Return a call's behaviour, observed."""
        del call
        return behaviour
