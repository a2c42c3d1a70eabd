"""The cubes in the tray decide a battle (SH-14.3)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.shogun.rules.battle import Strength, result, strength
from games.shogun.rules.cubes import as_plain, some_cubes
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class SettleBattle(Duty[ShogunTable], frozen=True):
    """The attacker conquers the province, is beaten off, or leaves it neutral (SH-14.3)."""

    province: str
    attacker: int

    clause = clause.CLAUSE_14_3
    closed_by = (ev.ProvinceConquered, ev.ProvinceDefended, ev.ProvinceDevastated, ev.AttackRepelled)

    def resolve(self, play: Play[ShogunTable]) -> None:
        force = strength(play.table, self.province, self.attacker)
        match result(play.table, self.province, force):
            case "conquered":
                self._conquer(play, force)
            case "defended":
                self._defend(play, force)
            case "devastated":
                self._devastate(play, force)
            case "repelled":
                lost = self._lost(play.table, force)
                play.emit(ev.AttackRepelled(province=self.province, attacker=self.attacker, lost=lost))

    def _conquer(self, play: Play[ShogunTable], force: Strength) -> None:
        """Let the attacker lose as many cubes as the defence had and occupy the province with the others (SH-14.5).

        Buildings and revolt markers stay (SH-14.10). The card goes to the attacker's hand, even from a planned space
        (SH-9.6), and lies on no space before the next planning (SH-9.7).
        """
        loser, armies = play.table.owner(self.province), force.attacker - force.defence
        play.emit(
            ev.ProvinceConquered(
                province=self.province,
                attacker=self.attacker,
                defender=loser,
                armies=armies,
                lost=self._lost(play.table, force, attackers_left=armies),
            )
        )
        space = play.table.at(loser).space_of(self.province) if loser else ""
        play.emit(ev.ProvinceCardWon(province=self.province, seat=self.attacker, from_seat=loser, space=space))

    def _defend(self, play: Play[ShogunTable], force: Strength) -> None:
        """Let the defence lose as many cubes as the attacker had, farmers first (SH-14.6)."""
        armies = min(force.owner, force.defence - force.attacker)
        play.emit(
            ev.ProvinceDefended(
                province=self.province,
                attacker=self.attacker,
                defender=play.table.owner(self.province),
                armies=armies,
                lost=self._lost(play.table, force, defenders_left=armies),
            )
        )

    def _devastate(self, play: Play[ShogunTable], force: Strength) -> None:
        """Let the province become neutral, with its card, since nobody wins (SH-14.7, SH-9.6)."""
        loser, lost = play.table.owner(self.province), self._lost(play.table, force)
        play.emit(ev.ProvinceDevastated(province=self.province, attacker=self.attacker, defender=loser, lost=lost))
        space = play.table.at(loser).space_of(self.province)
        play.emit(ev.ProvinceCardGivenUp(province=self.province, seat=loser, space=space))

    def _lost(
        self, table: ShogunTable, force: Strength, *, attackers_left: int = 0, defenders_left: int = 0
    ) -> cmd.Cubes:
        """Return the cubes that leave the tray, all farmers who took part among them (SH-14.9)."""
        armies = {
            self.attacker: force.attacker - attackers_left,
            table.owner(self.province): force.owner - defenders_left,
        }
        return as_plain(some_cubes(table.players, armies, force.farmers))
