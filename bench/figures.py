"""Figures: what was measured, what it should be, and how trials alternate so that all meet the same machine."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from statistics import median
from typing import Literal

import msgspec

Trial = Callable[[], Awaitable[float]]
Samples = dict[str, list[float]]


class Target(msgspec.Struct, frozen=True):
    """What a figure should reach, or not exceed."""

    bound: Literal["at least", "at most"]
    value: float

    def met(self, value: float) -> bool:
        """Return whether a value reaches the target."""
        return value >= self.value if self.bound == "at least" else value <= self.value


def at_least(value: float) -> Target:
    """Return the target for a figure that should be high."""
    return Target("at least", value)


def at_most(value: float) -> Target:
    """Return the target for a figure that should be low."""
    return Target("at most", value)


class Figure(msgspec.Struct, frozen=True):
    """One figure. `remark` says how it was measured, or why it could not be; `value` is then None."""

    name: str
    value: float | None
    unit: str
    target: Target | None = None
    remark: str = ""

    @property
    def missed(self) -> bool:
        """Return whether the figure misses its target; a figure that could not be measured misses none."""
        return self.target is not None and self.value is not None and not self.target.met(self.value)


class Pace(msgspec.Struct, frozen=True):
    """How long and how often things are measured."""

    seconds: float
    rounds: int
    long_game: int = 10_000
    stored: int = 100_000
    """The games that are stored in addition to those that are played."""
    leaves: int = 1_000_000
    verified: int = 4_000
    """How many entries of each title are verified."""
    lengths: tuple[int, ...] = (50, 200, 800)
    """After how many moves of a match a move is measured next to a peer's."""
    watchers: int = 1_000
    hot_games: int = 640


FULL = Pace(seconds=2.0, rounds=5)
QUICK = Pace(
    seconds=0.3, rounds=1, long_game=1_500, stored=1_000, leaves=20_000, verified=600, lengths=(50,), watchers=100,
    hot_games=128,
)  # fmt: skip


async def alternate(trials: Mapping[str, Trial], rounds: int, progress: Callable[[str], None]) -> Samples:
    """Run the trials in turn for a number of rounds, so that a disturbance hits neighbours alike."""
    samples: Samples = {name: [] for name in trials}
    for _ in range(rounds):
        for name, trial in trials.items():
            progress(name)
            samples[name].append(await trial())
    return samples


def ratio(samples: Samples, name: str, beside: str) -> float:
    """Return the median over the rounds of the ratio of two rates."""
    return median(one / other for one, other in zip(samples[name], samples[beside], strict=True))


def computing(count: Callable[[], Awaitable[int]], seconds: float) -> Trial:
    """Return a trial of the rate per second of CPU time of what `count` does per call."""

    async def measured() -> float:
        done, start = 0, time.process_time()
        while (passed := time.process_time() - start) < seconds:
            done += await count()
        return done / passed

    return measured


def trial(count: Callable[[], int], seconds: float) -> Trial:
    """Return the same trial for a plain function."""

    async def counted() -> int:
        return count()

    return computing(counted, seconds)


def rates(samples: Samples, unit: str, names: Iterable[str] = ()) -> list[Figure]:
    """Return the samples' medians as figures without a target."""
    return [Figure(name, median(samples[name]), unit) for name in names or samples]
