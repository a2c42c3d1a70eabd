"""The lot that names the starting player (IN-2.1)."""

from __future__ import annotations

from fractions import Fraction

from games.infludance_duel.rules.data import BLUE, RED
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Pick, Printed
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev


class DrawStarter(Chance[DuelTable, cmd.DrawStarter], frozen=True):
    """Chance names the starting player, one half each (IN-2.1)."""

    clause = clause.CLAUSE_2_1
    takes = (cmd.DrawStarter,)
    form = Pick(Printed("the seats", (RED, BLUE)))

    def showing(self, table: DuelTable, drawn: int) -> cmd.DrawStarter:
        return cmd.DrawStarter(seat=drawn)

    def probability(self, table: DuelTable, outcome: cmd.DrawStarter) -> Fraction:
        return Fraction(outcome.seat in (RED, BLUE), 2)

    def answer(self, play: Play[DuelTable], outcome: cmd.DrawStarter) -> None:
        play.emit(ev.StarterDrawn(seat=outcome.seat))
