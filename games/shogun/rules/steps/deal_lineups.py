"""The printed line-ups are dealt to the seats (SH-3.10)."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Printed, Shuffle
from games.shogun.rules.data import LINEUP, START_CHESTS
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


def _printed(players: int) -> tuple[str, ...]:
    return tuple(letter for number, letter in LINEUP if number == players)


class DealLineups(Chance[ShogunTable, cmd.DealLineups], frozen=True):
    """Each seat gets one of the line-ups for this number of players (SH-3.10)."""

    clause = clause.CLAUSE_3_10
    takes = (cmd.DealLineups,)
    form = Shuffle(
        Known(
            "the line-ups for the number of players",
            lambda step, table: _letters(table),
            tuple(Printed(f"the line-ups for {players} players", _printed(players)) for players in START_CHESTS),
        )
    )

    def showing(self, table: ShogunTable, drawn: tuple[str, ...]) -> cmd.DealLineups:
        return cmd.DealLineups(lineups=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.DealLineups) -> Fraction:
        if sorted(outcome.lineups) != _letters(table):
            return Fraction(0)
        return Fraction(1, factorial(table.players))

    def answer(self, play: Play[ShogunTable], outcome: cmd.DealLineups) -> None:
        play.emit(ev.LineupsDealt(lineups=outcome.lineups))


def _letters(table: ShogunTable) -> list[str]:
    return list(_printed(table.players))
