"""The special cards that are played in an own turn, in the order of their numbers (TR-11)."""

from __future__ import annotations

from collections.abc import Iterator

from games.decider import Play, Refusal, refusal
from games.titan_race import harm, movement
from games.titan_race.abilities import ability, refuse_ability
from games.titan_race.aims import Aim, Power, refuse_extra, refuse_titan, refuse_trap
from games.titan_race.data import MOST_LIFE, heading
from games.titan_race.table import RaceTable, Titan
from games.titan_race.track import REAR
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events_pb2 as ev


class SurpriseTrap(Power):
    """A trap on an adjacent field."""

    names = ("field",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(field=field) for field in table.course.adjacent[user.field].values())

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        return refuse_trap(table, table.course.adjacent[user.field], aim.field, clause.CLAUSE_11_1)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.place_trap(play, user.id, aim.field)


class SpeedPotion(Power):
    """2 fields forward."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.TitanSetOut(titan=user.id, path=[heading("forward")] * 2))


class SpringBoots(Power):
    """A leap over a titan in front."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.standing_on(table.course.front[user.field]))

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        unreached = refuse_titan(table, table.course.front[user.field], aim.titan, clause.CLAUSE_11_5)
        if unreached is not None:
            return unreached
        direction = _heading(table, user, aim.titan)
        way = table.course.beyond(user.field, direction)
        if movement.is_closed(table, user.id, way.field, direction):
            return refusal(clause.CLAUSE_7_11, titan=aim.titan)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        direction = _heading(play.table, user, aim.titan)
        way = play.table.course.beyond(user.field, direction)
        play.emit(ev.TitanVaulted(titan=user.id, over=aim.titan))
        movement.enter(play, user.id, way, direction, 1)


def _heading(table: RaceTable, user: Titan, titan: str) -> str:
    """Return the direction in which a titan in the front zone stands."""
    front = table.course.front[user.field]
    return next(direction for direction, field in front.items() if field == table.titan(titan).field)


class MimicMask(Power):
    """The ability of an adjacent titan."""

    names = ("titan", "field", "direction", "model")

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        for model in table.standing_on(table.course.adjacent[user.field]):
            for aim in ability(model.id).aims(table, user):
                yield aim._replace(model=model.id)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        unreached = refuse_titan(table, table.course.adjacent[user.field], aim.model, clause.CLAUSE_11_6)
        return unreached or refuse_ability(table, user, aim.model, aim._replace(model=""))

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        ability(aim.model).use(play, user, aim)


class Fireball(Power):
    """1 damage on an adjacent field."""

    names = ("field",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(field=field) for field in table.course.adjacent[user.field].values())

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if aim.field not in table.course.ways:
            return refusal(clause.CLAUSE_1_1, field=aim.field)
        if aim.field not in table.course.adjacent[user.field].values():
            return refusal(clause.CLAUSE_11_7, field=aim.field)
        if not harm.is_target(table, aim.field):
            return refusal(clause.CLAUSE_11_7, field=aim.field)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.damage(play, aim.field, "card", user.id)


class Lightning(Power):
    """1 damage to any other titan on the track."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.titans)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if not table.races(aim.titan) or aim.titan == user.id:
            return refusal(clause.CLAUSE_11_8, titan=aim.titan)
        if not table.titan(aim.titan).field:
            return refusal(clause.CLAUSE_2_9, titan=aim.titan)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.hit(play, (aim.titan,), "card", user.id)


class Bomb(Power):
    """1 damage on all six adjacent fields."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if not any(harm.is_target(table, field) for field in table.course.adjacent[user.field].values()):
            return refusal(clause.CLAUSE_11_9, field=user.field)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.sweep(play, play.table.course.adjacent[user.field], "card", user.id)


class HealingPotion(Power):
    """2 life."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if user.life >= MOST_LIFE:
            return refusal(clause.CLAUSE_11_10, life=user.life)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.gain(play, user, 2, "card")


class LuckyDie(Power):
    """The chosen die once more."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if table.done.acted:
            return refusal(clause.CLAUSE_11_11, die=user.die)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.DieTakenUp(titan=user.id))


class ThiefsGlove(Power):
    """A random card of another player."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.standing_on(table.course.adjacent[user.field]))

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        unreached = refuse_titan(table, table.course.adjacent[user.field], aim.titan, clause.CLAUSE_11_12)
        if unreached is not None:
            return unreached
        victim = table.titan(aim.titan).seat
        if victim == user.seat:
            return refusal(clause.CLAUSE_11_12, titan=aim.titan)
        if not table.hand(victim):
            return refusal(clause.CLAUSE_11_12, titan=aim.titan, cards=0)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.TheftBegun(seat=user.seat, from_seat=play.table.titan(aim.titan).seat))


class Gale(Power):
    """A titan behind is moved 1 field back."""

    names = ("titan", "direction")

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        for titan in table.standing_on(table.course.rear[user.field]):
            for direction in REAR:
                yield Aim(titan.id, direction=direction)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if aim.direction not in REAR:
            return refusal(clause.CLAUSE_11_13, direction=aim.direction)
        return refuse_titan(table, table.course.rear[user.field], aim.titan, clause.CLAUSE_11_13)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.TitanShoved(titan=aim.titan, by=user.id, direction=heading(aim.direction)))


OWN_TURN: dict[str, Power] = {
    "surprise_trap": SurpriseTrap(),
    "speed_potion": SpeedPotion(),
    "spring_boots": SpringBoots(),
    "mimic_mask": MimicMask(),
    "fireball": Fireball(),
    "lightning": Lightning(),
    "bomb": Bomb(),
    "healing_potion": HealingPotion(),
    "lucky_die": LuckyDie(),
    "thiefs_glove": ThiefsGlove(),
    "gale": Gale(),
}

FROM_THE_START = ("healing_potion", "lightning", "lucky_die")
"""The effects that a titan at the start can use (TR-16.5)."""


def refuse_effect(table: RaceTable, user: Titan, effect: str, aim: Aim) -> Refusal | None:
    """Return why the effect of an own-turn card may not be used by the titan in turn on this aim."""
    if not user.field and effect not in FROM_THE_START:
        return refusal(clause.CLAUSE_16_5, effect=effect)
    power = OWN_TURN[effect]
    return refuse_extra(power, aim, clause.CLAUSE_10_9) or power.refuse(table, user, aim)
