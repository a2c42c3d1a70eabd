"""Pictures of positions: how contract tests, playthroughs and the titles' tests draw a table without a service."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import cos, radians, sin
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from games.kit.board.caption import Caption
from games.kit.board.svg import width_of
from games.kit.rules.decider import Table, asked_seats, owed_steps
from games.kit.title import Title
from gunbai_record.plain import Plain, is_private

SVG = "{http://www.w3.org/2000/svg}"
UNDRAWN = {f"{SVG}title", f"{SVG}desc"}
ELSEWHERE = {"data-choice", "data-mat"}
"""What pages do not show as parts of the board, but in other ways."""


def is_for(message: Plain, reader: int | None) -> bool:
    """Return whether a reader may see a command or event while the game is on."""
    return not is_private(type(message)) or getattr(message, "seat", 0) == (reader or None)


def caption(
    title: Title[Any],
    table: Table,
    events: Iterable[Plain] = (),
    reader: int | None = None,
    players: Mapping[int, str] | None = None,
    *,
    recalled: Iterable[Plain] = (),
) -> Caption:
    """Return a table's caption for a reader, with what the reader may see of the last move.

    `recalled` are the events before the last move that the title continues to show.
    """
    seen = tuple(event for event in events if is_for(event, reader))
    return Caption(
        label=title.label,
        book=title.words.english,
        players=players or {},
        asked_seats=asked_seats(title.rules, table),
        steps=owed_steps(title.rules, table),
        events=seen,
        recalled=(*recalled, *(event for event in seen if type(event) in title.board.recalled)),
    )


def draw(
    title: Title[Any],
    table: Table,
    reader: int | None = None,
    events: Iterable[Plain] = (),
    players: Mapping[int, str] | None = None,
    *,
    recalled: Iterable[Plain] = (),
) -> str:
    """Return the picture of a table as a reader sees it."""
    return title.board.picture(
        title.rules.view(table, reader), caption(title, table, events, reader, players, recalled=recalled)
    )


def board(svg: str) -> list[str]:
    """Return the lines of a picture's text board."""
    return ET.fromstring(svg).findtext(f"{SVG}desc", "").splitlines()


def texts(svg: str) -> list[str]:
    """Return the texts that a picture shows; for a text that is cut, the whole."""
    nodes = ET.fromstring(svg).iter(f"{SVG}text")
    return [node.findtext(f"{SVG}title") or "".join(node.itertext()) for node in nodes]


def rings(svg: str) -> int:
    """Return how many things in a picture have the ring of the last move, not counting its sign in the header."""
    marked = [node for node in ET.fromstring(svg).iter() if node.get("data-mark") is not None]
    return max(0, len(marked) - 1)


def outside(svg: str) -> list[str]:
    """Return the rectangles, circles, ellipses, polygons and texts that extend beyond the viewBox."""
    root = ET.fromstring(svg)
    width, height = (float(part) for part in root.get("viewBox", "").split()[2:])
    shapes = []
    for node, at in _placed(root, Matrix(1, 0, 0, 1, 0, 0)):
        points = [at.of(x, y) for x, y in _corners(node)]
        if any(not (-1 <= x <= width + 1 and -1 <= y <= height + 1) for x, y in points):
            shapes.append(f"{node.tag.removeprefix(SVG)} {''.join(node.itertext())} at {points}")
    return shapes


def dropped(svg: str) -> list[str]:
    """Return what a page does not show, since it lays out the parts and lines around it: all but single texts.

    It shows the pictures of choices on its buttons, and gives the board the paint of its mat.
    """
    root = ET.fromstring(svg)
    children = list(root)
    header = next((at for at, node in enumerate(children) if node.get("data-header") is not None), -1)
    things = [node for node in children[header + 1 :] if node.tag not in UNDRAWN and not ELSEWHERE & set(node.attrib)]
    loose = _loose([node for node in things if not _is_panel(node)])
    for panel in filter(_is_panel, things):
        loose += _loose([node for node in panel if node.get("data-heading") is None and node.tag not in UNDRAWN])
    return [_named(node) for node in loose]


def _is_panel(node: ET.Element) -> bool:
    return node.get("data-colour") is not None and node.get("data-box") is not None


def _loose(nodes: list[ET.Element]) -> list[ET.Element]:
    """Return the drawings next to parts and lines; a drawing without any is a part as a whole."""
    while any(map(_holds_parts, nodes)):
        nodes = [inner for node in nodes for inner in (node if _holds_parts(node) else [node])]
    placed = [node for node in nodes if node.get("data-box") is not None or node.get("data-lines") is not None]
    return [node for node in nodes if node not in placed and node.tag != f"{SVG}text"] if placed else []


def _holds_parts(node: ET.Element) -> bool:
    return node.get("data-fold") is not None or node.get("data-band") is not None


def _named(node: ET.Element) -> str:
    """Return a short name of a drawing: its spot or title, or the first within it."""
    spot = next((inner.get("data-spot") for inner in node.iter() if inner.get("data-spot")), "")
    tip = next((inner.text for inner in node.iter(f"{SVG}title")), "")
    return " ".join(filter(None, (node.tag.removeprefix(SVG), spot or tip)))


class Matrix(NamedTuple):
    """An affine transformation, its six numbers in SVG's order."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def of(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point ends up."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, inner: Matrix) -> Matrix:
        """Return the transformation of what lies inside a transformed element."""
        (e, f), (ax, ay), (cx, cy) = self.of(inner.e, inner.f), self.of(inner.a, inner.b), self.of(inner.c, inner.d)
        return Matrix(ax - self.e, ay - self.f, cx - self.e, cy - self.f, e, f)


def _placed(node: ET.Element, at: Matrix) -> Iterator[tuple[ET.Element, Matrix]]:
    for kind, numbers in re.findall(r"(\w+)\(([^)]*)\)", node.get("transform", "")):
        at = at.then(_matrix(kind, [float(number) for number in re.split("[ ,]+", numbers)]))
    yield node, at
    for child in node:
        yield from _placed(child, at)


def _matrix(kind: str, numbers: list[float]) -> Matrix:
    if kind == "translate":
        return Matrix(1, 0, 0, 1, *numbers)
    if kind == "scale":
        return Matrix(numbers[0], 0, 0, numbers[-1], 0, 0)
    assert kind == "rotate"
    turn = radians(numbers[0])
    return Matrix(cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)


def _corners(node: ET.Element) -> list[tuple[float, float]]:
    number = {name: float(node.get(name, 0)) for name in ("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height")}
    match node.tag.removeprefix(SVG):
        case "rect":
            x, y = number["x"], number["y"]
            return [(x, y), (x + number["width"], y + number["height"])]
        case "circle" | "ellipse":
            across, down = number["rx"] or number["r"], number["ry"] or number["r"]
            return [(number["cx"] - across, number["cy"] - down), (number["cx"] + across, number["cy"] + down)]
        case "polygon":
            pairs = (point.split(",") for point in node.get("points", "").split())
            return [(float(x), float(y)) for x, y in pairs]
        case "text":
            words = "".join(part for part in (node.text, *(child.tail for child in node)) if part)
            wide = width_of(words, float(node.get("font-size", 0)), bold=node.get("font-weight") == "bold")
            left = number["x"] - wide * {"middle": 0.5, "end": 1}.get(node.get("text-anchor", ""), 0)
            return [(left, number["y"]), (left + wide, number["y"])]
    return []
