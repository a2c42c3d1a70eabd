"""A movement, step by step: counted steps, slides on ice, and the end of one's own move (TR-6, TR-13.6)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.titan_race.rules import movement
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev


class Pace(Duty[RaceTable], frozen=True):
    """A step in a segment of several counted steps; pushed and knocked-out titans take it too (TR-6.9, TR-7.3)."""

    titan: str
    direction: str
    segment: int

    closed_by = (ev.TitanEntered, ev.TitanBlocked, ev.TitanThrownBack)

    def resolve(self, play: Play[RaceTable]) -> None:
        movement.advance(play, self.titan, self.direction, self.segment)


class Stride(Pace, frozen=True):
    """A counted step (TR-6.1)."""

    clause = clause.CLAUSE_6_1


class Slide(Pace, frozen=True):
    """A step on from a field of ice, which is not counted (TR-13.6)."""

    clause = clause.CLAUSE_13_6


class EndMove(Duty[RaceTable], frozen=True):
    """A titan's own move is over (TR-13.7)."""

    titan: str

    clause = clause.CLAUSE_6_1
    closed_by = (ev.MoveEnded,)

    def resolve(self, play: Play[RaceTable]) -> None:
        play.emit(ev.MoveEnded(titan=self.titan))
