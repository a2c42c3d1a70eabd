"""Histories: clients give up, cancel and repeat while the service is stopped and killed; one log explains it all."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from pathlib import Path

from lab.attacks.figures import Figure, at_least, at_most
from lab.histories.contest import contest

CALLS = 6000
STOPS = (signal.SIGTERM, signal.SIGKILL) * 5


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Play some thousand calls over ten restarts, and check what was seen."""
    outcome = await contest(folder, calls=CALLS, stops=STOPS)
    yield at_least("calls in the history", len(outcome.history), CALLS)
    yield at_least("of them without an answer: cancelled, out of time, cut off", outcome.unanswered, 1)
    yield at_least("commands acknowledged", outcome.accepted, 1)
    yield at_least("stops by SIGTERM and SIGKILL", outcome.restarts, len(STOPS))
    yield at_most("contradictions to one growing log per game", len(outcome.violations), 0)
    yield at_most("answers INTERNAL or UNKNOWN", sum(outcome.codes[code] for code in ("BUG", "INTERNAL", "UNKNOWN")), 0)
