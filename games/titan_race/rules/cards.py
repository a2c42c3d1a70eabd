"""The special cards that are played in one's own turn, in the order of their numbers (TR-10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Play, Refusal, refusal
from games.titan_race.rules import harm, movement
from games.titan_race.rules.abilities import ability, refuse_ability
from games.titan_race.rules.aims import Aim, Power, refuse_extra, refuse_titan, refuse_trap
from games.titan_race.rules.data import MOST_LIFE, heading
from games.titan_race.rules.table import RaceTable, Titan
from games.titan_race.rules.track import REAR
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev


class SurpriseTrap(Power):
    """A trap on an adjacent field (TR-11.1)."""

    names = ("field",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(field=field) for field in table.course.adjacent[user.field].values())

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        return refuse_trap(table, table.course.adjacent[user.field], aim.field, clause.CLAUSE_11_1)

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.place_trap(play, user.id, aim.field)


class SpeedPotion(Power):
    """2 fields forward (TR-11.4)."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        return movement.refuse_blocked(table, user, "forward")

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        movement.set_out(play, user.id, ("forward",) * 2)


class SpringBoots(Power):
    """A leap over a titan in front (TR-11.5)."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.titans_on(table.course.front[user.field]))

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
    """Return the direction from the user to a titan in its front zone."""
    front = table.course.front[user.field]
    return next(direction for direction, field in front.items() if field == table.titan(titan).field)


class MimicMask(Power):
    """The ability of an adjacent titan (TR-11.6)."""

    names = ("titan", "field", "direction", "model")

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        for model in table.titans_on(table.course.adjacent[user.field]):
            for aim in ability(model.id).aims(table, user):
                yield aim._replace(model=model.id)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        unreached = refuse_titan(table, table.course.adjacent[user.field], aim.model, clause.CLAUSE_11_6)
        return unreached or refuse_ability(table, user, aim.model, aim._replace(model=""))

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        ability(aim.model).use(play, user, aim)


class Fireball(Power):
    """1 damage on an adjacent field (TR-11.7)."""

    names = ("field",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(field=field) for field in table.course.adjacent[user.field].values())

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if aim.field not in table.course.ways:
            return refusal(clause.CLAUSE_1_1, field=aim.field)
        if aim.field not in table.course.adjacent[user.field].values():
            return refusal(clause.CLAUSE_11_7, field=aim.field)
        if harm.target_on(table, aim.field) is None:
            return refusal(clause.CLAUSE_11_7, field=aim.field)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.strike(play, (aim.field,), "card", user.id)


class Lightning(Power):
    """1 damage to any other titan on the track (TR-11.8)."""

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
        harm.strike_titan(play, aim.titan, "card", user.id)


class Bomb(Power):
    """1 damage on all six adjacent fields (TR-11.9)."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if not any(harm.target_on(table, field) for field in table.course.adjacent[user.field].values()):
            return refusal(clause.CLAUSE_11_9, field=user.field)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.strike(play, play.table.course.adjacent[user.field].values(), "card", user.id)


class HealingPotion(Power):
    """2 life (TR-11.10)."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if user.life >= MOST_LIFE:
            return refusal(clause.CLAUSE_11_10, life=user.life)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        harm.gain(play, user, 2, "card")


class LuckyDie(Power):
    """The chosen die once more (TR-11.11)."""

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        yield Aim()

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if table.done.acted:
            return refusal(clause.CLAUSE_11_11, die=user.die)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.LuckTried(titan=user.id))


class ThiefsGlove(Power):
    """A random card of another player (TR-11.12)."""

    names = ("titan",)

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        return (Aim(titan.id) for titan in table.titans_on(table.course.adjacent[user.field]))

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        unreached = refuse_titan(table, table.course.adjacent[user.field], aim.titan, clause.CLAUSE_11_12)
        if unreached is not None:
            return unreached
        victim = table.titan(aim.titan).seat
        if victim == user.seat:
            return refusal(clause.CLAUSE_11_12, titan=aim.titan)
        if not table.at(victim).hand:
            return refusal(clause.CLAUSE_11_12, titan=aim.titan, cards=0)
        return None

    def use(self, play: Play[RaceTable], user: Titan, aim: Aim) -> None:
        play.emit(ev.TheftBegun(seat=user.seat, from_seat=play.table.titan(aim.titan).seat))


class Gale(Power):
    """A titan behind is moved 1 field back, which costs it no life (TR-7.9, TR-11.13)."""

    names = ("titan", "direction")

    def aims(self, table: RaceTable, user: Titan) -> Iterator[Aim]:
        for titan in table.titans_on(table.course.rear[user.field]):
            for direction in REAR:
                yield Aim(titan.id, direction=direction)

    def refuse(self, table: RaceTable, user: Titan, aim: Aim) -> Refusal | None:
        if aim.direction not in REAR:
            return refusal(clause.CLAUSE_11_13, direction=aim.direction)
        unreached = refuse_titan(table, table.course.rear[user.field], aim.titan, clause.CLAUSE_11_13)
        return unreached or movement.refuse_blocked(table, table.titan(aim.titan), aim.direction)

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
