"""A player marches: first where, then with how many armies (SH-10.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.shogun.rules.actions import may_enter
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev

Move: TypeAlias = cmd.MarchTo | cmd.StayPut


class March(Decision[ShogunTable, Move], frozen=True):
    """The player chooses the province into which armies march; a march that is possible must be made (SH-10.10)."""

    seat: int
    province: str

    clause = clause.CLAUSE_10_10
    takes = (cmd.MarchTo, cmd.StayPut)
    closed_by = (ev.MarchTargetChosen,)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[Move]:
        for province in table.neighbours(self.province):
            yield cmd.MarchTo(province=province)

    def refuse(self, table: ShogunTable, seat: int, move: Move) -> Refusal | None:
        if isinstance(move, cmd.StayPut):
            return refusal(clause.CLAUSE_10_12, province=self.province)
        if move.province not in table.neighbours(self.province):
            return refusal(clause.CLAUSE_10_11, origin=self.province, target=move.province)
        if not may_enter(table, seat, move.province):
            return refusal(clause.CLAUSE_11_4, target=move.province, event=table.event)
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: Move) -> None:
        if isinstance(move, cmd.MarchTo):
            play.emit(ev.MarchTargetChosen(seat=seat, from_province=self.province, to_province=move.province))


class MarchArmies(Decision[ShogunTable, cmd.MarchArmies], frozen=True):
    """The player chooses how many armies march, and whether the attack bonus joins them (SH-10.10, SH-12.3)."""

    seat: int
    origin: str
    target: str

    clause = clause.CLAUSE_10_10
    takes = (cmd.MarchArmies,)
    closed_by = (ev.ArmiesMoved, ev.ArmiesMarched)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[cmd.MarchArmies]:
        bonuses = (False, True) if table.holds(seat, "attack_bonus") else (False,)
        for armies in range(1, table.armies_in(self.origin)):
            for bonus in bonuses:
                yield cmd.MarchArmies(armies=armies, bonus=bonus)

    def refuse(self, table: ShogunTable, seat: int, move: cmd.MarchArmies) -> Refusal | None:
        present = table.armies_in(self.origin)
        if not 1 <= move.armies < present:  # (SH-10.13)
            return refusal(clause.CLAUSE_10_13, armies=move.armies, present=present)
        return _refuse_bonus(table, seat, self.target) if move.bonus else None

    def answer(self, play: Play[ShogunTable], seat: int, move: cmd.MarchArmies) -> None:
        if play.table.owner(self.target) == seat:  # in any other province there is a battle (SH-14.1)
            play.emit(ev.ArmiesMoved(seat=seat, from_province=self.origin, to_province=self.target, armies=move.armies))
        else:
            play.emit(
                ev.ArmiesMarched(
                    seat=seat,
                    from_province=self.origin,
                    to_province=self.target,
                    armies=move.armies,
                    bonus=move.bonus,
                )
            )


def _refuse_bonus(table: ShogunTable, seat: int, target: str) -> Refusal | None:
    """Return why a seat cannot throw one more army when it marches into a province (SH-12.3)."""
    if not table.holds(seat, "attack_bonus"):
        return refusal(clause.CLAUSE_12_3, seat=seat)
    if table.owner(target) == seat:
        return refusal(clause.CLAUSE_12_3, target=target)
    if not table.at(seat).supply:
        return refusal(clause.CLAUSE_12_3, supply=0)
    return None
