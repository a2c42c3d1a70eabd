"""A player puts an army group into the province whose card they just took (SH-3.7)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev


class PlaceGroup(Decision[ShogunTable, cmd.PlaceGroup], frozen=True):
    """A player chooses which of their unplaced groups goes into the province (SH-3.7)."""

    seat: int
    province: str

    clause = clause.CLAUSE_3_7
    takes = (cmd.PlaceGroup,)
    closed_by = (ev.GroupPlaced,)

    def candidates(self, table: ShogunTable, seat: int) -> Iterator[cmd.PlaceGroup]:
        for armies in dict.fromkeys(table.at(seat).groups):
            yield cmd.PlaceGroup(armies=armies)

    def refuse(self, table: ShogunTable, seat: int, move: cmd.PlaceGroup) -> Refusal | None:
        groups = table.at(seat).groups
        if move.armies not in groups:
            return refusal(clause.CLAUSE_3_7, armies=move.armies, groups=groups)
        return None

    def answer(self, play: Play[ShogunTable], seat: int, move: cmd.PlaceGroup) -> None:
        play.emit(ev.GroupPlaced(seat=seat, province=self.province, armies=move.armies))
