"""The end of the turn of a titan that lies on the track (TR-4.9, TR-8.11)."""

from __future__ import annotations

from games.decider import Duty, Play
from games.titan_race.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events_pb2 as ev


class EndTurn(Duty[RaceTable], frozen=True):
    """A titan that has passed, or was knocked out in its own turn, can do nothing more."""

    clause = clause.CLAUSE_4_9
    titan: str

    def resolve(self, play: Play[RaceTable]) -> None:
        play.emit(ev.TurnEnded(titan=self.titan))
