"""The cover of INFLUDANCE Duel: two hats face each other across a field of arrows."""

from __future__ import annotations

from games.kit.board import svg

SAND, FIELD, RED, BLUE, BAND = "#7a3a88", "#f3dfb6", "#b3362c", "#22629f", "#26211c"
HAT = "M-62,22 Q-66,6 -40,12 L-30,-24 Q-14,-38 0,-28 Q14,-38 30,-24 L40,12 Q66,6 62,22 Q0,48 -62,22 Z"
RIBBON = "M-36,0 Q0,14 36,0 L40,12 Q0,28 -40,12 Z"
ARROW = "M-34,-7 H10 V-20 L36,0 L10,20 V7 H-34 Z"


def _hat(x: float, y: float, paint: str) -> str:
    """Return the hat of a cowboy, as one sees it from above the brim."""
    return svg.shape(HAT, (x, y), paint, 1, stroke=svg.SHEET, stroke_width=3) + svg.shape(RIBBON, (x, y), BAND)


COVER = svg.cover(
    SAND,
    *(
        svg.rect(svg.Box(10 + 102 * column, 8 + 94 * row, 96, 90), fill=FIELD, corner=8)
        for column in range(3)
        for row in range(2)
    ),
    _hat(80, 54, RED),
    _hat(240, 150, BLUE),
    svg.element("g", svg.shape(ARROW, (0, 0), RED), transform="translate(216 54)"),
    svg.element("g", svg.shape(ARROW, (0, 0), BLUE), transform="translate(104 148) rotate(180)"),
)
