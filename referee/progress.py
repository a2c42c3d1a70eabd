"""The progress of a command on a terminal: what is done, and how much of how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Advance: TypeAlias = Callable[[str, int, int], None]
"""Called with what is done, and how much of how much."""


@contextmanager
def progress_shown(first: str, *, as_json: bool) -> Iterator[Advance]:
    """Yield what shows progress on standard error, and is quiet with JSON or without a terminal; `first` begins."""
    from rich.console import Console
    from rich.progress import Progress

    terminal = Console(stderr=True)
    with Progress(console=terminal, transient=True, disable=as_json or not terminal.is_terminal) as progress:
        bar = progress.add_task(first, total=None)

        def advance(what: str, done: int, total: int) -> None:
            progress.update(bar, description=what, completed=done, total=total)

        yield advance
