"""Pictures of positions: the board and its spots in words, which every picture has for terminals and screen readers."""

from __future__ import annotations

import html
import re


def text_board(svg: str) -> str:
    """Return the board as text from the SVG of a position; "" if it has none."""
    found = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def spot_words(svg: str) -> dict[str, str]:
    """Return what an SVG of a position says in words at each spot at which a command can point, such as "die:3"."""
    found = re.findall(r'data-spot="([^"]*)"[^>]*><title>(.*?)</title>', svg, re.DOTALL)
    return {html.unescape(spot): html.unescape(words) for spot, words in found}
