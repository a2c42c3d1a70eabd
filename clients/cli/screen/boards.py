"""Boards: a position as text, embedded in its picture, for a person who reads it repeatedly at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from clients.cli.screen.markup import escape
from clients.cli.screen.output import Hanging
from gunbai_client.picture import text_board

MOST_CHANGED = 0.4
"""Show only the changed lines if they make up at most this share of the board."""
INDENT = 6
"""How far the rest of a broken line is indented: past the numbers of the choices."""


def board_lines(svg: str, seen: str = "") -> Iterator[str]:
    """Yield a picture's text board as markup; after an earlier one, only its new lines if they are few."""
    lines, before = text_board(svg).splitlines(), text_board(seen).splitlines()
    # The first line names the version, so it always differs.
    changed = _changed(before[1:], lines[1:]) if before else lines
    if before and len(changed) <= MOST_CHANGED * len(lines):
        yield from (Hanging(f"[dim]│[/] {escape(line)}", INDENT) for line in changed)
        return
    for number, line in enumerate(lines):
        yield Hanging(f"[bold]{escape(line)}[/]" if number == 0 else escape(line), INDENT)


def _changed(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return the lines that are new."""
    matched = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    same = {place for block in matched for place in range(block.b, block.b + block.size)}
    return [line for place, line in enumerate(after) if place not in same]
