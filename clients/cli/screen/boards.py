"""Boards: the position as text, which its picture carries, as a person at a terminal reads it again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from clients.cli.screen.markup import escape
from clients.cli.screen.output import Hanging
from gunbai_client.picture import text_board

MOST_CHANGED = 0.4
"""Show only the changed lines if they are at most this share of the board."""
INDENT = 6
"""How far from the left a line goes on where it is broken: right of the numbers of choices."""


def board_lines(svg: str, seen: str = "") -> Iterator[str]:
    """Yield the text board of a picture as markup; after an earlier one, only its new lines if they are few."""
    lines, before = text_board(svg).splitlines(), text_board(seen).splitlines()
    # The first line names the version, which is new every time.
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
