"""Charts of how a value developed for each seat of a game, as SVG: versions run to the right, values upwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

WIDTH, HEIGHT, MARGIN = 720, 320, 40
"""The size of the picture in pixels."""
COLOURS = ("#22629f", "#b3362c", "#3c7434", "#76418f", "#7d5228", "#eab92d", "#38332e")
"""The seats' colours in pictures of positions, for a title that gives its players no colours."""


class Course(NamedTuple):
    """The course of a seat's value: the name, the first value, and the later values, each with its version."""

    name: str
    begin: float
    points: Sequence[tuple[int, float]]
    colour: str = ""
    """The colour of the line; if empty, the colour for its place in the chart."""


class Scale(NamedTuple):
    """The lowest and the highest value, with their labels."""

    low: float
    high: float
    low_words: str
    high_words: str

    def place(self, value: float) -> float:
        """Return how far down a value is, in pixels."""
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - self.low) / (self.high - self.low)


def colour_of(seat: int, colours: Mapping[int, str]) -> str:
    """Return a seat's colour: the one in the game's pictures, or else the colour for its number."""
    return colours.get(seat) or COLOURS[(seat - 1) % len(COLOURS)]


def chart(heading: str, courses: Sequence[Course], scale: Scale, last_words: str = "") -> str:
    """Return a game's courses as SVG; `words` replace the English words."""
    last = max((version for course in courses for version, _ in course.points), default=1)
    lines = [line for number, course in enumerate(courses) for line in _line(course, scale, number, last)]
    middle = HEIGHT / 2
    end = _escaped(last_words or f"version {last}")
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
            f"<title>{_escaped(heading)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<path d="M{MARGIN} {middle}H{WIDTH - MARGIN}" stroke="#999"/>',
            f'<text x="4" y="{MARGIN}" font-size="12">{scale.high_words}</text>',
            f'<text x="4" y="{HEIGHT - MARGIN}" font-size="12">{scale.low_words}</text>',
            f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" font-size="12" text-anchor="end">{end}</text>',
            *lines,
            "</svg>",
            "",
        )
    )


def _line(course: Course, scale: Scale, number: int, last: int) -> Sequence[str]:
    colour = course.colour or colour_of(number + 1, {})
    path = [f"M{MARGIN} {scale.place(course.begin):.1f}"]
    for version, value in course.points:
        across = MARGIN + (WIDTH - 2 * MARGIN) * version / last
        path.append(f"H{across:.1f}V{scale.place(value):.1f}")
    x, y = MARGIN + 8 + 130 * (number % 5), 20 + 16 * (number // 5)
    return (
        f'<path d="{"".join(path)}" fill="none" stroke="{colour}" stroke-width="2"/>',
        f'<rect x="{x - 14}" y="{y - 10}" width="10" height="10" fill="{colour}"/>',
        f'<text x="{x}" y="{y}" font-size="14">{_escaped(course.name)}</text>',
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
