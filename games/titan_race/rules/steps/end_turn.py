"""The end of a turn, and of the round with it (TR-3.1, TR-4.9, TR-8.11)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev


class EndTurn(Duty[RaceTable], frozen=True):
    """A titan that has passed, or was knocked out in its own turn, can do nothing more (TR-4.9)."""

    titan: str

    clause = clause.CLAUSE_4_9

    def resolve(self, play: Play[RaceTable]) -> None:
        end_turn(play, self.titan)


def end_turn(play: Play[RaceTable], titan: str) -> None:
    """End a titan's turn, and the round after its last turn (TR-3.1)."""
    play.emit(ev.TurnEnded(titan=titan))
    if titan == play.table.order[-1]:
        play.emit(ev.RoundEnded(round=play.table.round))
