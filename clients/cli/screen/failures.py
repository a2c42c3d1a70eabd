"""Failures on standard error: the error, then the advice."""

from __future__ import annotations

import sys

from clients.cli.errors import Failure
from clients.cli.screen.markup import escape_lines
from clients.cli.screen.terminal import console_on


def show_failure(failure: Failure) -> None:
    """Print a failure to standard error."""
    console = console_on(sys.stderr)
    advice = f"\n{escape_lines(failure.advice)}" if failure.advice else ""
    # Lines break at words on a terminal only: scripts get unbroken ones.
    lines = f"[red]gunbai:[/] {escape_lines(failure.sentence)}{advice}"
    console.print(lines, soft_wrap=not console.is_terminal)
