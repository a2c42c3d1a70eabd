"""Charts of how something went for each seat of a game, as SVG: versions to the right, values upwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT, MARGIN = 720, 320, 40
"""The picture, in pixels."""
COLOURS = ("#b03a2e", "#1f618d", "#1e8449", "#b9770e", "#6c3483", "#117a65", "#5d6d7e")


class Course(NamedTuple):
    """How something went for a seat: its name, the value at first, and what it became, each with its version."""

    name: str
    begin: float
    points: Sequence[tuple[int, float]]


class Scale(NamedTuple):
    """The lowest value and the highest one, with what is written there."""

    low: float
    high: float
    low_words: str
    high_words: str

    def place(self, value: float) -> float:
        """Return how far down a value is, in pixels."""
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - self.low) / (self.high - self.low)


def chart(heading: str, courses: Sequence[Course], scale: Scale, last_words: str = "") -> str:
    """Return the courses of a game as SVG, with words for its last version in place of the English ones."""
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
    colour = COLOURS[number % len(COLOURS)]
    path = [f"M{MARGIN} {scale.place(course.begin):.1f}"]
    for version, value in course.points:
        across = MARGIN + (WIDTH - 2 * MARGIN) * version / last
        path.append(f"H{across:.1f}V{scale.place(value):.1f}")
    x = MARGIN + 8 + 130 * (number % 5)
    label = f'<text x="{x}" y="{20 + 16 * (number // 5)}" font-size="14" fill="{colour}">{_escaped(course.name)}</text>'
    return (f'<path d="{"".join(path)}" fill="none" stroke="{colour}" stroke-width="2"/>', label)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
