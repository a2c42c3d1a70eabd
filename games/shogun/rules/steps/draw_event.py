"""The event of the round is drawn (SH-7.1)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Known, Pick
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class DrawEvent(Chance[ShogunTable, cmd.DrawEvent], frozen=True):
    """One of the open event cards of the year is drawn, and is in force for this round (SH-7.1)."""

    clause = clause.CLAUSE_7_1
    takes = (cmd.DrawEvent,)
    form = Pick(Known("`events`", lambda step, table: table.events))

    def showing(self, table: ShogunTable, drawn: str) -> cmd.DrawEvent:
        return cmd.DrawEvent(card=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.DrawEvent) -> Fraction:
        return Fraction(table.events.count(outcome.card), len(table.events))

    def answer(self, play: Play[ShogunTable], outcome: cmd.DrawEvent) -> None:
        play.emit(ev.EventDrawn(card=outcome.card))
