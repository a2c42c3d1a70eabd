"""Positions as small pictures for lists: the board without the header and the panels, as the visitor may see it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from starlette.requests import Request

from clients.web.frame.text import read_languages
from clients.web.frame.visitor import Visitor
from clients.web.parts.latest import Latest, names_in
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_record.tokens import hash_of

SVG = "http://www.w3.org/2000/svg"
ET.register_namespace("", SVG)
MOST_KEPT = 256
"""How many small pictures are kept in memory; one of Shogun takes 60 kB."""
EDGE = 4
"""How many units around the board belong to it, for rings and outlines."""
FLATTEST, STEEPEST = 2.5, 0.5
"""How many times as wide as high a part is, at most and at least, to represent a position."""
LEAST = 0.1
"""How much of the whole picture a part takes, at least, to represent it."""
SHAPE = 8 / 5
"""How many times as wide as high the picture of a position without such a part is."""
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")

Key = tuple[str, int, str, bytes, tuple[str, ...]]
"""A game, a version, the languages, the hash of the token that reads the game, and the players' names."""


class Part(NamedTuple):
    """A part of a picture, and its rectangle: the upper left corner, the width and the height."""

    drawn: ET.Element
    x: float
    y: float
    width: float
    height: float


def key_of(request: Request, visitor: Visitor, info: GameInfo, version: int) -> Key:
    """Return the cache key of a picture for a visitor: nobody else gets what only this visitor can see."""
    return info.game, version, read_languages(request), hash_of(visitor.tokens.reading), names_in(info)


class Miniatures:
    """Cuts small pictures from the pictures of positions, and keeps the latest."""

    def __init__(self) -> None:
        self._kept = Latest[Key, str](MOST_KEPT)

    def get(self, key: Key) -> str | None:
        """Return the small picture of a position, if it is still kept."""
        return self._kept.get(key)

    def keep(self, key: Key, picture: str) -> str:
        """Return the small picture of a position, and keep it."""
        return self._kept.keep(key, cut(picture))


def cut(picture: str) -> str:
    """Return the board of a picture: its mat, or else its largest part.

    Without a large part, this is the upper part of the picture, and without any parts the whole picture.
    """
    try:
        whole = ET.fromstring(picture)  # noqa: S314 - the service drew it, and expat limits how entities grow
    except ET.ParseError:
        return picture
    size = [float(number) for number in NUMBER.findall(whole.get("viewBox", ""))]
    every = [part for child in whole for part in _parts(child)]
    if len(size) != 4 or not every:
        return picture
    shown = [child for child in whole if child.get("data-header") is None and child.get("data-choice") is None]
    for mat in whole.findall("*[@data-mat]"):
        return _draw(shown, *(float(mat.get(side, 0)) for side in ("x", "y", "width", "height")))
    boards = [part for part in every if _can_represent(part, size[2] * size[3])]
    if boards:
        board = max(boards, key=lambda part: part.width * part.height)
        return _draw([board.drawn], board.x, board.y, board.width, board.height)
    left, top = min(part.x for part in every), min(part.y for part in every)
    width = max(part.x + part.width for part in every) - left
    height = max(part.y + part.height for part in every) - top
    return _draw(shown, left, top, width, min(height, width / SHAPE))


def _parts(child: ET.Element) -> Iterator[Part]:
    """Yield the parts of a picture in one of its elements."""
    numbers = [float(number) for number in NUMBER.findall(child.get("data-box", ""))]
    if len(numbers) == 4:
        yield Part(child, *numbers)
    elif child.get("data-band") is not None or child.get("data-fold") is not None:
        for within in child:
            yield from _parts(within)


def _can_represent(part: Part, area: float) -> bool:
    """Return whether a part alone shows how a game stands: a large one that is no panel of a seat."""
    if part.drawn.get("data-colour") is not None or not part.height:
        return False
    return STEEPEST <= part.width / part.height <= FLATTEST and part.width * part.height >= LEAST * area


def _draw(shown: list[ET.Element], x: float, y: float, width: float, height: float) -> str:
    """Return a picture of some elements: what is within a rectangle."""
    box = x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE
    sides = {"width": f"{box[2]:g}", "height": f"{box[3]:g}"}
    root = ET.Element(
        f"{{{SVG}}}svg",
        {"viewBox": " ".join(f"{side:g}" for side in box), **sides, "font-family": "sans-serif", "fill": "#26211c"},
    )
    root.extend(shown)
    return ET.tostring(root, encoding="unicode")
