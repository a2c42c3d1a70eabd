"""The cover of King of Tokyo: a monster rises behind the city at night."""

from __future__ import annotations

from games.kit.board import svg

NIGHT, MOON, MONSTER, BELLY, CITY, WINDOW = (
    "#123f33",
    "#ffd75e",
    "#58b368",
    "#a6d98f",
    "#0b231d",
    "#ffe9a0",
)
TOWERS = ((0, 128, 44), (40, 100, 34), (70, 146, 40), (214, 140, 36), (246, 92, 30), (272, 122, 48))
"""The left side, the top and the width of each tower."""
WINDOWS = ((12, 142), (52, 116), (52, 138), (258, 108), (258, 132), (290, 138), (84, 162), (228, 158))

COVER = svg.cover(
    NIGHT,
    svg.circle((160, 92), 78, fill=MOON),
    svg.path(
        "M98,200 C92,118 104,60 128,44 L118,14 L144,34 H176 L202,14 L192,44 C216,60 228,118 222,200 Z",
        MONSTER,
    ),
    svg.path("M126,200 C126,150 142,134 160,134 C178,134 194,150 194,200 Z", BELLY),
    svg.path("M128,70 L152,80 L130,88 Z M192,70 L168,80 L190,88 Z", svg.SHEET),
    svg.path(
        "M126,104 H194 L186,122 L176,106 L168,122 L160,106 L152,122 L144,106 L134,122 Z",
        svg.SHEET,
        stroke=CITY,
        stroke_width=4,
    ),
    *(svg.rect(svg.Box(left, top, width, 200 - top), fill=CITY) for left, top, width in TOWERS),
    *(svg.rect(svg.Box(left, top, 9, 11), fill=WINDOW) for left, top in WINDOWS),
    svg.rect(svg.Box(0, 184, 320, 16), fill=CITY),
)
