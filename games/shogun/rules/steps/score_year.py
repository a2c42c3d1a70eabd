"""Players score the year, and the year, or the game, ends (SH-17, SH-18)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.shogun.rules.data import BUILDINGS, YEARS
from games.shogun.rules.scoring import Majority, building_points, majorities, province_points, winners
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events as ev


class ScoreYear(Duty[ShogunTable], frozen=True):
    """Provinces, buildings and majorities score for all players at once (SH-17.5)."""

    clause = clause.CLAUSE_17_5
    closed_by = (ev.YearScored,)

    def resolve(self, play: Play[ShogunTable]) -> None:
        table = play.table
        held = [*majorities(table)]
        scores = (
            ev.SeatScore(
                seat=seat,
                provinces=province_points(table, seat),
                buildings=building_points(table, seat),
                majorities=tuple(_majority(most) for most in held if most.seat == seat),
            )
            for seat in table.seats
        )
        play.emit(ev.YearScored(scores=tuple(scores)))


def _majority(most: Majority) -> ev.Majority:
    return ev.Majority(region=most.region, building=BUILDINGS.value(most.building), points=most.points, tied=most.tied)


class EndYear(Duty[ShogunTable], frozen=True):
    """The event card leaves the game and the daimyo cards return; the first winter leads to a second spring (SH-17.6).

    Then rice and revolt markers are gone (SH-4.2, SH-17.8). The second winter leads to the end (SH-17.7).
    """

    clause = clause.CLAUSE_17_7
    closed_by = (ev.YearEnded, ev.GameEnded)

    def resolve(self, play: Play[ShogunTable]) -> None:
        play.emit(ev.DaimyoTakenBack())
        if play.table.year < YEARS:
            play.emit(ev.YearEnded())
        else:
            play.emit(ev.GameEnded(winners=winners(play.table)))
