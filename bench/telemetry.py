"""What metrics and traces cost a call: the same commands by services with and without them, in turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from bench import children
from bench.figures import Figure, Pace, alternate
from bench.traffic import AT_ONCE, Server, service_trial, unary
from gunbai_client.aio import connect

MEASURED = {
    "none": (),
    "metrics": ("--metrics", "127.0.0.1:0"),
    # Nobody listens there: a span costs the call the same.
    "metrics, and traces of 1 %": (
        "--metrics",
        "127.0.0.1:0",
        "--traces",
        "http://127.0.0.1:1",
        "--trace-share",
        "0.01",
    ),
}
"""The options with which a service is started."""


async def measure(folder: Path, pace: Pace, progress: Callable[[str], None]) -> list[Figure]:
    """Return a call's computing time in services that measure, compared with one that does not."""
    costs: dict[str, list[float]] = defaultdict(list)
    async with AsyncExitStack() as stack:
        trials = {}
        for number, (name, options) in enumerate(MEASURED.items()):
            place = folder / str(number)
            place.mkdir()
            child = stack.enter_context(children.service(place, more=options))
            client = await stack.enter_async_context(connect(child.address))
            server = Server(child, client.stubs.referee, costs[name])
            trials[name] = service_trial(client, server, unary, AT_ONCE, pace)
        await alternate(trials, pace.rounds, progress)
    return [
        Figure(f"computing per call: Submit, {AT_ONCE} games, measured by {name}", median(costs[name]), "us")
        for name in MEASURED
    ]
