"""The map of Shogun: provinces share a border where the board says so, and touch nowhere else."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot

import pytest

from games.shogun.board.land import PLACES, RIM, Point, outlines
from games.shogun.rules.data import EDITION

APART = 8
"""How far apart provinces that are not neighbours are, at least."""


def corners(written: str, place: Point) -> list[Point]:
    """Return the corners of an outline on the whole map."""
    return [(float(x) + place[0], float(y) + place[1]) for x, y in (each.split(",") for each in written.split())]


def contains(polygon: list[Point], point: Point) -> bool:
    """Return whether a point is within a polygon: a ray from it crosses an odd number of sides."""
    x, y = point
    sides = pairwise([*polygon, polygon[0]])
    crossed = [
        (x1, y1, x2, y2)
        for (x1, y1), (x2, y2) in sides
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1)
    ]
    return len(crossed) % 2 == 1


def land(players: int) -> dict[str, tuple[str, ...]]:
    """Return the provinces of a game, each with its neighbours by land in it."""
    side = EDITION.data.sun
    names = side.provinces(players)
    return {name: tuple(other for other in side.bordering(name, sea=False) if other in names) for name in names}


@pytest.mark.parametrize("players", [3, 5])
def test_provinces_touch_if_and_only_if_they_are_neighbours(players: int) -> None:
    neighbours = land(players)
    drawn = outlines(tuple((name, *others) for name, others in neighbours.items()))
    borders = {name: corners(outline.border, PLACES[name]) for name, outline in drawn.items()}
    for one, other in combinations(neighbours, 2):
        distances = [hypot(a - c, b - d) for a, b in borders[one] for c, d in borders[other]]
        if other in neighbours[one]:
            assert distances.count(0) == 3, (one, other)
        else:
            assert min(distances) >= APART, (one, other, min(distances))
            assert not any(contains(borders[one], corner) for corner in borders[other]), (one, other)


@pytest.mark.parametrize("players", [3, 5])
def test_the_inner_line_and_the_middle_of_a_province_are_within_its_border(players: int) -> None:
    neighbours = land(players)
    for name, outline in outlines(tuple((name, *others) for name, others in neighbours.items())).items():
        border = corners(outline.border, (0, 0))
        assert contains(border, outline.middle), name
        inside = corners(outline.inner, (0, 0))
        assert all(contains(border, corner) for corner in inside), name
        assert len(inside) == len(border), name
        assert min(hypot(a - c, b - d) for a, b in border for c, d in inside) >= RIM / 2, name


def test_a_province_without_neighbours_is_an_island() -> None:
    (island,) = outlines((("aki",),)).values()
    distances = [hypot(x, y) for x, y in corners(island.border, (0, 0))]
    assert max(distances) - min(distances) < 2
