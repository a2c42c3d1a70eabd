"""The cover of Titan Race: a titan storms over hexes of lava and cities."""

from __future__ import annotations

from games.kit.board import svg

NIGHT, LAVA, STONE, GLOW, TITAN, SKIN = "#5a2a0c", "#e8722a", "#d9c7a3", "#ffd75e", "#4b2e83", "#8e6cc9"
HEX = "M0,-58 L50,-29 V29 L0,58 L-50,29 V-29 Z"
FIELDS = (
    (36, 34, STONE),
    (138, 34, LAVA),
    (240, 34, STONE),
    (342, 34, LAVA),
    (87, 122, LAVA),
    (189, 122, STONE),
    (291, 122, LAVA),
    (-14, 122, STONE),
    (36, 210, STONE),
    (138, 210, LAVA),
    (240, 210, STONE),
)
WAVE = "M-30,0 q8,-14 15,0 t15,0 t15,0 t15,0"
HEAD = "M-44,52 C-56,0 -44,-38 -30,-46 L-44,-78 L-8,-54 H8 L44,-78 L30,-46 C44,-38 56,0 44,52 Z"

COVER = svg.cover(
    NIGHT,
    *(svg.shape(HEX, (x, y), paint, 0.96) for x, y, paint in FIELDS),
    *(
        svg.shape(WAVE, (x, y + down), "none", 1, stroke=GLOW, stroke_width=6)
        for x, y, paint in FIELDS
        if paint == LAVA
        for down in (-12, 12)
    ),
    *(
        svg.rect(svg.Box(left, top, 120 - left, 10), fill=svg.SHEET, corner=5)
        for left, top in ((20, 84), (0, 112), (34, 140))
    ),
    svg.circle((186, 108), 80, fill=TITAN, edge=svg.SHEET, stroke_width=6),
    svg.shape(HEAD, (186, 118), SKIN),
    svg.path("M158,100 L180,110 L160,116 Z M214,100 L192,110 L212,116 Z", GLOW),
    svg.path("M156,136 H216 L206,152 L196,138 L186,152 L176,138 L166,152 Z", svg.SHEET),
)
