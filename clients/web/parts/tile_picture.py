"""The picture of a position for a tile: its board if it has one, otherwise everything below the heading."""

from __future__ import annotations

import re
from typing import NamedTuple

BOX = re.compile(r'<g\b[^>]*?\bdata-box="([0-9. -]+)"(?:[^>]*?\bdata-scale="[0-9.]+ ([0-9.]+)")?')
VIEW_BOX = re.compile(r'(<svg[^>]*?) viewBox="([0-9. -]+)"')
UNSHOWN = re.compile(r'<desc>.*?</desc>|<g data-far="" display="none">.*?</g>', re.DOTALL)
"""What a tile has no use for: the board as text, and what replaces parts of a board on a small page."""
LARGE = 1.4
"""A part that may grow this much is the board itself, as the page lays it out."""
AROUND = 8
"""How many units around the parts of a picture without a board are shown."""


class Box(NamedTuple):
    """A rectangle in a picture."""

    x: float
    y: float
    width: float
    height: float


def crop(svg: str) -> str:
    """Return a picture that shows the most telling part of another one; a board fills whatever shape it is shown in."""
    boxes = [(Box(*map(float, box.split())), float(most or 0)) for box, most in BOX.findall(svg)]
    found = VIEW_BOX.search(svg)
    if found is None or not boxes:
        return svg
    board = next((box for box, most in boxes if most >= LARGE), None)
    shown = board or _below(Box(*map(float, found[2].split())), [box for box, _ in boxes])
    ratio = "xMidYMid slice" if board else "xMidYMin meet"
    whole = UNSHOWN.sub("", svg)
    return VIEW_BOX.sub(
        rf'\1 viewBox="{" ".join(f"{part:g}" for part in shown)}" preserveAspectRatio="{ratio}"', whole, count=1
    )


def _below(whole: Box, boxes: list[Box]) -> Box:
    """Return the part of a picture below its heading."""
    left, top = (min(box[axis] for box in boxes) - AROUND for axis in (0, 1))
    right = max(box.x + box.width for box in boxes) + AROUND
    return Box(left, top, right - left, whole.y + whole.height - top)
