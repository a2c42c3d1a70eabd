"""The cubes in the tray decide a battle (SH-14.5 to SH-14.8)."""

from __future__ import annotations

from games.decider import Duty, Play
from games.shogun.battle import Strength, result, strength
from games.shogun.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import events_pb2 as ev


class SettleBattle(Duty[ShogunTable], frozen=True):
    """The attacker conquers the province, is beaten off, or leaves it to nobody."""

    clause = clause.CLAUSE_14_3
    closed_by = (ev.ProvinceConquered, ev.ProvinceDefended, ev.ProvinceDevastated, ev.AttackRepelled)

    province: str
    attacker: int

    def resolve(self, play: Play[ShogunTable]) -> None:
        force = strength(play.table, self.province, self.attacker)
        match result(play.table, self.province, force):
            case "conquered":
                self._conquer(play, force)
            case "defended":
                self._defend(play, force)
            case "devastated":
                self._devastate(play)
            case "repelled":
                play.emit(ev.AttackRepelled(province=self.province, attacker=self.attacker))

    def _conquer(self, play: Play[ShogunTable], force: Strength) -> None:
        loser = play.table.owner(self.province)
        play.emit(
            ev.ProvinceConquered(
                province=self.province,
                attacker=self.attacker,
                defender=loser,
                armies=force.attacker - force.defence,
            )
        )
        space = play.table.seat(loser).space_of(self.province) if loser else ""
        play.emit(ev.ProvinceCardWon(province=self.province, seat=self.attacker, from_seat=loser, space=space))

    def _defend(self, play: Play[ShogunTable], force: Strength) -> None:
        play.emit(
            ev.ProvinceDefended(
                province=self.province,
                attacker=self.attacker,
                defender=play.table.owner(self.province),
                armies=min(force.owner, force.defence - force.attacker),
            )
        )

    def _devastate(self, play: Play[ShogunTable]) -> None:
        loser = play.table.owner(self.province)
        play.emit(ev.ProvinceDevastated(province=self.province, attacker=self.attacker, defender=loser))
        space = play.table.seat(loser).space_of(self.province)
        play.emit(ev.ProvinceCardGivenUp(province=self.province, seat=loser, space=space))
