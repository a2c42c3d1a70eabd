"""The holder of the six armies chooses how many armies they deploy (SH-12.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Play, Refusal
from games.shogun.rules.actions import deploy, recruits
from games.shogun.rules.data import ACTION, SIX_ARMIES
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev

Move: TypeAlias = cmd.DeploySix | cmd.DeployUsual


class DeploySix(Decision[ShogunTable, Move], frozen=True):
    """The player deploys six armies or the usual number, for the same chests (SH-12.2)."""

    seat: int
    province: str

    clause = clause.CLAUSE_12_2
    takes = (cmd.DeploySix, cmd.DeployUsual)
    closed_by = (ev.ArmiesDeployed,)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[Move]:
        yield cmd.DeploySix()
        yield cmd.DeployUsual()

    def refuse(self, table: ShogunTable, seat: int, move: Move) -> Refusal | None:
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: Move) -> None:
        action = ACTION["deploy5"]
        armies = SIX_ARMIES if isinstance(move, cmd.DeploySix) else recruits(play.table, action)
        deploy(play, seat, action, self.province, armies)
