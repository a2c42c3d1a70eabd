"""The geometry of the board (IN-1): fields, what a cowboy covers, and where a move by one field takes it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from games.infludance_duel.rules.data import BEARINGS, BLUE, COMPASS, RED, WIDTHS, Board

Covered = tuple[tuple[int, int], ...]
"""The fields that a cowboy covers, from the west, each as (column, row) counted from 1."""


class Grid(msgspec.Struct, frozen=True):
    """A board made ready for look-ups."""

    columns: int
    rows: int
    bullets: dict[str, dict[int, str]]
    """Where the bullet of each seat's colour points, by field."""

    def holds(self, covered: Covered) -> bool:
        """Return whether all the fields are on the board."""
        if not covered:
            return True
        # A cowboy covers neighbours in one row, so the outermost two decide.
        (west, row), (east, _) = covered[0], covered[-1]
        return west >= 1 and east <= self.columns and 1 <= row <= self.rows

    def beyond(self, seat: int, covered: Covered) -> bool:
        """Return whether the fields are on the seat's winning line, the strip behind the far row (IN-1.7)."""
        line = self.rows + 1 if seat == RED else 0
        return all(1 <= column <= self.columns and row == line for column, row in covered)

    def first_line(self, seat: int) -> int:
        """Return the row next to the seat's own edge (IN-1.7)."""
        return 1 if seat == RED else self.rows


@lru_cache(maxsize=64)
def grid(board: Board) -> Grid:
    """Return a side of the board, ready for look-ups."""
    rows = [row.split() for row in reversed(board.rows)]
    bullets = {}
    for row, fields in enumerate(rows, 1):
        for column, field in enumerate(fields, 1):
            pair = zip((RED, BLUE), field.split("/"), strict=True)
            bullets[name(column, row)] = {seat: bearing for seat, bearing in pair if bearing != "-"}
    return Grid(len(rows[0]), len(rows), bullets)


def name(column: int, row: int) -> str:
    """Return the name of a field: its column as a letter from the west, its row as a number from the south."""
    return f"{'_abcdefghi'[column]}{row}"


@lru_cache(maxsize=256)
def covered(figure: str, field: str) -> Covered:
    """Return what a figure covers whose western field is `field` (IN-2.6)."""
    column, row = ord(field[0]) - 96, int(field[1:])
    return tuple((column + east, row) for east in range(WIDTHS[figure]))


def moved(fields: Covered, bearing: str) -> Covered:
    """Return the fields, each moved by one in a compass direction."""
    east, north = COMPASS[bearing]
    return tuple((column + east, row + north) for column, row in fields)


@lru_cache(maxsize=4096)
def headed(seat: int, fields: Covered, heading: str) -> Covered:
    """Return the fields, each moved by one in a direction as the seat's cowboy sees it (IN-1.6, IN-4.10)."""
    return moved(fields, BEARINGS[seat][heading])


@lru_cache(maxsize=4096)
def entered(seat: int, fields: Covered, heading: str) -> tuple[str, ...]:
    """Return the names of the fields that a step of the seat's cowboy covers and that it did not cover before."""
    return tuple(name(*field) for field in headed(seat, fields, heading) if field not in fields)
