"""Pictures of positions: the board as text, which every picture carries for terminals and screen readers."""

from __future__ import annotations

import html
import re


def text_board(svg: str) -> str:
    """Return the board as text from the SVG of a position; "" if it has none."""
    found = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    return html.unescape(found[1]) if found else ""
