"""Untrusted text as terminal markup: it applies no styles, moves no cursor and begins no line."""

from __future__ import annotations

from rich import markup

from gunbai_record.text.foreign import visible


def escape(text: str) -> str:
    """Return markup that shows a text as it is, on one line."""
    return markup.escape(visible(text))


def escape_lines(text: str) -> str:
    """Return such markup for a text of several lines, with its line breaks."""
    return "\n".join(map(escape, text.split("\n")))
