"""What an attack measures: a figure next to the one from when the attack was found, and the bound that it must keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

WIDTH = 150
"""The table's columns if no terminal gives its width."""


class Figure(NamedTuple):
    """One measured thing; `before` is what was measured when the attack was found, empty if nothing was."""

    what: str
    now: str
    bound: str = ""
    held: bool = True
    before: str = ""


def at_most(what: str, now: float, bound: float, unit: str = "", *, before: str = "") -> Figure:
    """Return a figure that must not be larger than a bound in the same unit."""
    return Figure(what, _with_unit(now, unit), f"at most {_with_unit(bound, unit)}", now <= bound, before)


def at_least(what: str, now: float, bound: float, unit: str = "", *, before: str = "") -> Figure:
    """Return a figure that must not be smaller than a bound in the same unit."""
    return Figure(what, _with_unit(now, unit), f"at least {_with_unit(bound, unit)}", now >= bound, before)


def print_table(figures_of: Mapping[str, Sequence[Figure]]) -> None:
    """Print the figures of each attack as a table, those out of bounds in red."""
    table = Table("attack", "what", "before", "now", "bound", "held")
    for attack, figures in figures_of.items():
        for figure in figures:
            held = ("yes" if figure.held else "NO") if figure.bound else ""
            style = None if figure.held else "red"
            table.add_row(attack, figure.what, figure.before, figure.now, figure.bound, held, style=style)
    terminal = Console().is_terminal
    Console(width=None if terminal else WIDTH).print(table)


def _with_unit(value: float, unit: str) -> str:
    number = f"{value:,.0f}" if value == int(value) or value >= 100 else f"{value:.1f}"
    return f"{number} {unit}".rstrip()
