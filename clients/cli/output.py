"""The output of a subcommand: text for a person, or JSON for a script."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, TextIO, TypeVar

import typer
from google.protobuf.message import Message
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from gunbai_client import messages

X = TypeVar("X")

AsJson = Annotated[
    bool,
    typer.Option("--json", help="Print JSON: one value, or one per line.", rich_help_panel="Shared options"),
]

_UNSEEN = Console(file=io.StringIO())
"""A console that measures words and prints nothing."""
PIPED_WIDTH = 200
"""The width of tables that are not printed to a terminal."""


@dataclass
class Output:
    """Standard output for the answer, standard error for progress and remarks."""

    as_json: bool = False
    console: Console = field(default_factory=lambda: _console(sys.stdout))
    remarks: Console = field(default_factory=lambda: _console(sys.stderr))

    def answer(self, value: Any, *shown: Any) -> None:
        """Print `value` as JSON for a script, or what is `shown` to a person."""
        if self.as_json:
            print(json.dumps(as_json(value), ensure_ascii=False), flush=True)
            return
        self.show(*shown)

    def show(self, *shown: Any) -> None:
        """Print to a person what is no answer for a script: lines of markup, which break at words, or tables."""
        for each in shown:
            _print(self.console, each)

    def draw(self, escapes: str) -> None:
        """Send a terminal the escapes that draw a picture, as they are."""
        self.console.file.write(escapes)
        self.console.file.flush()

    def remark(self, text: str) -> None:
        """Print markup that is not part of the answer; nothing when the output is JSON."""
        if not self.as_json:
            _print(self.remarks, text)

    def progress(self) -> Progress:
        """Return a progress display on standard error; disabled when the output is JSON."""
        return Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self.remarks,
            disable=self.as_json,
        )

    def followed(self, found: Iterable[X], place: Callable[[X], int], last: int, doing: str) -> Iterator[X]:
        """Yield what is found in a game, and show meanwhile at which of its versions it was, up to the last."""
        with self.progress() as progress:
            bar = progress.add_task(doing, total=last)
            for each in found:
                progress.update(bar, completed=place(each))
                yield each
            progress.update(bar, completed=last)


def _console(file: TextIO) -> Console:
    """Return a console as wide as its terminal; piped output is not wrapped."""
    return Console(file=file, highlight=False, soft_wrap=True, width=None if file.isatty() else PIPED_WIDTH)


def _print(console: Console, shown: Any) -> None:
    """Print a line broken at words, each part as far from the left as the text of its first; or anything else."""
    if not (isinstance(shown, str) and console.is_terminal):
        console.print(shown)
        return
    for line in broken(shown, console.width):
        console.print(line)


def broken(markup: str, width: int) -> Iterator[Text]:
    """Yield markup as lines of a width, broken at words, each part as far from the left as the text of its first."""
    for text in Text.from_markup(markup).split("\n", allow_blank=True):
        indent = len(text.plain) - len(text.plain.lstrip(" \N{RIGHTWARDS ARROW}\N{BOX DRAWINGS LIGHT VERTICAL}"))
        head, body = text.divide([indent]) if 0 < indent < len(text) else (Text(), text)
        for number, part in enumerate(body.wrap(_UNSEEN, max(width - indent, 20)) or [Text()]):
            yield (head if number == 0 else Text(" " * indent)) + part


def as_json(value: Any) -> Any:
    """Return a value as JSON types: messages in protobuf's JSON mapping, with the field names of the protos."""
    if isinstance(value, Message):
        return messages.as_json(value)
    if isinstance(value, dict):
        return {name: as_json(each) for name, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [as_json(each) for each in value]
    return value
