"""The dice and the cups of Liar's Dice as drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.svg import Box

GAP = 4
"""The room between two dice."""
OVER = 96
"""How wide a cup is that stands over dice."""
DEEP, SEAM, CHALK, IVORY = "#0f4654", "#3f8ba0", "#ffffff", "#fffaf0"
LEATHER, RIM, STITCH = "#8a5a2b", "#5a3717", "#c08d55"
HIDDEN = 0
"""A die whose face the reader cannot see."""
UNSHAKEN = -1
"""A die that is not under its cup."""
LEFT, MIDDLE, RIGHT = -1, 0, 1
PIPS = {
    1: ((MIDDLE, MIDDLE),),
    2: ((LEFT, LEFT), (RIGHT, RIGHT)),
    3: ((LEFT, LEFT), (MIDDLE, MIDDLE), (RIGHT, RIGHT)),
    4: ((LEFT, LEFT), (LEFT, RIGHT), (RIGHT, LEFT), (RIGHT, RIGHT)),
    5: ((LEFT, LEFT), (LEFT, RIGHT), (MIDDLE, MIDDLE), (RIGHT, LEFT), (RIGHT, RIGHT)),
    6: ((LEFT, LEFT), (LEFT, MIDDLE), (LEFT, RIGHT), (RIGHT, LEFT), (RIGHT, MIDDLE), (RIGHT, RIGHT)),
}
"""The places of the pips, across and down; faces beyond six are shown as numbers."""


def dice_in(
    dice: Sequence[int], box: Box, largest: float, caption: Caption, paint: str, *, middle: bool = False
) -> Iterator[str]:
    """Yield dice in a box, as large as possible."""
    places, size = grid(len(dice), box, largest, middle=middle)
    for at, face in zip(places, dice, strict=True):
        if face > 0:
            yield svg.group(svg.tip(caption.say("a die showing {face}", face=face)), die(face, size, paint), at=at)
        else:
            yield svg.group(_unseen(size) if face == HIDDEN else svg.slot(Box(0, 0, size, size)), at=at)


def grid(count: int, box: Box, largest: float, *, middle: bool = False) -> tuple[list[tuple[float, float]], float]:
    """Return the places of dice in rows in a box, and their size: as large as possible."""
    if not count:
        return [], 0.0
    # Of equal sizes, the one with the fewest rows.
    size, fewest = max((_fitting(count, rows, box, largest), -rows) for rows in range(1, count + 1))
    rows, pitch = -fewest, size + GAP
    across = -(-count // rows)
    left = box.x + ((box.width + GAP - across * pitch) / 2 if middle else 0)
    top = box.y + (box.height + GAP - rows * pitch) / 2
    return [(left + place % across * pitch, top + place // across * pitch) for place in range(count)], size


def _fitting(count: int, rows: int, box: Box, largest: float) -> float:
    """Return how large dice in some rows can be."""
    across = -(-count // rows)
    return min(largest, (box.width + GAP) / across - GAP, (box.height + GAP) / rows - GAP)


@lru_cache(maxsize=512)
def die(face: int, size: float, paint: str) -> str:
    """Return a die with its pips, or with its number if it has more than six faces."""
    ink, edge = svg.ink_on(paint), svg.INK if paint == IVORY else CHALK
    body = svg.rect(Box(0, 0, size, size), fill=paint, edge=edge, corner=size / 5)
    if face not in PIPS:
        letters = svg.text(size / 2, size * 0.68, face, round(size / 2, 1), anchor="middle", bold=True, fill=ink)
        return body + letters
    return body + "".join(
        svg.circle((size * (0.5 + 0.27 * across), size * (0.5 + 0.27 * down)), size * 0.1, fill=ink)
        for across, down in PIPS[face]
    )


@lru_cache(maxsize=64)
def _unseen(size: float) -> str:
    """Return a die whose face only its owner can see."""
    mark = svg.text(size / 2, size * 0.74, "?", round(size * 0.65, 1), anchor="middle", bold=True, fill=CHALK)
    return svg.rect(Box(0, 0, size, size), fill=DEEP, edge=SEAM, corner=size / 5) + mark


@cache
def cup_over(paint: str) -> str:
    """Return a cup with its opening at the bottom, and a band of its owner's paint."""
    return (
        svg.element("ellipse", cx=48, cy=62, rx=62, ry=14, fill=DEEP)
        + svg.path("M24,2 H72 L90,50 Q48,60 6,50 Z", LEATHER)
        + svg.path("M24,2 Q48,-4 72,2 L73,6 Q48,1 23,6 Z", RIM)
        + svg.path("M17,22 Q48,28 79,22 L83,33 Q48,40 13,33 Z", paint, stroke=STITCH)
        + svg.path("M9,42 Q48,51 87,42 L91,51 Q48,62 5,51 Z", RIM)
    )


@cache
def cup_beside(paint: str) -> str:
    """Return a cup that lies next to its dice."""
    return (
        svg.element("ellipse", cx=27, cy=58, rx=28, ry=7, fill=DEEP)
        + svg.path("M4,12 L42,2 Q58,28 46,60 L8,50 Q-2,32 4,12 Z", LEATHER)
        + svg.path("M19,8 L30,5 Q42,30 33,56 L22,54 Q30,30 19,8 Z", paint, stroke=STITCH)
        + svg.element("ellipse", cx=44, cy=31, rx=10, ry=29, fill=RIM)
        + svg.element("ellipse", cx=45, cy=31, rx=6.5, ry=24, fill=DEEP)
    )
