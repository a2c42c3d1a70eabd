"""After deploying a single army, a player may move armies on into another of their provinces (SH-10.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev

Move: TypeAlias = cmd.MoveTo | cmd.StayPut


class MoveAfterDeploying(Decision[ShogunTable, Move], frozen=True):
    """The player chooses where armies move, or moves none (SH-10.9)."""

    seat: int
    province: str

    clause = clause.CLAUSE_10_9
    takes = (cmd.MoveTo, cmd.StayPut)
    closed_by = (ev.MoveTargetChosen, ev.MoveDeclined)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[Move]:
        for province in table.neighbours(self.province):
            yield cmd.MoveTo(province=province)
        yield cmd.StayPut()

    def refuse(self, table: ShogunTable, seat: int, move: Move) -> Refusal | None:
        if isinstance(move, cmd.StayPut):
            return None
        if move.province not in table.neighbours(self.province):
            return refusal(clause.CLAUSE_10_11, origin=self.province, target=move.province)
        if table.owner(move.province) != seat:
            return refusal(clause.CLAUSE_10_9, target=move.province, owner=table.owner(move.province))
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: Move) -> None:
        match move:
            case cmd.MoveTo(province=target):
                play.emit(ev.MoveTargetChosen(seat=seat, from_province=self.province, to_province=target))
            case cmd.StayPut():
                play.emit(ev.MoveDeclined(seat=seat))


class MoveArmies(Decision[ShogunTable, cmd.MoveArmies], frozen=True):
    """The player chooses how many armies move (SH-10.9)."""

    seat: int
    origin: str
    target: str

    clause = clause.CLAUSE_10_9
    takes = (cmd.MoveArmies,)
    closed_by = (ev.ArmiesMoved,)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[cmd.MoveArmies]:
        for armies in range(1, table.armies_in(self.origin)):
            yield cmd.MoveArmies(armies=armies)

    def refuse(self, table: ShogunTable, seat: int, move: cmd.MoveArmies) -> Refusal | None:
        present = table.armies_in(self.origin)
        if not 1 <= move.armies < present:
            return refusal(clause.CLAUSE_10_13, armies=move.armies, present=present)
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: cmd.MoveArmies) -> None:
        play.emit(ev.ArmiesMoved(seat=seat, from_province=self.origin, to_province=self.target, armies=move.armies))
