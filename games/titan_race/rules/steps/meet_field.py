"""What a field does to a titan that enters it: a trap goes off, a statue fires (TR-9.5, TR-13.5)."""

from __future__ import annotations

from games.kit.rules.decider import Duty, Play
from games.titan_race.rules import harm
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev


class SpringTrap(Duty[RaceTable], frozen=True):
    """The trap on an entered field goes off (TR-9.5)."""

    titan: str
    field: str

    clause = clause.CLAUSE_9_5
    closed_by = (ev.TrapSprung,)

    def resolve(self, play: Play[RaceTable]) -> None:
        play.emit(ev.TrapSprung(titan=self.titan, field=self.field))


class FireStatue(Duty[RaceTable], frozen=True):
    """The statue on an entered field blasts all around it, and the titan that was pushed off it (TR-13.5)."""

    titan: str
    field: str
    pushed: str

    clause = clause.CLAUSE_13_5
    closed_by = (ev.StatueFired,)

    def resolve(self, play: Play[RaceTable]) -> None:
        play.emit(ev.StatueFired(titan=self.titan, field=self.field))
        harm.strike(play, play.table.course.adjacent[self.field].values(), "blast", "", also=self.pushed)
