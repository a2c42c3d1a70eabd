"""Chance draws one of a few things that everyone can see: the base of every step that draws a lot."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from games.kit.rules.decider import Chance
from games.kit.rules.forms import Pick
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai_record.plain import Plain

L = TypeVar("L", bound=Plain)


class DrawLot(Chance[SamuraiTable, L], Generic[L], frozen=True):
    """One of several things is drawn, each with the same probability."""

    form: ClassVar[Pick]

    def probability(self, table: SamuraiTable, outcome: L) -> Fraction:
        shown = [self.showing(table, lot) for lot in self.lots(table)]
        return Fraction(shown.count(outcome), len(shown))

    def lots(self, table: SamuraiTable) -> Sequence[Any]:
        """Return the things of which one is drawn."""
        lots: Sequence[Any] = self.form.things.of(self, table)
        return lots

    def is_possible(self, table: SamuraiTable) -> bool:
        """Return whether there is anything to draw from."""
        return bool(self.lots(table))
