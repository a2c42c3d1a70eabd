"""The cover of Shogun: a castle, and the armies before it as cubes."""

from __future__ import annotations

from games.kit.board import svg

SKY, SUN, WALL, ROOF, STONE = "#a3361f", "#f2b35b", "#fbf1dc", "#2a1c1a", "#6d4a3a"
ROOFS = ((160, 48, 46), (160, 88, 70), (160, 132, 96))
"""The middle, the lower edge and half the width of each roof."""
CUBES = (
    (18, 150, "blue"),
    (54, 164, "yellow"),
    (30, 114, "green"),
    (250, 164, "purple"),
    (286, 150, "red"),
    (272, 114, "black"),
)


def _cube(left: float, top: float, paint: str) -> str:
    """Return a cube with its lit top and its dark side."""
    side = svg.path(f"M{left + 28},{top} l8,-9 v28 l-8,9 Z", svg.INK, fill_opacity=0.55)
    lid = svg.path(f"M{left},{top} l8,-9 h28 l-8,9 Z", svg.SHEET, fill_opacity=0.6)
    return (
        svg.rect(svg.Box(left, top - 9, 36, 37), fill=paint)
        + svg.rect(svg.Box(left, top, 28, 28), fill=paint)
        + lid
        + side
    )


COVER = svg.cover(
    SKY,
    svg.circle((160, 84), 80, fill=SUN),
    svg.path("M76,200 L96,132 H224 L244,200 Z", STONE),
    svg.path("M132,48 H188 V96 H204 V140 H116 V96 H132 Z", WALL),
    *(
        svg.element(
            "path",
            d=f"M{x},{y - 36} L{x + half - 12},{y - 10} Q{x + half},{y - 4} {x + half + 8},{y - 14} "
            f"L{x + half},{y + 6} H{x - half} L{x - half - 8},{y - 14} Q{x - half},{y - 4} {x - half + 12},{y - 10} Z",
            fill=ROOF,
        )
        for x, y, half in ROOFS
    ),
    svg.path("M146,200 V168 Q160,152 174,168 V200 Z", ROOF),
    *(_cube(left, top, svg.PAINT[name]) for left, top, name in CUBES),
)
