"""Winter comes: rice is lost, and farmers revolt where it is missing (SH-16)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import perm

from games.kit.rules.decider import Chance, Decision, Duty, Play, Refusal, refusal
from games.kit.rules.forms import Known, Sample
from games.shogun.rules.scoring import rice_lost, supply_row, unsupplied
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class LoseRice(Duty[ShogunTable], frozen=True):
    """The last event card gives the rice that everybody loses; revolts come before scoring (SH-16.1, SH-16.6)."""

    clause = clause.CLAUSE_16_1

    def resolve(self, play: Play[ShogunTable]) -> None:
        event = play.table.events[0]
        lost = rice_lost(play.table, event)
        missing = ((seat, unsupplied(play.table, seat, lost[seat - 1])) for seat in play.table.order)  # SH-16.3
        shortages = tuple(_shortage(seat, provinces) for seat, provinces in missing if provinces > 0)
        play.emit(ev.WinterCame(card=event, rice_lost=lost, shortages=shortages))


def _shortage(seat: int, missing: int) -> ev.Shortage:
    row = supply_row(missing)
    return ev.Shortage(seat=seat, unsupplied=missing, revolts=row.revolts, extra_farmers=row.extra_farmers)


class DrawRevolts(Chance[ShogunTable, cmd.DrawRevolts], frozen=True):
    """The left neighbour draws provinces from the hand of a player who lacks rice (SH-16.4)."""

    seat: int
    revolts: int
    extra_farmers: int

    clause = clause.CLAUSE_16_4
    takes = (cmd.DrawRevolts,)
    closed_by = (ev.RevoltsDrawn,)
    form = Sample(
        Known("the step's `revolts`", lambda step, table: step.revolts),
        Known(
            "the provinces of `lands` with the step's `seat` as `owner`",
            lambda step, table: table.provinces_of(step.seat),
        ),
    )

    def showing(self, table: ShogunTable, drawn: tuple[str, ...]) -> cmd.DrawRevolts:
        return cmd.DrawRevolts(provinces=drawn)

    def probability(self, table: ShogunTable, outcome: cmd.DrawRevolts) -> Fraction:
        hand, drawn = table.provinces_of(self.seat), set(outcome.provinces)
        if len(outcome.provinces) != self.revolts or len(drawn) != self.revolts or not drawn <= set(hand):
            return Fraction(0)
        return Fraction(1, perm(len(hand), self.revolts))

    def answer(self, play: Play[ShogunTable], outcome: cmd.DrawRevolts) -> None:
        play.emit(ev.RevoltsDrawn(seat=self.seat, provinces=outcome.provinces, extra_farmers=self.extra_farmers))


class RaiseRevolts(Duty[ShogunTable], frozen=True):
    """The farmers of a drawn province revolt; while there are several, the player names the next one (SH-16.5)."""

    seat: int
    provinces: tuple[str, ...]
    extra_farmers: int

    clause = clause.CLAUSE_16_5
    closed_by = (ev.RevoltChoiceOffered, ev.RevoltBegan)

    def resolve(self, play: Play[ShogunTable]) -> None:
        if len(self.provinces) > 1:
            play.emit(
                ev.RevoltChoiceOffered(seat=self.seat, provinces=self.provinces, extra_farmers=self.extra_farmers)
            )
        else:
            (last,) = self.provinces
            play.emit(ev.RevoltBegan(province=last, seat=self.seat, taxed=False, extra_farmers=self.extra_farmers))


class FaceRevolts(Decision[ShogunTable, cmd.FaceRevolt], frozen=True):
    """A player with several revolts names the next one (SH-16.5)."""

    seat: int
    provinces: tuple[str, ...]
    extra_farmers: int

    clause = clause.CLAUSE_16_5
    takes = (cmd.FaceRevolt,)
    closed_by = (ev.RevoltFaced,)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[cmd.FaceRevolt]:
        for province in self.provinces:
            yield cmd.FaceRevolt(province=province)

    def refuse(self, table: ShogunTable, seat: int, move: cmd.FaceRevolt) -> Refusal | None:
        if move.province not in self.provinces:
            return refusal(clause.CLAUSE_16_5, province=move.province, drawn=self.provinces)
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: cmd.FaceRevolt) -> None:
        others = tuple(province for province in self.provinces if province != move.province)
        play.emit(ev.RevoltFaced(seat=seat, province=move.province, others=others, extra_farmers=self.extra_farmers))
