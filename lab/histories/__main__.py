"""`make faults`: run rounds of a contest, and print the recovery times and every problem found.

`kills` kills a service on SQLite again and again. `stream` causes every fault for referees that share a record. The
exit code is 1 if anything that clients saw contradicts one growing log per game.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

from bench.percentiles import Histogram
from lab.histories.contest import Outcome, contest
from lab.histories.faults import ALL, NEVER, contest_with_faults

KILLS_OF_A_CONTEST = 25
CALLS_BETWEEN_KILLS = 20


class Tally:
    """What all contests came to."""

    def __init__(self) -> None:
        self.counted, self.codes = Counter[str](), Counter[str]()
        self.times: dict[str, Histogram] = defaultdict(Histogram)
        self.wrong: list[str] = []

    def add(self, outcome: Outcome, recoveries: Mapping[str, list[float]]) -> None:
        """Add a contest."""
        self.counted.update(
            calls=len(outcome.history),
            accepted=outcome.accepted,
            unanswered=outcome.unanswered,
            faults=outcome.restarts,
        )
        self.codes.update(outcome.codes)
        self.wrong += outcome.violations + [f"a call failed with {code}" for code in sorted(NEVER & {*outcome.codes})]
        for fault, times in recoveries.items():
            for seconds in times:
                self.times[fault].add(seconds)

    def show(self, began: float) -> None:
        """Print it."""
        counted = ", ".join(f"{count} {name}" for name, count in self.counted.items())
        lines = [f"{time.monotonic() - began:.0f} s: {counted}, {len(self.wrong)} contradictions"]
        for fault, times in self.times.items():
            row = times.row(fault)
            lines.append(
                f"  {fault}: {row.count} times, written again after {row.p50 / 1000:.2f} s (50 %), "
                f"{row.p90 / 1000:.2f} (90 %), {row.p99 / 1000:.2f} (99 %), {row.highest / 1000:.2f} at most"
            )
        sys.stdout.write("\n".join([*lines, *self.wrong[:20], ""]))
        sys.stdout.flush()


async def kills(folder: Path, rounds: int, seed: int, tally: Tally) -> None:
    """Kill a service on one database so many times beside clients that retry."""
    began = time.monotonic()
    for first in range(0, rounds, KILLS_OF_A_CONTEST):
        number = min(KILLS_OF_A_CONTEST, rounds - first)
        outcome = await contest(
            folder, calls=CALLS_BETWEEN_KILLS * number, stops=[signal.SIGKILL] * number, seed=seed + first
        )
        tally.add(outcome, {"the service was killed": [*outcome.recoveries]})
        tally.show(began)


async def stream(folder: Path, rounds: int, seed: int, tally: Tally) -> None:
    """Let every fault happen so many times to referees of one record."""
    began = time.monotonic()
    for number in range(rounds):
        own = folder / str(number)
        own.mkdir()
        outcome, recoveries = await contest_with_faults(own, ALL, seed=seed + number)
        times: dict[str, list[float]] = defaultdict(list)
        for recovery in recoveries:
            times[recovery.fault].append(recovery.seconds)
        tally.add(outcome, times)
        tally.show(began)


def main() -> int:
    """Hold the contests that the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m lab.histories", description=__doc__)
    parser.add_argument("what", choices=["kills", "stream"])
    parser.add_argument("--rounds", type=int, default=10, help="number of kills, or how often each fault happens")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="folder for temporary files")
    chosen = parser.parse_args()
    held, tally = {"kills": kills, "stream": stream}[chosen.what], Tally()
    # What went wrong is left where it is.
    folder = Path(tempfile.mkdtemp(dir=chosen.folder))
    asyncio.run(held(folder, chosen.rounds, chosen.seed, tally))
    if not tally.wrong:
        shutil.rmtree(folder)
    return bool(tally.wrong)


if __name__ == "__main__":
    sys.exit(main())
