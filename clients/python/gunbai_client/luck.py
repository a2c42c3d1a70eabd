"""The luck of the seats of a game, added up from its outcomes of chance, and as a picture.

The luck of an outcome is its worth less the expectation; docs/questions.md says where that comes from. The lucks of a
seat are summed, and so are their variances: under fair chance the sum is 0 on average with that variance, whatever was
played. `score` is the sum in standard deviations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2, sqrt

from gunbai.referee.v1.questions_pb2 import MeasureLuckResponse

WIDTH, HEIGHT, MARGIN = 720, 320, 40
"""The picture, in pixels."""
COLOURS = ("#b03a2e", "#1f618d", "#1e8449", "#b9770e", "#6c3483", "#117a65", "#5d6d7e")


@dataclass
class Luck:
    """The luck of a seat."""

    seat: int
    outcomes: int = 0
    """How many outcomes were worth something, more or less, to it."""
    total: float = 0.0
    """What they were worth beyond the expectation."""
    variance: float = 0.0
    ranks: float = 0.0
    course: list[tuple[int, float]] = field(default_factory=list)
    """The total after each outcome, with the version of that."""

    @property
    def score(self) -> float:
        """The total in standard deviations; 0 if nothing could have been otherwise."""
        return self.total / sqrt(self.variance) if self.variance else 0.0

    @property
    def rank(self) -> float:
        """The mean rank of the outcomes among all that could have come: one half on average."""
        return self.ranks / self.outcomes if self.outcomes else 0.5


@dataclass
class Account:
    """What the outcomes of a game say together."""

    seats: Mapping[int, Luck]
    outcomes: int
    bits: float
    """How improbable all outcomes together were: as likely as so many tosses of a coin that all show heads."""


def account(outcomes: Iterable[MeasureLuckResponse]) -> Account:
    """Return what some outcomes say together; one that was corrected counts for nothing."""
    seats: dict[int, Luck] = {}
    stood = _stood(outcomes)
    bits = 0.0
    for outcome in stood:
        bits += log2(int(outcome.denominator)) - log2(int(outcome.numerator))
        for each in outcome.lucks:
            luck = seats.setdefault(each.seat, Luck(each.seat))
            luck.outcomes += 1
            luck.total += each.worth - each.mean
            luck.variance += each.variance
            luck.ranks += each.rank
            luck.course.append((outcome.version, luck.total))
    return Account(dict(sorted(seats.items())), len(stood), bits)


def _stood(outcomes: Iterable[MeasureLuckResponse]) -> Sequence[MeasureLuckResponse]:
    """Return the outcomes that no later one replaces: a correction follows what it corrects."""
    stood: list[MeasureLuckResponse] = []
    for outcome in outcomes:
        if stood and outcome.corrects == stood[-1].version:
            stood.pop()
        stood.append(outcome)
    return stood


def picture(found: Account, names: Mapping[int, str]) -> str:
    """Return the course of the luck of each seat as SVG: versions to the right, luck upwards."""
    courses = [luck.course for luck in found.seats.values()]
    last = max((version for course in courses for version, _ in course), default=1)
    most = max((abs(total) for course in courses for _, total in course), default=0) or 1.0
    lines = [line for place, luck in enumerate(found.seats.values()) for line in _line(luck, names, place, last, most)]
    middle = HEIGHT / 2
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
            f"<title>Luck: {found.outcomes} outcomes</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<path d="M{MARGIN} {middle}H{WIDTH - MARGIN}" stroke="#999"/>',
            f'<text x="4" y="{MARGIN}" font-size="12">+{most:.1f}</text>',
            f'<text x="4" y="{HEIGHT - MARGIN}" font-size="12">-{most:.1f}</text>',
            f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" font-size="12" text-anchor="end">version {last}</text>',
            *lines,
            "</svg>",
            "",
        )
    )


def _line(luck: Luck, names: Mapping[int, str], place: int, last: int, most: float) -> Sequence[str]:
    colour = COLOURS[place % len(COLOURS)]
    path, high = [f"M{MARGIN} {HEIGHT / 2}"], HEIGHT / 2 - MARGIN
    for version, total in luck.course:
        across = MARGIN + (WIDTH - 2 * MARGIN) * version / last
        path.append(f"H{across:.1f}V{HEIGHT / 2 - high * total / most:.1f}")
    name = _escaped(names.get(luck.seat) or f"seat {luck.seat}")
    label = f'<text x="{MARGIN + 8 + 130 * place}" y="20" font-size="14" fill="{colour}">{name}</text>'
    return (f'<path d="{"".join(path)}" fill="none" stroke="{colour}" stroke-width="2"/>', label)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
