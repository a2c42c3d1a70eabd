"""Consoles whose output cannot control the terminal, even if a player wrote the text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from gunbai_record.text.foreign import visible_lines

PIPED_WIDTH = 200
"""The width of tables that do not go to a terminal."""


class TerminalConsole(Console):
    """A console that shows control characters as escapes."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments to print."""
        for segment in super().render(renderable, options):
            shown = segment.text if segment.control else visible_lines(segment.text)
            yield segment if shown == segment.text else Segment(shown, segment.style)


def console_on(file: TextIO) -> TerminalConsole:
    """Return a console as wide as its terminal; piped output is not wrapped."""
    width = None if file.isatty() else PIPED_WIDTH
    # Rich would make a picture of a player called :smile:, and read the names of all pictures at each start.
    return TerminalConsole(file=file, highlight=False, soft_wrap=True, width=width, emoji=False)
