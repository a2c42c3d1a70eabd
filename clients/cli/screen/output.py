"""The output of a subcommand: text for a person, or JSON for a script."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar

import typer
from google.protobuf.message import Message
from rich.console import Console
from rich.table import Table
from rich.text import Text

from clients.cli.screen.encodings import is_unicode
from clients.cli.screen.terminal import console_on
from gunbai_record import messages
from gunbai_record.text.foreign import visible_json

if TYPE_CHECKING:
    from rich.progress import Progress

X = TypeVar("X")

AsJson = Annotated[
    bool,
    typer.Option("--json", help="Print JSON: one value, or one per line."),
]

_BAR = "\N{BOX DRAWINGS LIGHT VERTICAL}"
SCROLLED_AWAY = "\x1b[3J"
"""The control sequence that removes what has scrolled away."""
PROSE = 30
"""How many columns suffice for sentences in a table."""
_UNSEEN = Console(file=io.StringIO())
"""A console that measures words and prints nothing."""


class Hanging(str):
    """A line of markup. If a terminal breaks it, the parts after the first are indented this far."""

    __slots__ = ("indent",)

    indent: int

    def __new__(cls, markup: str, indent: int) -> Self:
        """Return the line."""
        line = super().__new__(cls, markup)
        line.indent = indent
        return line


@dataclass
class Output:
    """Standard output for the answer, standard error for progress and remarks."""

    as_json: bool = False
    console: Console = field(default_factory=lambda: console_on(sys.stdout))
    remarks: Console = field(default_factory=lambda: console_on(sys.stderr))

    def answer(self, value: Any, *shown: Any) -> None:
        """Print `value` as JSON for a script, or `shown` for a person."""
        if self.as_json:
            print_json(value)
            return
        self.show(*shown)

    def show(self, *shown: Any) -> None:
        """Print something for a person only: lines of markup, which break at words, or tables."""
        for item in shown:
            _print(self.console, item)

    def clear(self) -> None:
        """Clear the terminal, with what has scrolled away."""
        self.console.clear()
        if not self.console.legacy_windows:
            self.console.file.write(SCROLLED_AWAY)

    def remark(self, text: str) -> None:
        """Print markup that is not part of the answer; print nothing when the output is JSON."""
        if not self.as_json:
            _print(self._screen, text)

    @property
    def _screen(self) -> Console:
        """The console for everything but answers: theirs if both are terminals, so that neither covers the other."""
        return self.console if self.console.is_terminal and self.remarks.is_terminal else self.remarks

    def progress(self) -> Progress:
        """Return a progress display below the printed lines; it is disabled for JSON or without a terminal."""
        # Import it only here: most answers need no progress display.
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
        )

        screen = self._screen
        return Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=screen,
            disable=self.as_json or not screen.is_terminal,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def followed(self, items: Iterable[X], place: Callable[[X], int], last: int, doing: str) -> Iterator[X]:
        """Yield what is found in a game, showing the version reached so far."""
        with self.progress() as progress:
            bar = progress.add_task(doing, total=last)
            for item in items:
                progress.update(bar, completed=place(item))
                yield item
            progress.update(bar, completed=last)


def _print(console: Console, shown: Any) -> None:
    """Print a line broken at words, with a hanging indent; or print anything else.

    A table that is too wide for the terminal becomes lines.
    """
    if not console.is_terminal or not isinstance(shown, str | Table):
        console.print(shown)
    elif isinstance(shown, str):
        for line in broken(shown, console.width):
            console.print(line)
    elif _fits(console, shown):
        console.print(shown)
    else:
        for row in _rows(shown):
            _print(console, row)


def _fits(console: Console, table: Table) -> bool:
    """Return whether a table fits: all columns at full width except the widest, which may be prose."""
    widths = [max(console.measure(cell).maximum for cell in (column.header, *column.cells)) for column in table.columns]
    *others, widest = sorted(widths)
    return sum(others) + 2 * len(widths) + min(widest, PROSE) <= console.width


def _rows(table: Table) -> Iterator[Hanging]:
    """Yield a table as lines of markup: each row's name, then its other cells with their columns."""
    first, *others = table.columns
    for name, *cells in zip(first.cells, *(column.cells for column in others), strict=True):
        named = (
            f"[dim]{column.header}[/] {str(cell).removesuffix('.')}"
            for column, cell in zip(others, cells, strict=True)
            if cell
        )
        yield Hanging(str(name), 4)
        yield Hanging(f"    {'; '.join(named)}", 4)


def broken(markup: str, width: int) -> Iterator[Text]:
    """Yield markup as lines of a width, broken at words.

    Each part is indented as a hanging line says, or else like the text of the first; a bar on the left is repeated.
    """
    for text in Text.from_markup(markup, emoji=False).split("\n", allow_blank=True):
        start = len(text.plain) - len(text.plain.lstrip(f" \N{RIGHTWARDS ARROW}{_BAR}"))
        indent = markup.indent if isinstance(markup, Hanging) else start if start < len(text) else 0
        yield from _parts(text, indent, width)


def _parts(text: Text, indent: int, width: int) -> Iterator[Text]:
    """Yield a line in parts of a width, with all but the first indented."""
    first = next(iter(text.wrap(_UNSEEN, max(width, 20))), Text())
    yield first
    _, rest = text.divide([len(text) - len(text.plain[len(first) :].lstrip())])
    left = text[: text.plain.startswith(_BAR)]
    left.pad_right(indent - len(left))
    if rest:
        yield from (left + part for part in rest.wrap(_UNSEEN, max(width - indent, 20)))


def print_json(value: Any) -> None:
    """Print a value as a line of JSON, escaping what would control a terminal or cannot be encoded."""
    print(visible_json(json.dumps(as_json(value), ensure_ascii=not is_unicode(sys.stdout))), flush=True)


def as_json(value: Any) -> Any:
    """Return a value as JSON types: messages in protobuf's JSON mapping, with the protos' field names."""
    if isinstance(value, Message):
        return messages.as_json(value)
    if isinstance(value, dict):
        return {name: as_json(item) for name, item in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [as_json(item) for item in value]
    return value
