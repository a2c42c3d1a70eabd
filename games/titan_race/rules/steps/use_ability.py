"""The use of the ability of the titan in turn (TR-12.1)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Play, Refusal, refusal
from games.titan_race.rules.abilities import ability, refuse_ability
from games.titan_race.rules.aims import Aim
from games.titan_race.rules.data import DIRECTION, heading
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


def ability_candidates(table: RaceTable, titan: Titan) -> Iterator[cmd.UseAbility]:
    """Yield the uses of the ability that may be legal."""
    if titan.ready:
        for aim in ability(titan.id).aims(table, titan):
            yield cmd.UseAbility(titan=aim.titan, field=aim.field, direction=heading(aim.direction))


def refuse_using(table: RaceTable, titan: Titan, move: cmd.UseAbility) -> Refusal | None:
    """Return why the ability may not be used now, on this aim (TR-4.4, TR-12.1, TR-13.10, TR-16.5)."""
    if table.round == 1:
        return refusal(clause.CLAUSE_4_4, round=1)
    if not titan.ready:
        return refusal(clause.CLAUSE_12_1, titan=titan.id)
    if table.done.rerolled:
        return refusal(clause.CLAUSE_13_10, titan=titan.id)
    if not titan.field:
        return refusal(clause.CLAUSE_16_5, titan=titan.id)
    return refuse_ability(table, titan, titan.id, _aim(move))


def use_ability(play: Play[RaceTable], titan: Titan, move: cmd.UseAbility) -> None:
    """Turn the ability card down and do what it says (TR-12.1)."""
    play.emit(ev.AbilityUsed(titan=titan.id))
    ability(titan.id).use(play, titan, _aim(move))


def _aim(move: cmd.UseAbility) -> Aim:
    return Aim(move.titan, move.field, DIRECTION.word(move.direction))
