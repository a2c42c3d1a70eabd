"""A command's progress on a terminal: the step, and how much of how much."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Advance: TypeAlias = Callable[[str, int, int], None]
"""Called with the step, and how much is done of how much."""


@contextmanager
def progress_shown(first: str, *, as_json: bool) -> Iterator[Advance]:
    """Yield a progress display below the printed lines; quiet with JSON or without a terminal.

    `first` is the first step.
    """
    from rich.console import Console
    from rich.progress import Progress

    # Printed lines pass through the display of their own terminal; a file or pipe gets them unchanged.
    printed = sys.stdout.isatty()
    terminal = Console(stderr=not printed)
    quiet = as_json or not terminal.is_terminal
    with Progress(console=terminal, transient=True, disable=quiet, redirect_stdout=printed) as progress:
        bar = progress.add_task(first, total=None)

        def advance(what: str, done: int, total: int) -> None:
            progress.update(bar, description=what, completed=done, total=total)

        yield advance
