"""Farmers revolt against the owner of a province (SH-15.1)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.shogun.rules.actions import collect
from games.shogun.rules.battle import castle_army, rebels
from games.shogun.rules.cubes import as_plain, some_cubes
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events as ev


class MusterRevolt(Duty[ShogunTable], frozen=True):
    """The owner's armies, one more by the castle event, face the farmers (SH-15.2)."""

    province: str
    seat: int
    taxed: bool
    extra_farmers: int

    clause = clause.CLAUSE_15_2
    closed_by = (ev.RevoltMustered,)

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
    """More armies than farmers put the revolt down; otherwise the province is lost (SH-15.3, SH-15.4)."""

    province: str
    seat: int
    taxed: bool

    clause = clause.CLAUSE_15_3
    closed_by = (ev.RevoltPutDown, ev.RevoltSucceeded)

    def resolve(self, play: Play[ShogunTable]) -> None:
        armies, farmers = play.table.tray[self.seat - 1], play.table.tray[-1]
        if armies > farmers:
            self._put_down(play, armies - farmers, farmers)
        else:
            self._succeed(play, armies, farmers)

    def _put_down(self, play: Play[ShogunTable], left: int, farmers: int) -> None:
        lost = some_cubes(play.table.players, {self.seat: farmers}, farmers)
        play.emit(ev.RevoltPutDown(province=self.province, seat=self.seat, armies=left, lost=as_plain(lost)))
        if not self.taxed:  # SH-15.5
            return
        # By this reading, the player gains it only now (SH-A7).
        if play.table.revolt_yield == "lost":
            collect(play, self.seat, play.table.row[play.table.position], self.province)
        play.emit(ev.RevoltMarkerAdded(province=self.province))

    def _succeed(self, play: Play[ShogunTable], armies: int, farmers: int) -> None:
        lost = some_cubes(play.table.players, {self.seat: armies}, farmers)
        play.emit(ev.RevoltSucceeded(province=self.province, seat=self.seat, lost=as_plain(lost)))
        space = play.table.at(self.seat).space_of(self.province)
        play.emit(ev.ProvinceCardGivenUp(province=self.province, seat=self.seat, space=space))
