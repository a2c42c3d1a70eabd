"""Read a position's picture, which describes its board and spots in words for terminals and screen readers.

A seat's panel also gives the seat's colour (`data-colour`), so that charts of the game can use the same colour.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

PANEL = re.compile(r'data-spot="seat:([0-9]+)" data-colour="')
FIGURE = re.compile(r' data-figure=""><g><title>([^<]*)</title>.*?<text[^>]*>(-?[0-9]+)</text>', re.DOTALL)


class Figure(NamedTuple):
    """A number that the panel of a seat shows."""

    seat: int
    words: str
    """What the number counts, such as "points"."""
    value: int


def text_board(svg: str) -> str:
    """Return the board as text from a position's SVG; "" if it has none."""
    match = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    return html.unescape(match[1]) if match else ""


def spot_words(svg: str) -> dict[str, str]:
    """Return the words in a position's SVG at each spot that a command can point at, such as "die:3"."""
    spots = re.findall(r'data-spot="([^"]*)"[^>]*><title>(.*?)</title>', svg, re.DOTALL)
    return {html.unescape(spot): html.unescape(words) for spot, words in spots}


def chief_figures(svg: str) -> list[Figure]:
    """Return the most important number of each seat, such as its points: the first on its panel in a position's SVG."""
    _, *parts = PANEL.split(svg)
    panels = zip(map(int, parts[::2]), map(FIGURE.search, parts[1::2]), strict=True)
    return [Figure(seat, html.unescape(found[1]), int(found[2])) for seat, found in panels if found]


def seat_colours(svg: str) -> dict[int, str]:
    """Return the colour of each seat in a position's SVG, such as "#22629f", if it has panels of seats."""
    colours: dict[int, str] = {}
    for seat, colour in re.findall(r'data-spot="seat:([0-9]+)" data-colour="(#[0-9a-f]{6})"', svg):
        colours.setdefault(int(seat), colour)
    return colours
