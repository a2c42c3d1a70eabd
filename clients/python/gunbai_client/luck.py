"""The luck of a game's seats, summed over its outcomes of chance, and a picture of it.

An outcome's luck is its worth minus the expected worth; docs/questions.md explains both. A seat's luck is the sum over
its outcomes, and so is its variance. With fair chance, the sum is 0 on average and has that variance, no matter how the
seats play. `score` is the sum in standard deviations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2, sqrt

from gunbai.referee.v1.questions_pb2 import MeasureLuckResponse
from gunbai_client.chart import Course, Scale, chart, colour_of
from gunbai_record.text.counts import counted


@dataclass
class Luck:
    """The luck of a seat."""

    seat: int
    outcomes: int = 0
    """How many outcomes could have been worth more or less to the seat."""
    total: float = 0.0
    """How much these outcomes were worth beyond the expected worth."""
    variance: float = 0.0
    ranks: float = 0.0
    course: list[tuple[int, float]] = field(default_factory=list)
    """The total after each outcome, with that outcome's version."""

    @property
    def score(self) -> float:
        """The total in standard deviations; 0 if nothing could have turned out differently."""
        return self.total / sqrt(self.variance) if self.variance else 0.0

    @property
    def rank(self) -> float:
        """The mean rank of the outcomes among all possible ones: 0.5 on average."""
        return self.ranks / self.outcomes if self.outcomes else 0.5


@dataclass
class Account:
    """A summary of the outcomes of a game."""

    seats: Mapping[int, Luck]
    outcomes: int
    bits: float
    """How improbable all outcomes together were: as improbable as this many coin tosses that all come up heads."""


def account(outcomes: Iterable[MeasureLuckResponse]) -> Account:
    """Return the account of some outcomes, without those that were corrected."""
    seats: dict[int, Luck] = {}
    stood = _stood(outcomes)
    bits = 0.0
    for outcome in stood:
        bits += log2(int(outcome.denominator)) - log2(int(outcome.numerator))
        for part in outcome.lucks:
            luck = seats.setdefault(part.seat, Luck(part.seat))
            luck.outcomes += 1
            luck.total += part.worth - part.mean
            luck.variance += part.variance
            luck.ranks += part.rank
            luck.course.append((outcome.version, luck.total))
    return Account(dict(sorted(seats.items())), len(stood), bits)


def _stood(outcomes: Iterable[MeasureLuckResponse]) -> Sequence[MeasureLuckResponse]:
    """Return the outcomes that no later correction replaces."""
    stood: list[MeasureLuckResponse] = []
    for outcome in outcomes:
        if stood and outcome.corrects == stood[-1].version:
            stood.pop()
        stood.append(outcome)
    return stood


def picture(
    found: Account,
    names: Mapping[int, str],
    heading: str = "",
    last_words: str = "",
    colours: Mapping[int, str] | None = None,
) -> str:
    """Return the course of each seat's luck as SVG: versions run to the right, luck upwards.

    Its words are English unless you give others. If you give the colours of the seats in pictures of the game
    (`gunbai_client.picture.seat_colours`), the lines have these colours.
    """
    most = max((abs(total) for luck in found.seats.values() for _, total in luck.course), default=0) or 1.0
    courses = [
        Course(names.get(seat) or f"seat {seat}", 0.0, luck.course, colour_of(seat, colours or {}))
        for seat, luck in found.seats.items()
    ]
    scale = Scale(-most, most, f"-{most:.1f}", f"+{most:.1f}")
    return chart(heading or f"Luck: {counted(found.outcomes, 'outcome')}", courses, scale, last_words)
