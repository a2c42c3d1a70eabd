"""The cover of Liar's Dice: a cup, and the dice that it hides."""

from __future__ import annotations

from collections.abc import Iterable

from games.kit.board import svg

CLOTH, SHADOW, LEATHER, RIM, PIP = "#17667a", "#0f4654", "#8a5a2b", "#5a3717", "#26211c"
FIVE = ((-20, -20), (20, -20), (0, 0), (-20, 20), (20, 20))
THREE = ((-20, -20), (0, 0), (20, 20))


def _die(x: float, y: float, turn: float, pips: Iterable[tuple[int, int]]) -> str:
    """Return a die that lies turned by some degrees."""
    body = svg.rect(svg.Box(-38, -38, 76, 76), fill=svg.SHEET, edge=PIP, thick=3, corner=14)
    dots = [svg.circle(pip, 8, fill=PIP) for pip in pips]
    return svg.element("g", body, *dots, transform=f"translate({x} {y}) rotate({turn})")


COVER = svg.cover(
    CLOTH,
    svg.element("ellipse", cx=160, cy=176, rx=150, ry=22, fill=SHADOW),
    svg.path("M58,36 L182,10 L214,150 Q150,186 84,172 Z", LEATHER),
    svg.path("M58,36 Q112,2 182,10 Q132,46 58,36 Z", RIM),
    svg.path("M78,144 L208,122 L214,150 Q150,186 84,172 Z", RIM),
    _die(212, 142, -12, FIVE),
    _die(276, 92, 14, THREE),
)
