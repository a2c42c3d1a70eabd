"""A shot from the own magazine: the spin before the first, the token, and its effect (IN-6)."""

from __future__ import annotations

from fractions import Fraction

from games.chance import Draws
from games.decider import Chance, Play, Refusal, refusal
from games.infludance_duel.data import AMMUNITION, BEARINGS, CHAMBERS
from games.infludance_duel.shots import fire
from games.infludance_duel.table import DuelTable, other
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import events_pb2 as ev


def refuse_shot(table: DuelTable, seat: int) -> Refusal | None:
    """Return why the active player cannot shoot now."""
    if table.shot_used:
        return refusal(clause.CLAUSE_6_2, seat=seat)
    if not table.gunman(seat).left:
        return refusal(clause.CLAUSE_6_3, seat=seat)
    return None


class SpinMagazine(Chance[DuelTable, cmd.SpinMagazine], frozen=True):
    """Chance spins a magazine before its first shot, each chamber as likely (IN-6.4)."""

    seat: int
    clause = clause.CLAUSE_6_4
    takes = (cmd.SpinMagazine,)
    closed_by = (ev.MagazineSpun,)

    def draw(self, table: DuelTable, draws: Draws) -> cmd.SpinMagazine:
        return cmd.SpinMagazine(chamber=draws.below(CHAMBERS) + 1)

    def probability(self, table: DuelTable, outcome: cmd.SpinMagazine) -> Fraction:
        return Fraction(1 <= outcome.chamber <= CHAMBERS, CHAMBERS)

    def answer(self, play: Play[DuelTable], outcome: cmd.SpinMagazine) -> None:
        play.emit(ev.MagazineSpun(seat=self.seat, chamber=outcome.chamber))


class ShowToken(Chance[DuelTable, cmd.ShowToken], frozen=True):
    """Chance shows the token that is fired: any of those that nobody has seen (IN-2.10, IN-6.6)."""

    seat: int
    clause = clause.CLAUSE_6_6
    takes = (cmd.ShowToken,)
    closed_by = (ev.TokenFired,)

    def draw(self, table: DuelTable, draws: Draws) -> cmd.ShowToken:
        return cmd.ShowToken(ammunition=AMMUNITION.value(draws.pick(table.unfired)))

    def probability(self, table: DuelTable, outcome: cmd.ShowToken) -> Fraction:
        return Fraction(table.unfired.count(AMMUNITION.word(outcome.ammunition)), len(table.unfired))

    def answer(self, play: Play[DuelTable], outcome: cmd.ShowToken) -> None:
        chamber = play.table.gunman(self.seat).next_chamber
        play.emit(ev.TokenFired(seat=self.seat, chamber=chamber, ammunition=outcome.ammunition))
        match outcome.ammunition:
            case cmd.AMMUNITION_GOOD_SHOT:
                fire(play, {other(self.seat): BEARINGS[other(self.seat)]["back"]})
            case cmd.AMMUNITION_KICKER:
                fire(play, {seat: BEARINGS[seat]["forward"] for seat in (self.seat, other(self.seat))})
            case cmd.AMMUNITION_DOUBLE_SHOT:
                play.emit(ev.ExtraTurnWon(seat=self.seat))
