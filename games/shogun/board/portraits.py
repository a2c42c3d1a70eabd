"""The crests of the daimyo, white on the paint of each."""

from __future__ import annotations

from games.kit.board import svg


def _path(d: str, fill: str) -> str:
    return svg.element("path", d=d, fill=fill)


def _around(turns: int, path: str, fill: str) -> str:
    """Return a path that is repeated around the middle."""
    return "".join(
        svg.element("path", d=path, fill=fill, transform=f"rotate({360 * turn / turns:g} 32 32)")
        for turn in range(turns)
    )


LEAF = "M32,31 C20,26 20,14 32,7 C44,14 44,26 32,31 Z"
DIAMOND = "M32,6 L44,18 L32,30 L20,18 Z"


def crest(colour: str, ink: str, paint: str) -> str:
    """Return the crest of the daimyo with a colour: in ink, on paint."""
    match colour:
        case "blue":
            return svg.circle((32, 32), 25, fill=ink) + _around(
                2, "M32,30 C16,26 12,16 14,12 C24,14 40,14 50,12 C52,16 48,26 32,30 Z", paint
            )
        case "yellow":
            dots = "".join(svg.circle((x, y), 9, fill=ink) for x, y in ((32, 32), (20, 49), (44, 49)))
            return svg.rect(svg.Box(8, 8, 48, 11), fill=ink, corner=2) + dots
        case "red":
            return svg.circle((32, 32), 28, fill=ink) + svg.circle((32, 32), 25, fill=paint) + _around(3, LEAF, ink)
        case "black":
            return _around(4, DIAMOND, ink)
        case _:
            flowers = "".join(
                svg.circle((x, y), 4, fill=ink) for x, y in ((32, 8), (32, 17), (20, 13), (20, 22), (44, 13), (44, 22))
            )
            leaves = "M32,58 C22,52 22,38 32,28 C42,38 42,52 32,58 Z M27,54 C12,56 6,46 6,34 C18,34 26,42 27,54 Z M37,54 C52,56 58,46 58,34 C46,34 38,42 37,54 Z"
            return flowers + _path(leaves, ink)
