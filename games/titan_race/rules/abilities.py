"""The abilities of the six titans, in the order of the rulebook (TR-12.1)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Play, Refusal, refusal
from games.titan_race.rules import harm, movement
from games.titan_race.rules.aims import Aim, Power, refuse_extra, refuse_titan, refuse_trap
from games.titan_race.rules.data import MOST_LIFE, TITAN, heading
from games.titan_race.rules.table import RaceTable, Titan
from games.titan_race.rules.track import DIRECTIONS, FRONT
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev


class Bounce(Power):
    """Rassik moves 1 field ahead off a titan behind it (TR-12.3)."""

    names = ("direction",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(direction=direction) for direction in FRONT)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if not any(table.titans_on(table.course.rear[user.field])):
            return refusal(clause.CLAUSE_12_3, field=user.field)
        if aim.direction not in FRONT:
            return refusal(clause.CLAUSE_12_3, direction=aim.direction)
        return movement.refuse_blocked(table, user, aim.direction)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        movement.set_out(play, user.id, (aim.direction,))


class Swap(Power):
    """Kraken exchanges fields with an adjacent titan, which pushes nobody (TR-7.10, TR-12.4)."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.titans_on(table.course.adjacent[user.field]))

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        return refuse_titan(table, table.course.adjacent[user.field], aim.titan, clause.CLAUSE_12_2)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        here, there = user.field, play.table.titan(aim.titan).field
        laps = laps_between(play.table, here, there)
        # The gained lap comes first: if it wins the race, nothing is exchanged any more (TR-14.1).
        ahead, behind = (user.id, aim.titan) if laps > 0 else (aim.titan, user.id)
        if laps:
            movement.change_lap(play, ahead, 1)
        if play.table.winner:
            return
        if laps:
            movement.change_lap(play, behind, -1)
        play.emit(
            ev.TitansSwapped(
                titan=user.id,
                other=aim.titan,
                field=there,
                other_field=here,
                effects=movement.effects(play.table, there),
                other_effects=movement.effects(play.table, here),
            )
        )


class Shove(Power):
    """Ragnarok moves an adjacent titan 1 field in any direction, which costs it no life (TR-7.9, TR-12.5)."""

    names = ("titan", "direction")

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        for titan in table.titans_on(table.course.adjacent[user.field]):
            for direction in DIRECTIONS:
                yield Aim(titan.id, direction=direction)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if aim.direction not in DIRECTIONS:
            return refusal(clause.CLAUSE_12_5, direction=aim.direction)
        unreached = refuse_titan(table, table.course.adjacent[user.field], aim.titan, clause.CLAUSE_12_2)
        return unreached or movement.refuse_blocked(table, table.titan(aim.titan), aim.direction)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.TitanShoved(titan=aim.titan, by=user.id, direction=heading(aim.direction)))


class LayTrap(Power):
    """Grinder places a trap on an adjacent field (TR-9.1, TR-12.6)."""

    names = ("field",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(field=field) for field in table.course.adjacent[user.field].values())

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        return refuse_trap(table, table.course.adjacent[user.field], aim.field, clause.CLAUSE_9_1)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.place_trap(play, user.id, aim.field)


class Breath(Power):
    """Slaugg deals 1 damage to everything on the front fields (TR-12.7)."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if not any(harm.target_on(table, field) for field in table.course.front[user.field].values()):
            return refusal(clause.CLAUSE_12_2, field=user.field)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.strike(play, play.table.course.front[user.field].values(), "breath", user.id)


class Drain(Power):
    """Chtóólhóó takes 1 life from an adjacent titan (TR-12.8)."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.titans_on(table.course.adjacent[user.field]))

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
        harm.strike_titan(play, aim.titan, "drain", user.id)


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
