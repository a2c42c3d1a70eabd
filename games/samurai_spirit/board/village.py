"""The village of Samurai Spirit as scenes: its barricades, and behind them the farms and the families."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.kit.board import svg
from games.kit.board.svg import Box

WIDE, HIGH = 436, 124
"""The size of a scene."""
SKY, GLOW, FAR, NEAR, EARTH, WORDS = "#1d2b53", "#d9402b", "#33457c", "#27502f", "#4a3a2a", "#fff6de"
LOG, BEAM, STUMP = "#b67f45", "#6b4522", "#86683f"
THATCH, WALL, DOOR, ASH, EMBER = "#e0b659", "#9a6338", "#3a2418", "#151a30", "#f08a24"
ROBE, CHILD, SKIN = "#7fb2e6", "#f2c14e", "#f3d3ae"
LINE = 22
"""Where the words of a scene stand."""
GROUND = HIGH - 14
ROUND = f"V{HIGH - 10} q0,10 -10,10 H10 q-10,0 -10,-10 Z"
"""The end of the outline of land: the round corners below."""
SECTION, TALL = 40, 60
"""The size of a section of the palisade; a barricade has as many as there is room for."""
HOUSE, PERSON = 44, 42
"""How much room a farm and a family have."""
FARMS_END = 280
"""Where the farms end and the families begin."""


STANDING = svg.path(
    "M1,60 V12 L7,0 L13,12 V60 Z M14,60 V10 L20,-2 L26,10 V60 Z M27,60 V12 L33,0 L39,12 V60 Z", LOG, stroke=DOOR
) + svg.path("M0,22 H40 V28 H0 Z M0,42 H40 V48 H0 Z", BEAM)
BROKEN = svg.path(
    "M1,60 V50 L4,54 L8,46 L13,55 V60 Z M16,60 V54 L20,50 L26,57 V60 Z M29,60 V49 L33,55 L39,51 V60 Z", STUMP
)
FARM = (
    svg.path("M5,20 H35 V40 H5 Z", WALL)
    + svg.path("M16,40 V27 H24 V40 Z", DOOR)
    + svg.path("M-2,22 L8,4 H32 L42,22 Z", THATCH)
    + svg.path("M10,0 L20,8 L30,0 L32,4 L20,12 L8,4 Z", BEAM)
)
BURNT = (
    svg.path("M5,40 V26 L10,30 L14,18 L18,34 L25,28 L29,33 L31,20 L35,27 V40 Z", ASH)
    + svg.shape(svg.FLAME, (14, 30), EMBER, 1.1)
    + svg.shape(svg.FLAME, (27, 32), GLOW, 0.8)
)
FAMILY = (
    svg.circle((12, 7), 6, fill=SKIN)
    + svg.path("M3,40 C3,20 7,14 12,14 C17,14 21,20 21,40 Z", ROBE)
    + svg.circle((27, 21), 4.5, fill=SKIN)
    + svg.path("M20,40 C20,30 23,26 27,26 C31,26 34,30 34,40 Z", CHILD)
)
GONE = svg.path(
    "M3,40 C3,22 6,15 9,13 A6.5,6.5 0 1 1 15,13 C18,15 21,22 21,29 A5,5 0 1 1 30,26 C33,29 34,34 34,40 Z",
    "none",
    stroke=WORDS,
    stroke_dasharray="3 3",
)
"""A barricade, a farm and a family, each as it is and once it is lost."""


@cache
def _land(hills: str, sun: float) -> str:
    """Return a dusk with hills."""
    return (
        svg.rect(Box(0, 0, WIDE, HIGH), fill=SKY, corner=10)
        + svg.circle((sun, 58), 34, fill=GLOW)
        + svg.path(f"M0,{GROUND - 6} {hills} {ROUND}", FAR)
        + svg.path(f"M0,{GROUND - 8} Q{WIDE / 2:g},{GROUND - 20} {WIDE},{GROUND - 8} {ROUND}", NEAR)
    )


@cache
def palisade(standing: int, most: int) -> str:
    """Return the scene of the barricades; lost ones are stumps."""
    room = (WIDE - 16) / max(1, most)
    sections = max(1, round(room / SECTION))
    scale = min(1.1, (room - 10) / (SECTION * sections))
    left, top = 8 + (room - SECTION * scale * sections) / 2, GROUND + 6 - TALL * scale
    drawn = (
        svg.group(
            STANDING if at < standing else BROKEN, at=(left + room * at + SECTION * scale * part, top), scale=scale
        )
        for at in range(most)
        for part in range(sections)
    )
    hills = f"L70,50 L120,84 L190,58 L260,92 L330,44 L390,80 L{WIDE},62"
    return "".join((_land(hills, 330), *drawn))


@cache
def homes(farms: int, most_farms: int, families: int, most_families: int) -> str:
    """Return the scene of the farms and the families; lost farms have burnt down, and lost families are outlines."""
    hills = f"L60,66 L130,40 L200,76 L280,52 L350,88 L{WIDE},48"
    return "".join(
        (
            _land(hills, 356),
            *_row(FARM, BURNT, farms, most_farms, (14, HOUSE)),
            *_row(FAMILY, GONE, families, most_families, (FARMS_END + 16, PERSON + 4)),
        )
    )


def _row(here: str, lost: str, left: int, most: int, places: tuple[float, float]) -> Iterator[str]:
    """Yield things in a row, first those that are left; `places` are the first place and the distance."""
    for number in range(most):
        # Every other one stands a little higher.
        at = (places[0] + places[1] * number, GROUND - 36 - 8 * (number % 2))
        yield svg.group(here if number < left else lost, at=at)
