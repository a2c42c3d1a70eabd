"""The cover of Samurai Spirit: a helmet with its crescent before the rising sun."""

from __future__ import annotations

from games.kit.board import svg

DUSK, SUN, HELMET, EDGE, MASK, CREST = "#2b376f", "#d9402b", "#161b33", "#7f8ccc", "#3c4a94", "#f2c14e"

COVER = svg.cover(
    DUSK,
    svg.circle((160, 100), 88, fill=SUN),
    svg.path(
        "M64,168 C66,132 84,120 100,112 H220 C236,120 254,132 256,168 L226,200 H94 Z",
        HELMET,
        stroke=EDGE,
        stroke_width=4,
    ),
    svg.path("M98,118 C98,58 130,42 160,42 C190,42 222,58 222,118 Z", HELMET, stroke=EDGE, stroke_width=4),
    svg.path("M104,116 H216 L206,200 H114 Z", MASK),
    svg.path("M84,112 H236 L222,134 H98 Z", EDGE),
    svg.path("M122,146 L152,156 L124,162 Z M198,146 L168,156 L196,162 Z", svg.SHEET),
    svg.path("M132,184 H188 L160,196 Z", HELMET),
    svg.path(
        "M160,104 C112,96 92,52 106,10 C110,52 134,72 160,76 C186,72 210,52 214,10 C228,52 208,96 160,104 Z",
        CREST,
    ),
)
