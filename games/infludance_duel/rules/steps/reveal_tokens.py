"""The tokens that were never fired are shown (IN-7.7)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial, prod

from games.infludance_duel.rules.data import AMMUNITION
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Shuffle
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev


class RevealTokens(Chance[DuelTable, cmd.RevealTokens], frozen=True):
    """Chance shows what both magazines still hold when the game is over (IN-7.7)."""

    clause = clause.CLAUSE_7_7
    takes = (cmd.RevealTokens,)
    form = Shuffle(
        Known(
            "`unfired`: the first 6 less the number of the `fired` of `gunmen[0]` are `red`, the rest `blue`",
            lambda step, table: table.unfired,
        )
    )

    def showing(self, table: DuelTable, drawn: tuple[str, ...]) -> cmd.RevealTokens:
        tokens = tuple(map(AMMUNITION.value, drawn))
        left = table.gunmen[0].left
        return cmd.RevealTokens(red=tokens[:left], blue=tokens[left:])

    def probability(self, table: DuelTable, outcome: cmd.RevealTokens) -> Fraction:
        red, blue = ([AMMUNITION.word(token) for token in side] for side in (outcome.red, outcome.blue))
        if len(red) != table.gunmen[0].left or sorted(red + blue) != list(table.unfired):
            return Fraction(0)
        alike = prod(factorial(count) for count in Counter(table.unfired).values())
        return Fraction(alike, factorial(len(table.unfired)))

    def answer(self, play: Play[DuelTable], outcome: cmd.RevealTokens) -> None:
        play.emit(ev.TokensRevealed(red=outcome.red, blue=outcome.blue))
