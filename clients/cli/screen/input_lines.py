"""Lines that a person types at a terminal, or that a script writes to a pipe.

Each line from a pipe is repeated in the output, which then reads like a session.
"""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable, Iterable
from queue import Queue
from typing import Annotated, Protocol, TextIO

import typer

from clients.cli.screen.markup import escape
from clients.cli.screen.output import Output


class Interrupted(Exception):
    """Something happened in the game while a line was being typed."""


HasNews = Callable[[], bool]
"""Returns whether something has happened that was not shown yet."""


class Lines(Protocol):
    """Where lines come from."""

    def read(self, words: Iterable[str], has_news: HasNews) -> str | None:
        """Return the next line, or None at the end; `words` complete the typed text. Raises Interrupted."""

    def interrupt(self) -> None:
        """Have `read`, if it is waiting on another thread, raise Interrupted."""

    def discard(self) -> str:
        """Forget the lines that were typed before anybody asked for them, and return them."""

    def forget(self) -> None:
        """Forget what was typed, for another person who types now."""

    def announce_end(self, ended: Callable[[], None]) -> None:
        """Call `ended` on another thread once no more lines can come."""

    def announce_lines(self, come: Callable[[], None]) -> None:
        """Call `come` on another thread when a line arrives that nobody is waiting for."""

    @property
    def at_hand(self) -> bool:
        """Whether a line can be read now: one that has arrived, or one that a person may type."""

    @property
    def ended(self) -> bool:
        """Whether all lines were read and no more can come."""


def lines_of(output: Output) -> Lines:
    """Return the lines of the standard input."""
    if not is_terminal(output):
        return Piped(output)
    # Prompt Toolkit is imported here so that no other command has to wait for it.
    from clients.cli.screen.typed_lines import Typed

    return Typed()


Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]


def confirm(output: Output, deed: str, *, yes: bool) -> None:
    """Ask a person at a terminal to confirm what cannot be undone; a script is not asked. Raises Abort."""
    if is_terminal(output) and not yes:
        typer.confirm(f"{deed}? This cannot be undone", abort=True)


def is_terminal(output: Output) -> bool:
    """Return whether a person is typing and reading the output."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not output.as_json


class Piped:
    """Lines from a pipe, repeated in the output.

    A thread reads them, so the end is noticed before anyone asks for a line.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._waiting: Queue[str] = Queue()
        self._over = threading.Event()
        self._ended: Callable[[], None] = _nothing
        self._come: Callable[[], None] = _nothing
        threading.Thread(target=self._read, args=(_own_stdin(),), daemon=True).start()

    def _read(self, stream: TextIO) -> None:
        for line in stream:
            self._waiting.put(line)
            self._come()
        self._over.set()
        # An empty text is the end, since every line from a pipe has its line end.
        self._waiting.put("")
        self._ended()

    def read(self, words: Iterable[str], has_news: HasNews) -> str | None:
        """Return the next line, or None at the end. News does not delay a script's lines."""
        del words, has_news
        line = self._waiting.get()
        if not line:
            # Put back, so that the next call finds the end too.
            self._waiting.put("")
            return None
        if not self._output.as_json:
            self._output.console.print(f"> {escape(line.rstrip())}")
        return line.strip()

    def interrupt(self) -> None:
        """Do nothing."""

    def discard(self) -> str:
        """Keep all lines: a script also writes them for later questions."""
        return ""

    def forget(self) -> None:
        """Do nothing: a pipe has one writer."""

    def announce_end(self, ended: Callable[[], None]) -> None:
        """Call `ended` on another thread when the pipe is closed."""
        self._ended = ended

    def announce_lines(self, come: Callable[[], None]) -> None:
        """Call `come` on another thread when a line has arrived."""
        self._come = come

    @property
    def at_hand(self) -> bool:
        """Whether a line has arrived that was not read."""
        return self._waiting.qsize() > self._over.is_set()

    @property
    def ended(self) -> bool:
        """Whether all lines were read and the pipe is closed."""
        return self._over.is_set() and self._waiting.qsize() <= 1


def _nothing() -> None:
    """Do nothing."""


def _own_stdin() -> TextIO:
    """Return a separate reader of standard input, for whose thread the interpreter does not wait when it exits."""
    try:
        return open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)
    except (io.UnsupportedOperation, ValueError):
        return sys.stdin
