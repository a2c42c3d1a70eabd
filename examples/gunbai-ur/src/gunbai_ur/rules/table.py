"""The table of the Royal Game of Ur: the paths, and where the pieces of both players are."""

from __future__ import annotations

from typing import Any

import msgspec

from games.kit.rules.decider import Table
from games.kit.rules.edition import Edition

PIECES = 7
ROSETTES = frozenset({"A1", "C1", "B4", "A7", "C7"})
MIDDLE = tuple(f"B{column}" for column in range(1, 9))
SHORT = tuple((*(f"{row}{column}" for column in (4, 3, 2, 1)), *MIDDLE, f"{row}8", f"{row}7") for row in "AC")
"""Each seat's path from the first square to the last (UR-1.2)."""
LONG = tuple(
    (*(f"{row}{column}" for column in (4, 3, 2, 1)), *MIDDLE[:7], f"{row}7", f"{row}8", "B8", f"{other}8", f"{other}7")
    for row, other in ("AC", "CA")
)
"""The same for the long path (UR-1.3)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game (UR-1.3)."""

    long_path: bool = False


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's pieces; those neither on the board nor home wait to enter the board."""

    squares: tuple[str, ...] = ()
    """The occupied squares, in the order of the path."""
    home: int = 0

    @property
    def waiting(self) -> int:
        """The number of pieces that have not entered yet."""
        return PIECES - len(self.squares) - self.home


class UrTable(Table, frozen=True, kw_only=True):
    """The complete state of a game."""

    rows = "sides"

    edition: Edition[Any]
    long_path: bool
    sides: tuple[Side, ...]
    active: int = 1
    winner: int = 0

    def at(self, seat: int) -> Side:
        """Return the pieces of a seat."""
        return self.sides[seat - 1]

    def path(self, seat: int) -> tuple[str, ...]:
        """Return the squares along which a seat's pieces go."""
        return (LONG if self.long_path else SHORT)[seat - 1]

    def place(self, seat: int, square: str) -> int:
        """Return how many squares a piece has gone; 0 before it enters. Raises ValueError off the seat's path."""
        return self.path(seat).index(square) + 1 if square else 0


def setup(seats: int, options: Options, edition: Edition[Any]) -> UrTable:
    """Return the table before the first throw (UR-1.1)."""
    return UrTable(edition=edition, long_path=options.long_path, sides=(Side(),) * seats)
