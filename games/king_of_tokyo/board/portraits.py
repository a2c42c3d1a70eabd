"""The portraits of the monsters of King of Tokyo."""

from __future__ import annotations

from games.kit.board import svg
from games.kit.board.svg import Portrait

EYE, PUPIL, TOOTH, STEEL, GOLD = "#fffdf4", "#1b1b1b", "#fffdf4", "#aeb9c4", "#ffd75e"


def _eyes(*places: tuple[float, float, float]) -> str:
    """Return round eyes: the middle and the radius of each."""
    return "".join(
        svg.circle((x, y), radius, fill=EYE) + svg.circle((x, y + 1), radius / 2, fill=PUPIL) for x, y, radius in places
    )


def _two(path: str, fill: str) -> str:
    """Return a path, and the same on the other side."""
    return svg.path(path, fill) + svg.element("g", svg.path(path, fill), transform="translate(64 0) scale(-1 1)")


PORTRAITS = {
    "gigazaur": Portrait(
        "#1c5a49",
        svg.path("M17,26 L13,11 L25,19 L32,3 L39,19 L51,11 L47,26 Z", "#e8813a")
        + svg.path("M11,64 C7,40 14,16 32,16 C50,16 57,40 53,64 Z", "#58b368")
        + svg.path("M20,64 C20,50 25,46 32,46 C39,46 44,50 44,64 Z", "#a6d98f")
        + _two("M17,27 L29,32 L19,37 Z", EYE)
        + svg.path("M16,42 H48 L44,52 L40,44 L36,52 L32,44 L28,52 L24,44 L20,52 Z", TOOTH),
    ),
    "cyberbunny": Portrait(
        "#5b2a6e",
        _two("M28,30 C12,24 12,8 18,2 C26,6 30,16 30,28 Z", "#f4b6d2")
        + _two("M26,26 C18,20 17,12 19,7 C24,11 26,18 26,26 Z", "#e0689f")
        + svg.path("M8,64 C8,40 16,24 32,24 C48,24 56,40 56,64 Z", "#f4b6d2")
        + svg.path("M32,24 C48,24 56,40 56,64 H38 V24 Z", STEEL)
        + _eyes((23, 39, 6))
        + svg.circle((45, 39), 7, fill="#2b3440")
        + svg.circle((45, 39), 3.5, fill="#ff3b30")
        + svg.path("M28,47 H36 L32,52 Z", "#e0689f")
        + svg.rect(svg.Box(27, 54, 10, 10), fill=TOOTH, edge="#7a4a63", thick=1.5, corner=1),
    ),
    "kraken": Portrait(
        "#123c69",
        _two("M26,46 C16,40 14,52 8,46 C2,40 8,30 13,36 C4,26 -2,44 5,52 C10,58 18,54 20,62 H32 Z", "#d1495b")
        + svg.path("M12,34 C12,14 20,4 32,4 C44,4 52,14 52,34 C52,46 46,52 32,52 C18,52 12,46 12,34 Z", "#e8637a")
        + _two("M25,50 C24,58 18,58 18,64 H30 V50 Z", "#e8637a")
        + _eyes((23, 31, 7.5), (41, 31, 7.5))
        + svg.path("M26,43 H38 L32,49 Z", "#5c1626")
        + svg.circle((24, 14), 3, fill="#f7a8b5")
        + svg.circle((34, 10), 2.5, fill="#f7a8b5"),
    ),
    "the_king": Portrait(
        "#7d3b16",
        svg.path("M9,64 C6,40 14,20 32,20 C50,20 58,40 55,64 Z", "#3b2a22")
        + svg.path("M15,22 L12,5 L23,13 L32,2 L41,13 L52,5 L49,22 Z", GOLD)
        + svg.path("M16,36 C16,28 27,28 32,32 C37,28 48,28 48,36 C48,44 50,62 32,62 C14,62 16,44 16,36 Z", "#b98a67")
        + _eyes((24, 37, 4.5), (40, 37, 4.5))
        + svg.path("M28,45 L26,49 H38 L36,45 Z", "#3b2a22")
        + svg.path("M20,53 H44 C42,60 22,60 20,53 Z", "#3b2a22")
        + svg.path("M23,53 L26,58 L29,53 Z M35,53 L38,58 L41,53 Z", TOOTH),
    ),
    "mekadragon": Portrait(
        "#27313f",
        _two("M20,26 L4,4 L28,18 Z", GOLD)
        + svg.path("M18,18 H46 L54,36 L46,64 H18 L10,36 Z", STEEL)
        + svg.path("M18,18 H32 V64 H18 L10,36 Z", "#8796a5")
        + svg.path("M14,30 H50 L46,40 H18 Z", "#1a222c")
        + svg.path("M20,33 H29 L27,37 H21 Z M35,33 H44 L43,37 H37 Z", "#ff3b30")
        + svg.path("M20,50 H44 V60 H20 Z", "#1a222c")
        + svg.path("M20,50 L24,56 L28,50 L32,56 L36,50 L40,56 L44,50 Z", TOOTH)
        + svg.circle((27, 45), 1.7, fill="#1a222c")
        + svg.circle((37, 45), 1.7, fill="#1a222c"),
    ),
    "alienoid": Portrait(
        "#2a2f6b",
        _two("M26,20 L16,6 L19,4 L30,18 Z", "#7fd13b")
        + svg.circle((16, 5), 4.5, fill=GOLD)
        + svg.circle((48, 5), 4.5, fill=GOLD)
        + svg.path("M4,32 C4,18 18,14 32,14 C46,14 60,18 60,32 C60,46 44,48 42,64 H22 C20,48 4,46 4,32 Z", "#7fd13b")
        + _eyes((16, 31, 7), (48, 31, 7), (32, 28, 8.5))
        + svg.path("M24,46 Q32,53 40,46 L39,50 Q32,57 25,50 Z", "#2f5d13"),
    ),
}
"""The monsters by their ids."""
