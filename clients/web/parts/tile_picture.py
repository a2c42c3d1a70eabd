"""The picture of a position for a tile: its board if it has one, otherwise everything below the heading."""

from __future__ import annotations

import re
from typing import NamedTuple

BOX = re.compile(r'<g\b[^>]*?\bdata-box="([0-9. -]+)"(?:[^>]*?\bdata-scale="[0-9.]+ ([0-9.]+)")?')
VIEW_BOX = re.compile(r'(<svg[^>]*?) viewBox="([0-9. -]+)"')
GROUP = re.compile(r"<g\b[^>]*?(/)?>|</g>")
UNSHOWN = re.compile(r'<(desc|title)>.*?</\1>|<g data-far="" display="none">.*?</g>', re.DOTALL)
"""What a tile has no use for: the board as text, hints, and what replaces parts of a board on a small page."""
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
    """Return a picture of only the most telling part of another one; a board fills whatever shape it is shown in."""
    parts = [(part.start(), Box(*map(float, part[1].split())), float(part[2] or 0)) for part in BOX.finditer(svg)]
    found = VIEW_BOX.search(svg)
    if found is None or not parts:
        return svg
    start, board = next(((at, box) for at, box, most in parts if most >= LARGE), (0, None))
    shown = board or _below(Box(*map(float, found[2].split())), [box for _, box, _ in parts])
    ratio = "xMidYMid slice" if board else "xMidYMin meet"
    heading = svg.find("<g data-header=")
    without_heading = svg.replace(_group(svg, heading), "", 1) if heading >= 0 else svg
    whole = f"{svg[: svg.index('>', found.end()) + 1]}{_group(svg, start)}</svg>" if board else without_heading
    return VIEW_BOX.sub(
        rf'\1 viewBox="{" ".join(f"{part:g}" for part in shown)}" preserveAspectRatio="{ratio}"',
        UNSHOWN.sub("", whole),
        count=1,
    )


def _group(svg: str, start: int) -> str:
    """Return the group that starts at a place."""
    depth, end = 0, len(svg)
    for tag in GROUP.finditer(svg, start):
        depth += -1 if tag[0] == "</g>" else 0 if tag[1] else 1
        if depth == 0:
            end = tag.end()
            break
    return svg[start:end]


def _below(whole: Box, boxes: list[Box]) -> Box:
    """Return the part of a picture below its heading."""
    left, top = (min(box[axis] for box in boxes) - AROUND for axis in (0, 1))
    right = max(box.x + box.width for box in boxes) + AROUND
    return Box(left, top, right - left, whole.y + whole.height - top)
