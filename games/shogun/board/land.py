"""The map of Shogun: where the provinces lie, and their outlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin, tan
from typing import NamedTuple

PLACES = {
    "aki": (69, 426), "awa_boso": (1000, 393), "awa_shikoku": (269, 603), "bingo": (150, 329), "bitchu": (185, 410),
    "bizen": (292, 417), "echigo": (763, 67), "echizen": (542, 229), "etchu": (659, 96), "harima": (349, 331),
    "hida": (633, 203), "hitachi": (1010, 137), "hoki": (217, 245), "ise": (568, 503), "iwami": (62, 337),
    "iyo": (159, 528), "izu": (912, 484), "izumo": (103, 261), "kaga": (556, 143), "kai": (813, 323),
    "kazusa": (1007, 313), "kii": (408, 563), "kozuke": (821, 170), "mikawa": (676, 340), "mimasaka": (269, 342),
    "mino": (591, 297), "musashi": (876, 251), "mutsu": (934, 56), "noto": (558, 65), "omi": (510, 344),
    "owari": (643, 426), "sagami": (905, 338), "sanuki": (268, 528), "settsu": (397, 424), "shima": (654, 527),
    "shimosa": (986, 236), "shimotsuke": (926, 150), "shinano": (742, 238), "suruga": (836, 420),
    "tajima": (369, 243), "tamba": (424, 325), "tosa": (158, 604), "totomi": (746, 424), "wakasa": (465, 227),
    "yamato": (480, 470),
}  # fmt: skip
"""Where the provinces lie, roughly as in Japan."""
REACH = 46
"""How far a province reaches where it has no neighbour."""
STEP = 30
"""How many degrees of the coast lie between two of its points, roughly."""
RIM = 4
"""How far the inner line of an outline is from its border."""

Point = tuple[float, float]


class Outline(NamedTuple):
    """The corners of a province as SVG writes points, relative to its place."""

    border: str
    inner: str
    """A line just inside the border."""
    middle: Point
    """The centre of gravity."""


@lru_cache(maxsize=16)
def outlines(provinces: tuple[tuple[str, ...], ...]) -> dict[str, Outline]:
    """Return the outline of each province; each is given with its neighbours by land.

    A province reaches halfway to each neighbour. Three provinces that border each other meet in the middle of their
    places. Everywhere else is the coast. So neighbours share a border, and no other provinces touch.
    """
    land = _Land({name: others for name, *others in provinces})
    return {name: _outline(list(land.corners(name)), PLACES[name]) for name, *_ in provinces}


def _outline(corners: Sequence[Point], place: Point) -> Outline:
    # Rounded before they are moved, so that neighbours share the corners of their border.
    moved = [(round(x) - place[0], round(y) - place[1]) for x, y in corners]
    return Outline(_written(moved), _written(_inside(moved)), _middle(moved))


def _written(corners: Iterable[Point]) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)


def _inside(corners: Sequence[Point]) -> Iterator[Point]:
    """Yield the corners, each moved inwards, away from both of its sides."""
    for before, (x, y), after in zip([corners[-1], *corners], corners, [*corners[1:], corners[0]], strict=False):
        one, other = _inward(before, (x, y)), _inward((x, y), after)
        across, down = one[0] + other[0], one[1] + other[1]
        # At a sharp corner the lines meet far inside: no further than twice the distance.
        size = RIM / max(0.5, 1 + one[0] * other[0] + one[1] * other[1])
        yield x + across * size, y + down * size


def _middle(corners: Sequence[Point]) -> Point:
    """Return the centre of gravity of a polygon."""
    area = across = down = 0.0
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        twice = x1 * y2 - x2 * y1
        area, across, down = area + twice, across + (x1 + x2) * twice, down + (y1 + y2) * twice
    return round(across / area / 3, 1), round(down / area / 3, 1)


def _inward(one: Point, other: Point) -> Point:
    """Return the direction to the inside of a polygon from one of its sides, which run clockwise."""
    across, down = other[0] - one[0], other[1] - one[1]
    length = hypot(across, down) or 1
    return -down / length, across / length


class _Land:
    def __init__(self, neighbours: Mapping[str, Sequence[str]]) -> None:
        self._around = {name: sorted(others, key=partial(self._direction, name)) for name, others in neighbours.items()}

    def corners(self, name: str) -> Iterator[Point]:
        """Yield the corners of a province, clockwise."""
        if not self._around[name]:
            yield from self._arc(name, 0, 2 * pi)
        for other in self._around[name]:
            then = self._next(name, other, 1)
            yield self._between(name, other)
            if self._meet(name, other, then):
                yield self._between(name, other, then)
            else:
                yield from self._coast(name, other, then)

    def _coast(self, name: str, first: str, last: str) -> Iterator[Point]:
        """Yield the points of the coast from the border with one neighbour to that with the next one."""
        start = self._border_end(name, first, 1)
        end = self._border_end(name, last, -1)
        begin = self._direction(name, first) + self._aside(name, first, 1)
        span = self._gap(name, first) - self._aside(name, first, 1) - self._aside(name, last, -1)
        yield start
        yield from self._arc(name, begin, span)
        yield end

    def _arc(self, name: str, begin: float, span: float) -> Iterator[Point]:
        x, y = PLACES[name]
        steps = round(degrees(span) / STEP)
        for step in range(1, steps):
            angle = begin + span * step / steps
            yield x + REACH * cos(angle), y + REACH * sin(angle)

    def _border_end(self, name: str, other: str, side: int) -> Point:
        """Return where a border reaches the sea, clockwise (1) or anticlockwise (-1) of the way to the neighbour."""
        x, y = self._between(name, other)
        angle, length = self._direction(name, other) + side * pi / 2, self._length(name, other, side)
        return x + length * cos(angle), y + length * sin(angle)

    def _aside(self, name: str, other: str, side: int) -> float:
        """Return the angle between the way to a neighbour and the way to the end of the border with it."""
        return atan2(self._length(name, other, side), self._distance(name, other) / 2)

    def _length(self, name: str, other: str, side: int) -> float:
        """Return how long the half of a border is that reaches the sea: both provinces must have room for it."""
        gaps = (self._gap(name, other, side), self._gap(other, name, -side))
        room = [0.8 * tan(gap / 2) * self._distance(name, other) / 2 for gap in gaps if gap < pi]
        return min([REACH * 0.8, *room])

    def _meet(self, name: str, one: str, other: str) -> bool:
        return other in self._around[one] and self._gap(name, one) < pi

    def _gap(self, name: str, other: str, side: int = 1) -> float:
        """Return the angle between the ways to a neighbour and to the next one."""
        there = self._direction(name, self._next(name, other, side))
        return side * (there - self._direction(name, other)) % (2 * pi) or 2 * pi

    def _next(self, name: str, other: str, side: int) -> str:
        around = self._around[name]
        return around[(around.index(other) + side) % len(around)]

    def _between(self, *names: str) -> Point:
        across, down = zip(*(PLACES[name] for name in names), strict=True)
        return sum(across) / len(names), sum(down) / len(names)

    def _direction(self, name: str, other: str) -> float:
        (x1, y1), (x2, y2) = PLACES[name], PLACES[other]
        return atan2(y2 - y1, x2 - x1)

    def _distance(self, name: str, other: str) -> float:
        (x1, y1), (x2, y2) = PLACES[name], PLACES[other]
        return hypot(x2 - x1, y2 - y1)
