"""The start of a turn: the ability card is readied, and a rested titan recovers (TR-4.1, TR-4.8, TR-8.13)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.titan_race.rules.data import TITAN
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev


class BeginTurn(Duty[RaceTable], frozen=True):
    """The turn of the next titan begins, before any roll (TR-4.1)."""

    titan: str

    clause = clause.CLAUSE_4_1

    def resolve(self, play: Play[RaceTable]) -> None:
        titan = play.table.titan(self.titan)
        play.emit(ev.TurnBegan(titan=titan.id, round=play.table.round))
        if not titan.ready:
            play.emit(ev.AbilityReadied(titan=titan.id))
        if titan.state == "resting":
            play.emit(ev.TitanRecovered(titan=titan.id, life=TITAN[titan.id].life))
