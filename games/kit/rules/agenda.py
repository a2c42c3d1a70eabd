"""The grammar of agendas: which steps can be on a table's agenda, in which order, and what must be true of the table.

A set-up may begin in the middle of a turn. Its agenda must then agree with the board, so that the rules can carry out
every step on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from games.kit.rules.decider import Step, T
from games.kit.rules.faults import first_faults

Kind: TypeAlias = type[Step[Any]]


@dataclass(frozen=True)
class Fact(Generic[T]):
    """Something that is true of a table whenever one of some steps is on its agenda."""

    steps: tuple[Kind, ...]
    """The steps, or classes of steps."""
    sentence: str
    """What must be true, as the end of "... is due only if"."""
    holds: Callable[[T, Any], bool]
    """(table, step) -> whether it is true. Every field of the step has a value of the grammar."""


@dataclass(frozen=True, kw_only=True)
class Grammar(Generic[T]):
    """The possible agendas of a title's tables."""

    under: Mapping[Kind, tuple[Kind | None, ...]]
    """For each step that can be on an agenda, the steps that can be right under it; None if it can be the lowest."""
    fields: Mapping[str, Callable[[T], Container[Any]]]
    """For each field of these steps, the values that it can have; of a field with several, each of them."""
    facts: tuple[Fact[T], ...]
    """What else must be true of the table."""
    over: Callable[[T], Any]
    """(table) -> whether the game is over: nothing is on the agenda then."""

    def faults(self, table: T) -> Iterator[str]:
        """Yield a sentence for everything impossible on the agenda, basic checks first."""
        return first_faults(table, self._order_faults, self._field_faults, self._fact_faults)

    def _order_faults(self, table: T) -> Iterator[str]:
        if table.agenda and self.over(table):
            yield f"nothing comes after the end, not even {in_words(table.agenda[-1])}"
        for below, step in zip((None, *table.agenda), table.agenda, strict=False):
            if type(step) not in self.under:
                yield f"{in_words(step)} is never on the agenda"
            elif (None if below is None else type(below)) not in self.under[type(step)]:
                yield f"{in_words(step)} cannot come " + (f"right before {in_words(below)}" if below else "last")

    def _field_faults(self, table: T) -> Iterator[str]:
        for step in table.agenda:
            for name in step.__struct_fields__:
                value, allowed = getattr(step, name), self.fields[name](table)
                if not all(element in allowed for element in (value if isinstance(value, tuple) else (value,))):
                    yield f"{in_words(step)} has a wrong {name}: {value!r}"

    def _fact_faults(self, table: T) -> Iterator[str]:
        for step in table.agenda:
            for fact in self.facts:
                if isinstance(step, fact.steps) and not fact.holds(table, step):
                    yield f"{in_words(step)} is due only if {fact.sentence}"


def in_words(step: Step[Any]) -> str:
    """Return a step's name in words: BuyCards is "buy cards", with the quotation marks."""
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(step).__name__)
    return f'"{words.lower()}"'
