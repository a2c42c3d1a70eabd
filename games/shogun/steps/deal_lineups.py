"""The printed line-ups are dealt to the seats (SH-3.10)."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from games.kit.chance import Draws
from games.kit.decider import Chance, Play
from games.shogun.data import LINEUP
from games.shogun.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import events_pb2 as ev


class DealLineups(Chance[ShogunTable, cmd.DealLineups], frozen=True):
    """Each seat gets one of the line-ups for this number of players (SH-3.10)."""

    clause = clause.CLAUSE_3_10
    takes = (cmd.DealLineups,)

    def draw(self, table: ShogunTable, draws: Draws) -> cmd.DealLineups:
        return cmd.DealLineups(lineups=draws.shuffle(_letters(table)))

    def probability(self, table: ShogunTable, outcome: cmd.DealLineups) -> Fraction:
        if sorted(outcome.lineups) != _letters(table):
            return Fraction(0)
        return Fraction(1, factorial(table.players))

    def answer(self, play: Play[ShogunTable], outcome: cmd.DealLineups) -> None:
        play.emit(ev.LineupsDealt(lineups=outcome.lineups))


def _letters(table: ShogunTable) -> list[str]:
    return [letter for players, letter in LINEUP if players == table.players]
