"""Farmers revolt against the owner of a province (SH-15)."""

from __future__ import annotations

from games.decider import Duty, Play
from games.shogun.battle import castle_army, rebels
from games.shogun.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events_pb2 as ev


class MusterRevolt(Duty[ShogunTable], frozen=True):
    """The owner's armies, with a castle's one more if the event says so, face the farmers."""

    clause = clause.CLAUSE_15_2
    closed_by = (ev.RevoltMustered,)

    province: str
    seat: int
    taxed: bool
    extra_farmers: int = 0

    def resolve(self, play: Play[ShogunTable]) -> None:
        if castle_army(play.table, self.province):
            play.emit(ev.CastleManned(seat=self.seat, province=self.province))
        play.emit(
            ev.RevoltMustered(
                province=self.province,
                seat=self.seat,
                taxed=self.taxed,
                armies=play.table.armies_in(self.province),
                farmers=rebels(play.table, self.province, self.extra_farmers),
            )
        )


class SettleRevolt(Duty[ShogunTable], frozen=True):
    """More armies than farmers put the revolt down; otherwise the province is lost."""

    clause = clause.CLAUSE_15_3
    closed_by = (ev.RevoltPutDown, ev.RevoltSucceeded)

    province: str
    seat: int
    taxed: bool

    def resolve(self, play: Play[ShogunTable]) -> None:
        left = play.table.tray[self.seat - 1] - play.table.tray[-1]
        if left > 0:
            play.emit(ev.RevoltPutDown(province=self.province, seat=self.seat, armies=left))
            if self.taxed:
                play.emit(ev.RevoltMarkerAdded(province=self.province))
        else:
            play.emit(ev.RevoltSucceeded(province=self.province, seat=self.seat))
            space = play.table.seat(self.seat).space_of(self.province)
            play.emit(ev.ProvinceCardGivenUp(province=self.province, seat=self.seat, space=space))
