"""The components of INFLUDANCE Duel, in print order.

The rulebook's transcript has no pictures: it gives twelve tokens of four kinds, fields with one or two bullets, and
three and two bullets beside the board. Which bullet is on which field, and how many tokens there are of each kind, is
reconstructed, and therefore an edition that an owner of the printed game can replace.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from games.kit.rules.edition import Edition
from gunbai.infludance_duel.v1 import commands as cmd

FIGURES = cmd.Figure
AMMUNITION = cmd.Ammunition
HEADINGS = cmd.Heading

RED, BLUE = 1, 2
"""The seats by their colours (IN-1.1)."""
COLOURS = {RED: "red", BLUE: "blue"}
CHAMBERS = 6

WIDTHS = {"small": 1, "large": 2}

# Columns to the east, rows to the north.
COMPASS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}

# What a heading is on the compass for red, who looks north; blue looks the opposite way (IN-1.4). Nothing ever turns a
# cowboy round (IN-1.5), so this holds for the whole game.
RED_HEADINGS = {
    "left": "W",
    "right": "E",
    "back": "S",
    "back_left": "SW",
    "back_right": "SE",
    "forward": "N",
    "forward_left": "NW",
    "forward_right": "NE",
}
OPPOSITE = {"N": "S", "NE": "SW", "E": "W", "SE": "NW", "S": "N", "SW": "NE", "W": "E", "NW": "SE"}
BEARINGS = {
    RED: RED_HEADINGS,
    BLUE: {heading: OPPOSITE[bearing] for heading, bearing in RED_HEADINGS.items()},
}


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the board: its rows from the north, each field as "red bullet/blue bullet", "-" for none.

    The bullets printed beside the board only mark its lines, and are left out (IN-1.8).
    """

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        grid = [row.split() for row in self.rows]
        if not grid or len({len(row) for row in grid}) != 1 or not 2 <= len(grid[0]) <= 9 or not 2 <= len(grid) <= 9:
            raise ValueError("a board has 2 to 9 rows of 2 to 9 fields, all rows of the same length")
        for bullets in (field for row in grid for field in row):
            red, _, blue = bullets.partition("/")
            if red not in {*COMPASS, "-"} or blue not in {*COMPASS, "-"} or bullets == "-/-":
                raise ValueError(f"a field has one or two bullets, such as N/SE or -/S, not {bullets!r}")


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition of the game: both sides of the board, and how many tokens there are of each kind."""

    name: str
    reconstructed: bool
    boards: dict[Literal["A", "B"], Board]
    tokens: dict[Literal["good_shot", "kicker", "double_shot", "blank"], int]

    def __post_init__(self) -> None:
        if set(self.boards) != {"A", "B"}:
            raise ValueError("an edition has the boards A and B")
        if sum(self.tokens.values()) != 2 * CHAMBERS or min(self.tokens.values()) < 0:
            raise ValueError("an edition has 12 tokens")


EDITION = Edition(
    Components(
        name="reconstructed boards and token counts",
        reconstructed=True,
        boards={
            "A": Board(
                (
                    "N/S   N/SE  N/SE  N/SW  NW/SW",
                    "E/-   SW/-  NW/S  W/N   -/NW ",
                    "S/SE  N/N   E/W   S/S   NW/N ",
                    "SE/-  S/E   N/SE  -/NE  -/W  ",
                    "NE/SE NE/S  NW/S  NW/S  N/S  ",
                )
            ),
            "B": Board(
                (
                    "N/S   NW/SW N/SE  N/-   N/W  ",
                    "E/E   NE/NE NW/N  -/NE  W/SW ",
                    "N/S   -/N   N/SW  NW/S  N/NW ",
                    "SE/S  N/SE  NE/S  S/-   N/S  ",
                    "NE/E  SW/-  S/SE  SW/SW W/W  ",
                    "E/S   -/S   NW/S  NE/SE N/S  ",
                )
            ),
        },
        tokens={"good_shot": 3, "kicker": 3, "double_shot": 3, "blank": 3},
    )
)
