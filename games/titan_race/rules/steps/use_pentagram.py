"""The use of a pentagram: 1 life for another roll of the die (TR-13.7, TR-13.8)."""

from __future__ import annotations

from games.kit.rules.decider import Play, Refusal, refusal
from games.titan_race.rules import harm
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


def refuse_pentagram(table: RaceTable, titan: Titan, move: cmd.UsePentagram) -> Refusal | None:
    """Return why the titan in turn may not use a pentagram now (TR-13.7, TR-13.11)."""
    if table.course.terrain.get(titan.field) != "pentagram":
        return refusal(clause.CLAUSE_13_7, field=titan.field)
    if not table.done.acted:
        return refusal(clause.CLAUSE_13_7, die=titan.die)
    if not titan.rested:
        return refusal(clause.CLAUSE_13_11, field=titan.field)
    return None


def use_pentagram(play: Play[RaceTable], titan: Titan, move: cmd.UsePentagram) -> None:
    """Pay 1 life and, unless it was the last, take up the die (TR-13.8)."""
    play.emit(ev.PentagramUsed(titan=titan.id))
    harm.suffer(play, titan.id, "pentagram")
    if not play.table.titan(titan.id).knocked_out:
        play.emit(ev.DieTakenUp(titan=titan.id))
