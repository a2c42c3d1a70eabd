"""The fields of a race and the ways between them: grid, edges, seams, ramps, terrain (TR-1.1, TR-6.2, TR-16.2).

A field of an ordinary race is named by its coordinate, such as "B10"; in a Grand Slam the number of its track, counted
from the bottom, comes before it, such as "2:B10".
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.kit.rules.edition import Edition
from games.titan_race.rules.data import COLUMNS, FIELDS, ROWS, START_FIELDS, Components, Layout

FRONT = ("forward", "forward_right", "forward_left")
REAR = ("backward_right", "backward", "backward_left")
DIRECTIONS = ("forward", "forward_right", "backward_right", "backward", "backward_left", "forward_left")
"""All directions in the order in which the fields of a zone are taken (TR-1.4)."""

_DELTA = {
    # Rows count half fields of the hexagonal grid: a straight step crosses two of them, a diagonal one crosses one.
    "forward": (0, 2),
    "forward_right": (1, 1),
    "backward_right": (1, -1),
    "backward": (0, -2),
    "backward_left": (-1, -1),
    "forward_left": (-1, 1),
}


class Way(NamedTuple):
    """Where a step leads: the field, the change of the lap count, and the fields that are leapt over."""

    field: str
    laps: int = 0
    leapt: tuple[str, ...] = ()


OVER_THE_TOP = Way("", 1)
"""The way out of the top of a Grand Slam's third track (TR-16.3)."""


class Course:
    """The fields of a race, what lies on them, and where each step from them leads."""

    def __init__(self, layouts: tuple[Layout, ...]) -> None:
        self.tracks = len(layouts)
        self.fields = tuple(name(self.tracks, number, field) for number in range(self.tracks) for field in FIELDS)
        self.starts = tuple(name(self.tracks, 0, field) for field in START_FIELDS)
        self.terrain: dict[str, str] = {}
        self.special: frozenset[str] = frozenset()
        self.leaps: dict[str, dict[str, int]] = {}
        for number, layout in enumerate(layouts):
            self._lay(number, layout)
        self.neighbours = {field: {way: self._neighbour(field, way) for way in DIRECTIONS} for field in self.fields}
        # After all neighbours, since a leap goes over them.
        self.ways = {field: {way: self._way(field, way) for way in DIRECTIONS} for field in self.fields}
        self.front = self._zones(FRONT)
        self.rear = self._zones(REAR)
        self.adjacent = self._zones(DIRECTIONS)

    def _lay(self, number: int, layout: Layout) -> None:
        """Put what a track's layout says on its fields."""
        drawn = tuple(field for pentagram in layout.pentagrams for field in pentagram)
        lots = (
            ("lava", layout.lava),
            ("pirates", layout.pirates),
            ("statue", layout.statues),
            ("pentagram", drawn),
            ("ice", layout.ice),
        )
        for kind, fields in lots:
            self.terrain |= {name(self.tracks, number, field): kind for field in fields}
        self.special |= {name(self.tracks, number, field) for field in layout.special}
        self.leaps |= {name(self.tracks, number, field): dict.fromkeys(FRONT, 1) for field in layout.multi_ramps}
        self.leaps |= {name(self.tracks, number, ramp.field): {ramp.direction: 2} for ramp in layout.super_ramps}

    def _neighbour(self, field: str, direction: str) -> Way | None:
        """Return the way to a neighbour, across edges and seams, or None (TR-1.2, TR-6.2, TR-6.3, TR-16.2)."""
        number, (column, row) = _number(field), _place(field)
        by_column, by_row = _DELTA[direction]
        row += by_row
        laps = (row > ROWS) - (row < 1)
        coordinate = f"{COLUMNS[(column + by_column) % len(COLUMNS)]}{row - laps * ROWS}"
        if self.tracks == 1 or not laps:
            return Way(name(self.tracks, number, coordinate), laps)
        if number + laps == self.tracks:
            return OVER_THE_TOP
        return Way(name(self.tracks, number + laps, coordinate), laps) if number + laps >= 0 else None

    def _way(self, field: str, direction: str) -> Way | None:
        """Return where a step leads, a leap from a ramp included (TR-13.3); None if it leads below the first track.

        Every titan takes this way, whatever moves it (TR-13.4), and enters no field that it leaps over (TR-6.6).
        """
        leapt: tuple[str, ...] = ()
        way, laps = self.neighbours[field][direction], 0
        for _ in range(self.leaps.get(field, {}).get(direction, 0)):
            if way is None or not way.field:
                break
            laps, leapt = laps + way.laps, leapt + (way.field,)
            way = self.neighbours[way.field][direction]
        return way and Way(way.field, laps + way.laps, leapt)

    def beyond(self, field: str, direction: str) -> Way:
        """Return the way over a neighbour to the field beyond it (TR-11.5). Raise LookupError if there is none."""
        over = self.neighbours[field][direction]
        way = self.neighbours[over.field][direction] if over is not None else None
        if over is None or way is None:
            raise LookupError(f"nothing lies {direction} of {field}")
        return Way(way.field, over.laps + way.laps, (over.field,))

    def _zones(self, directions: tuple[str, ...]) -> dict[str, dict[str, str]]:
        """Return the zone of each field, and the empty zone of a titan at the start, which is on no field (TR-2.9)."""
        return {"": {}} | {field: self._zone(field, directions) for field in self.fields}

    def _zone(self, field: str, directions: tuple[str, ...]) -> dict[str, str]:
        """Return the fields of a zone that exist, by their direction, in zone order (TR-1.3, TR-1.4, TR-16.4)."""
        ways = ((direction, self.neighbours[field][direction]) for direction in DIRECTIONS if direction in directions)
        return {direction: way.field for direction, way in ways if way is not None and way.field}


def name(tracks: int, number: int, coordinate: str) -> str:
    """Return the name of a field of the track with a number (from 0) in a race over so many tracks (TR-16.7)."""
    return coordinate if tracks == 1 else f"{number + 1}:{coordinate}"


def _number(field: str) -> int:
    return int(field[0]) - 1 if ":" in field else 0


def _place(field: str) -> tuple[int, int]:
    """Return the column (from 0) and the row (from 1) of a field."""
    coordinate = field.partition(":")[2] or field
    return COLUMNS.index(coordinate[0]), int(coordinate[1:])


@lru_cache(maxsize=64)
def course(edition: Edition[Components], tracks: tuple[str, ...]) -> Course:
    """Return the course of a race over these tracks, bottom to top, on the boards of an edition."""
    return Course(tuple(edition.data.layout(track) for track in tracks))
