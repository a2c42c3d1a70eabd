"""The abilities of the six titans, in the order of the rulebook (TR-12)."""

from __future__ import annotations

from collections.abc import Iterator

from games.decider import Play, Refusal, refusal
from games.titan_race import harm, movement
from games.titan_race.aims import Aim, Power, refuse_extra, refuse_titan, refuse_trap
from games.titan_race.data import MOST_LIFE, TITAN, heading
from games.titan_race.table import RaceTable, Titan
from games.titan_race.track import DIRECTIONS, FRONT
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events_pb2 as ev


class Bounce(Power):
    """Rassik moves 1 field ahead off a titan behind it."""

    names = ("direction",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(direction=direction) for direction in FRONT)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if not any(table.standing_on(table.course.rear[user.field])):
            return refusal(clause.CLAUSE_12_3, field=user.field)
        if aim.direction not in FRONT:
            return refusal(clause.CLAUSE_12_3, direction=aim.direction)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.TitanSetOut(titan=user.id, path=[heading(aim.direction)]))


class Swap(Power):
    """Kraken exchanges fields with an adjacent titan."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.standing_on(table.course.adjacent[user.field]))

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        return refuse_titan(table, table.course.adjacent[user.field], aim.titan, clause.CLAUSE_12_2)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        laps = laps_between(play.table, user.field, play.table.titan(aim.titan).field)
        ahead, behind = (user.id, aim.titan) if laps > 0 else (aim.titan, user.id)
        if laps:
            movement.change_lap(play, ahead, 1)
        if play.table.winner:
            return
        if laps:
            movement.change_lap(play, behind, -1)
        play.emit(ev.TitansSwapped(titan=user.id, other=aim.titan))


class Shove(Power):
    """Ragnarok moves an adjacent titan 1 field in any direction."""

    names = ("titan", "direction")

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        for titan in table.standing_on(table.course.adjacent[user.field]):
            for direction in DIRECTIONS:
                yield Aim(titan.id, direction=direction)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if aim.direction not in DIRECTIONS:
            return refusal(clause.CLAUSE_12_5, direction=aim.direction)
        return refuse_titan(table, table.course.adjacent[user.field], aim.titan, clause.CLAUSE_12_2)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.TitanShoved(titan=aim.titan, by=user.id, direction=heading(aim.direction)))


class LayTrap(Power):
    """Grinder places a trap on an adjacent field."""

    names = ("field",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(field=field) for field in table.course.adjacent[user.field].values())

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        return refuse_trap(table, table.course.adjacent[user.field], aim.field, clause.CLAUSE_9_1)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.place_trap(play, user.id, aim.field)


class Breath(Power):
    """Slaugg deals 1 damage to everything on the front fields."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if not any(harm.is_target(table, field) for field in table.course.front[user.field].values()):
            return refusal(clause.CLAUSE_12_2, field=user.field)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.sweep(play, play.table.course.front[user.field], "breath", user.id)


class Drain(Power):
    """Chtóólhóó takes 1 life from an adjacent titan."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.standing_on(table.course.adjacent[user.field]))

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if user.life >= MOST_LIFE:
            return refusal(clause.CLAUSE_12_8, life=user.life)
        unreached = refuse_titan(table, table.course.adjacent[user.field], aim.titan, clause.CLAUSE_12_2)
        if unreached is not None:
            return unreached
        if table.titan(aim.titan).knocked_out:
            return refusal(clause.CLAUSE_12_8, titan=aim.titan)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.hit(play, (aim.titan,), "drain", user.id)


ABILITIES: dict[str, Power] = {
    "bounce": Bounce(),
    "shove": Shove(),
    "swap": Swap(),
    "lay_trap": LayTrap(),
    "breath": Breath(),
    "drain": Drain(),
}


def ability(titan: str) -> Power:
    """Return the ability of a titan."""
    return ABILITIES[TITAN[titan].ability]


def refuse_ability(table: RaceTable, user: Titan, model: str, aim: Aim) -> Refusal | None:
    """Return why the titan in turn may not use the ability of `model`, its own or another's, on this aim."""
    extra = refuse_extra(ability(model), aim, clause.CLAUSE_12_2)
    return extra or ability(model).refuse(table, user, aim)


def laps_between(table: RaceTable, field: str, neighbour: str) -> int:
    """Return the change of the lap count on the way from a field to a neighbour."""
    ways = table.course.neighbours[field].values()
    return next(way.laps for way in ways if way is not None and way.field == neighbour)
