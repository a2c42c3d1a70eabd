"""The bids are shown and paid, and equal bidders are ranked by lot (SH-8.1, SH-8.3)."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from games.kit.rules.decider import Chance, Duty, Play
from games.kit.rules.forms import Known, Shuffle
from games.shogun.rules.bids import price
from games.shogun.rules.data import BID, SPACE
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class ShowBids(Duty[ShogunTable], frozen=True):
    """Every bid is turned up and paid at once; a province that was bid does nothing else (SH-8.1, SH-6.7)."""

    clause = clause.CLAUSE_8_1
    closed_by = (ev.BidsShown,)

    def resolve(self, play: Play[ShogunTable]) -> None:
        table = play.table
        cards = {seat: table.at(seat).plan[SPACE[BID]] for seat in table.seats}
        bids = tuple(ev.Bid(seat=seat, card=card, chests=price(table, seat, card)) for seat, card in cards.items())
        play.emit(ev.BidsShown(bids=bids))


class DrawDaimyo(Chance[ShogunTable, cmd.DrawDaimyo], frozen=True):
    """The daimyo cards of equal bidders are shuffled and drawn (SH-8.3)."""

    tied: tuple[int, ...]

    clause = clause.CLAUSE_8_3
    takes = (cmd.DrawDaimyo,)
    form = Shuffle(Known("the equal bidders, the seats of the outcome, by seat", lambda step, table: step.tied))

    def showing(self, table: ShogunTable, drawn: tuple[int, ...]) -> cmd.DrawDaimyo:
        return cmd.DrawDaimyo(seats=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.DrawDaimyo) -> Fraction:
        if sorted(outcome.seats) != sorted(self.tied):
            return Fraction(0)
        return Fraction(1, factorial(len(self.tied)))

    def answer(self, play: Play[ShogunTable], outcome: cmd.DrawDaimyo) -> None:
        play.emit(ev.DaimyoDrawn(seats=outcome.seats))
