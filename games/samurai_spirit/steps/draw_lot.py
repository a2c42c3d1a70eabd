"""Chance draws one of a few things that all can see: the base of every step that draws a lot."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from games.kit.chance import Draws
from games.kit.decider import Chance
from games.samurai_spirit.table import SamuraiTable

L = TypeVar("L", bound=Message)


class DrawLot(Chance[SamuraiTable, L], Generic[L], frozen=True):
    """One of several things is drawn, each with the same probability."""

    @abstractmethod
    def lots(self, table: SamuraiTable) -> Sequence[Any]:
        """Return the things of which one is drawn."""

    @abstractmethod
    def showing(self, lot: Any) -> L:
        """Return the outcome that shows a thing."""

    def draw(self, table: SamuraiTable, draws: Draws) -> L:
        return self.showing(draws.pick(self.lots(table)))

    def probability(self, table: SamuraiTable, outcome: L) -> Fraction:
        shown = [self.showing(lot) for lot in self.lots(table)]
        return Fraction(shown.count(outcome), len(shown))

    def is_possible(self, table: SamuraiTable) -> bool:
        """Return whether there is anything to draw from."""
        return bool(self.lots(table))
