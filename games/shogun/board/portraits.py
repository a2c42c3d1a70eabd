"""The crests of the daimyo."""

from __future__ import annotations

from collections.abc import Iterable

from games.kit.board import svg

LEAF = "M32,31 C20,26 20,14 32,7 C44,14 44,26 32,31 Z"
DIAMOND = "M32,6 L44,18 L32,30 L20,18 Z"
BIRD = "M32,30 C16,26 12,16 14,12 C24,14 40,14 50,12 C52,16 48,26 32,30 Z"
FOLIAGE = (
    "M32,58 C22,52 22,38 32,28 C42,38 42,52 32,58 Z M27,54 C12,56 6,46 6,34 C18,34 26,42 27,54 Z "
    "M37,54 C52,56 58,46 58,34 C46,34 38,42 37,54 Z"
)
STONES = ((32, 32, 9), (20, 49, 9), (44, 49, 9))
BLOSSOMS = ((32, 8, 4), (32, 17, 4), (20, 13, 4), (20, 22, 4), (44, 13, 4), (44, 22, 4))


def _around(turns: int, path: str, fill: str) -> str:
    """Return a path that is repeated around the middle."""
    angles = (360 * turn / turns for turn in range(turns))
    return "".join(svg.path(path, fill, transform=f"rotate({angle:g} 32 32)") for angle in angles)


def _dots(places: Iterable[tuple[float, float, float]], fill: str) -> str:
    """Return discs: the middle and the radius of each."""
    return "".join(svg.circle((x, y), radius, fill=fill) for x, y, radius in places)


def crest(colour: str, ink: str, paint: str) -> str:
    """Return the crest of the daimyo with a colour: in ink, on paint."""
    match colour:
        case "blue":
            return _dots([(32, 32, 25)], ink) + _around(2, BIRD, paint)
        case "yellow":
            return svg.rect(svg.Box(8, 8, 48, 11), fill=ink, corner=2) + _dots(STONES, ink)
        case "red":
            return _dots([(32, 32, 28)], ink) + _dots([(32, 32, 25)], paint) + _around(3, LEAF, ink)
        case "black":
            return _around(4, DIAMOND, ink)
        case _:
            return _dots(BLOSSOMS, ink) + svg.path(FOLIAGE, ink)
