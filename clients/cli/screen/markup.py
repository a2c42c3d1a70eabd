"""Foreign text as the markup of a terminal: it styles nothing, moves no cursor and begins no line."""

from __future__ import annotations

from rich import markup

from gunbai_record.text.foreign import visible


def escape(text: str) -> str:
    """Return a text as markup that shows it as it is, on one line."""
    return markup.escape(visible(text))


def escape_lines(text: str) -> str:
    """Return a text of several lines as such markup, with its line ends."""
    return "\n".join(map(escape, text.split("\n")))
