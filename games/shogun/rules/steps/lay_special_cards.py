"""The special cards of a round are laid on their places (SH-5.3)."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Printed, Shuffle
from games.shogun.rules.data import SPECIALS
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class LaySpecialCards(Chance[ShogunTable, cmd.LaySpecialCards], frozen=True):
    """All five cards are shuffled and laid face up, whatever the number of players (SH-5.3)."""

    clause = clause.CLAUSE_5_3
    takes = (cmd.LaySpecialCards,)
    form = Shuffle(Printed("the special cards", tuple(SPECIALS)))

    def showing(self, table: ShogunTable, drawn: tuple[str, ...]) -> cmd.LaySpecialCards:
        return cmd.LaySpecialCards(specials=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.LaySpecialCards) -> Fraction:
        if sorted(outcome.specials) != sorted(SPECIALS):
            return Fraction(0)
        return Fraction(1, factorial(len(SPECIALS)))

    def answer(self, play: Play[ShogunTable], outcome: cmd.LaySpecialCards) -> None:
        play.emit(ev.SpecialCardsLaid(specials=outcome.specials))
