"""The end of a trap that takes damage (TR-5.12, TR-9.6)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev


class DestroyTrap(Duty[RaceTable], frozen=True):
    """A trap that was hit is discarded without effect (TR-9.6)."""

    field: str

    clause = clause.CLAUSE_9_6
    closed_by = (ev.TrapDestroyed,)

    def resolve(self, play: Play[RaceTable]) -> None:
        play.emit(ev.TrapDestroyed(field=self.field))
