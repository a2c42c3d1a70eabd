"""The bids are shown and paid, and equal ones are told apart by lot (SH-8.1 to SH-8.3)."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from games.chance import Draws
from games.decider import Chance, Duty, Play
from games.shogun.data import BID, SPACE, WAR_CHESTS
from games.shogun.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import events_pb2 as ev


class ShowBids(Duty[ShogunTable], frozen=True):
    """Every bid is turned up at once, and its chests are paid."""

    clause = clause.CLAUSE_8_1
    closed_by = (ev.BidsShown,)

    def resolve(self, play: Play[ShogunTable]) -> None:
        bids = [seat.plan[SPACE[BID]] for seat in play.table.seats]
        play.emit(
            ev.BidsShown(
                bids=[ev.Bid(seat=seat, card=card, chests=WAR_CHESTS.get(card, 0)) for seat, card in enumerate(bids, 1)]
            )
        )


class DrawDaimyo(Chance[ShogunTable, cmd.DrawDaimyo], frozen=True):
    """The daimyo cards of equal bidders are shuffled and drawn."""

    clause = clause.CLAUSE_8_3
    takes = (cmd.DrawDaimyo,)

    tied: tuple[int, ...]

    def draw(self, table: ShogunTable, draws: Draws) -> cmd.DrawDaimyo:
        return cmd.DrawDaimyo(seats=draws.shuffle(self.tied))

    def probability(self, table: ShogunTable, outcome: cmd.DrawDaimyo) -> Fraction:
        if sorted(outcome.seats) != sorted(self.tied):
            return Fraction(0)
        return Fraction(1, factorial(len(self.tied)))

    def answer(self, play: Play[ShogunTable], outcome: cmd.DrawDaimyo) -> None:
        play.emit(ev.DaimyoDrawn(seats=outcome.seats))
