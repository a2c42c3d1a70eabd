"""A shot from a magazine: the spin before the first, the token, and its effect (IN-6)."""

from __future__ import annotations

from fractions import Fraction

from games.infludance_duel.rules.data import AMMUNITION, BEARINGS, CHAMBERS
from games.infludance_duel.rules.shots import fire
from games.infludance_duel.rules.table import DuelTable, other
from games.kit.rules.decider import Chance, Play, Refusal, refusal
from games.kit.rules.forms import Known, Pick, Printed
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev


class SpinMagazine(Chance[DuelTable, cmd.SpinMagazine], frozen=True):
    """Chance spins a magazine before its first shot, each chamber equally likely (IN-6.4)."""

    seat: int
    clause = clause.CLAUSE_6_4
    takes = (cmd.SpinMagazine,)
    closed_by = (ev.MagazineSpun,)
    form = Pick(Printed("the chambers", tuple(range(1, CHAMBERS + 1))))

    def showing(self, table: DuelTable, drawn: int) -> cmd.SpinMagazine:
        return cmd.SpinMagazine(chamber=drawn)

    def probability(self, table: DuelTable, outcome: cmd.SpinMagazine) -> Fraction:
        return Fraction(1 <= outcome.chamber <= CHAMBERS, CHAMBERS)

    def answer(self, play: Play[DuelTable], outcome: cmd.SpinMagazine) -> None:
        play.emit(ev.MagazineSpun(seat=self.seat, chamber=outcome.chamber))


class ShowToken(Chance[DuelTable, cmd.ShowToken], frozen=True):
    """Chance shows the token that is fired: one of those that nobody has seen (IN-2.10, IN-6.6).

    A cowboy that it moves evaluates no field (IN-6.13). The blank does nothing (IN-6.11).
    """

    seat: int
    clause = clause.CLAUSE_6_6
    takes = (cmd.ShowToken,)
    closed_by = (ev.TokenFired,)
    form = Pick(Known("`unfired`", lambda step, table: table.unfired))

    def showing(self, table: DuelTable, drawn: str) -> cmd.ShowToken:
        return cmd.ShowToken(ammunition=AMMUNITION.value(drawn))

    def probability(self, table: DuelTable, outcome: cmd.ShowToken) -> Fraction:
        return Fraction(table.unfired.count(AMMUNITION.word(outcome.ammunition)), len(table.unfired))

    def worth(self, table: DuelTable, outcome: cmd.ShowToken) -> dict[int, int]:
        """Return 1 for a token that only helps the shooter, a good shot or a double shot (IN-6.8, IN-6.10), else 0."""
        return {self.seat: int(outcome.ammunition in {cmd.AMMUNITION_GOOD_SHOT, cmd.AMMUNITION_DOUBLE_SHOT})}

    def answer(self, play: Play[DuelTable], outcome: cmd.ShowToken) -> None:
        chamber = play.table.at(self.seat).next_chamber
        play.emit(ev.TokenFired(seat=self.seat, chamber=chamber, ammunition=outcome.ammunition))
        match outcome.ammunition:
            case cmd.AMMUNITION_GOOD_SHOT:  # (IN-6.8)
                fire(play, {other(self.seat): BEARINGS[other(self.seat)]["back"]})
            case cmd.AMMUNITION_KICKER:  # (IN-6.9)
                fire(play, {seat: BEARINGS[seat]["forward"] for seat in (self.seat, other(self.seat))})
            case cmd.AMMUNITION_DOUBLE_SHOT:  # (IN-6.10)
                play.emit(ev.ExtraTurnWon(seat=self.seat))


def refuse_shot(table: DuelTable, seat: int) -> Refusal | None:
    """Return why the active player cannot shoot: once a turn, from a magazine with tokens (IN-6.2, IN-6.3, IN-6.7)."""
    if table.shot_used:
        return refusal(clause.CLAUSE_6_2, seat=seat)
    if not table.at(seat).left:
        return refusal(clause.CLAUSE_6_3, seat=seat)
    return None


def pull_trigger(play: Play[DuelTable], seat: int) -> None:
    """Fire the next token; before the first the magazine is spun (IN-6.4, IN-6.5)."""
    play.emit(ev.TriggerPulled(seat=seat, spins=not play.table.at(seat).spun))
