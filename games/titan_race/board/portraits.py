"""The faces of the titans, drawn on the paint of each."""

from __future__ import annotations

from games.kit.board import svg

BONE, GLOW, DARK = "#fff3d6", "#ffd75e", "#26211c"


def _path(d: str, fill: str) -> str:
    return svg.path(d, fill, stroke=DARK, stroke_width=2)


def _two(path: str, fill: str) -> str:
    """Return a path, and the same on the other side."""
    return _path(path, fill) + svg.element("g", _path(path, fill), transform="translate(64 0) scale(-1 1)")


def _eyes(*places: tuple[float, float, float]) -> str:
    """Return round eyes: the middle and the radius of each."""
    return "".join(
        svg.circle((x, y), radius, fill=svg.SHEET, edge=DARK) + svg.circle((x, y), radius / 2, fill=DARK)
        for x, y, radius in places
    )


FACES = {
    "rassik": _two("M22,44 C8,44 8,58 20,60 C16,54 20,50 28,50 Z", "#d97b4a")
    + _path("M14,34 C14,18 22,8 32,8 C42,8 50,18 50,34 C50,46 42,52 32,52 C22,52 14,46 14,34 Z", "#d97b4a")
    + _eyes((23, 32, 5.5), (41, 32, 5.5), (28, 20, 3.5), (36, 20, 3.5)),
    "ragnarok": _two("M16,26 C6,24 4,12 8,4 C12,12 18,14 24,16 Z", BONE)
    + _path("M14,30 H50 C52,48 42,60 32,62 C22,60 12,48 14,30 Z", "#d9812f")
    + _path("M14,30 C14,14 22,8 32,8 C42,8 50,14 50,30 Z", "#b9c3cc")
    + _path("M18,30 H46 V40 H36 L32,46 L28,40 H18 Z", "#f0c9a4")
    + _eyes((24, 34, 4), (40, 34, 4)),
    "kraken": _two("M20,40 C6,42 4,56 14,58 C12,50 18,50 18,58 H27 V46 Z", "#7fd0c6")
    + _path("M14,28 C14,12 22,5 32,5 C42,5 50,12 50,28 C50,40 44,50 32,50 C20,50 14,40 14,28 Z", "#7fd0c6")
    + _eyes((32, 27, 10))
    + _path("M26,42 H38 L32,47 Z", DARK),
    "grinder": _path("M12,14 L18,6 L24,12 L32,5 L40,12 L46,6 L52,14 L50,40 H14 Z", "#b9c3cc")
    + _path("M16,20 H29 V28 H20 Z M48,20 H35 V28 H44 Z", GLOW)
    + _path("M10,38 H54 L50,58 H14 Z", "#8794a0")
    + _path("M14,42 H50 L46,52 L41,44 L36.5,54 L32,44 L27.5,54 L23,44 L18,52 Z", BONE),
    "slaugg": _two("M12,22 L6,6 L24,14 Z", BONE)
    + _path("M8,34 C8,18 18,12 32,12 C46,12 56,18 56,34 C56,50 46,60 32,60 C18,60 8,50 8,34 Z", "#b7d36a")
    + _eyes((21, 27, 5.5), (43, 27, 5.5))
    + _path("M14,40 H50 C48,52 40,55 32,55 C24,55 16,52 14,40 Z", "#8c2f39")
    + _path("M18,40 L22,48 L26,40 Z M38,40 L42,48 L46,40 Z", BONE),
    "chtoolhoo": _path(
        "M12,28 C12,12 20,4 32,4 C44,4 52,12 52,28 C52,36 48,42 44,44 H20 C16,42 12,36 12,28 Z", "#b79be0"
    )
    + _two("M18,42 C10,50 12,62 20,60 C17,56 19,54 24,54 L26,62 H32 V42 Z", "#b79be0")
    + _path("M17,24 L29,30 L19,35 Z M47,24 L35,30 L45,35 Z", GLOW),
}
"""The titans by their ids, DRAWN units wide and high."""
