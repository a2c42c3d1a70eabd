"""Harm: what an effect hits, and how a titan loses and gains life (TR-8.2, TR-9.6)."""

from __future__ import annotations

from collections.abc import Iterable

from games.kit.rules.decider import Play
from games.titan_race.rules.data import CAUSE, MOST_LIFE
from games.titan_race.rules.table import RaceTable, Titan
from gunbai.titan_race.v1 import events as ev


def strike(play: Play[RaceTable], fields: Iterable[str], cause: str, by: str, also: str = "") -> None:
    """Deal 1 damage on each of these fields, in this order, and to the titan `also` wherever it is (TR-1.4, TR-8.4)."""
    on_fields = (target_on(play.table, field) for field in fields)
    targets = tuple(target for target in on_fields if target is not None)
    # One effect hits a titan once, even if it stands on one of the fields.
    if also and all(target.titan != also for target in targets):
        targets += (ev.Target(titan=also),)
    if targets:
        play.emit(ev.TargetsHit(targets=targets, cause=CAUSE.value(cause), by=by))


def strike_titan(play: Play[RaceTable], titan: str, cause: str, by: str) -> None:
    """Deal 1 damage to a titan."""
    play.emit(ev.TargetsHit(targets=(ev.Target(titan=titan),), cause=CAUSE.value(cause), by=by))


def target_on(table: RaceTable, field: str) -> ev.Target | None:
    """Return the titan or trap on a field, or None."""
    titan = table.on(field)
    if titan is not None:
        return ev.Target(titan=titan.id)
    return ev.Target(trap=field) if field in table.traps else None


def place_trap(play: Play[RaceTable], by: str, field: str) -> None:
    """Place a trap, which goes off at once under a titan and on lava (TR-9.3, TR-9.4)."""
    play.emit(ev.TrapPlaced(titan=by, field=field))
    titan = play.table.on(field)
    if titan is not None:
        play.emit(ev.TrapSprung(titan=titan.id, field=field))
    elif play.table.course.terrain.get(field) == "lava":
        play.emit(ev.TrapDestroyed(field=field))


def suffer(play: Play[RaceTable], titan: str, cause: str, by: str = "") -> None:
    """Take a life from a titan, which may knock it out; a drain gives it to another titan (TR-8.8, TR-12.8)."""
    life = play.table.titan(titan).life - 1
    play.emit(ev.LifeLost(titan=titan, cause=CAUSE.value(cause), by=by, life=life))
    if not life:
        play.emit(ev.TitanKnockedOut(titan=titan))
    # After the loss, without which nothing is gained (TR-12.8).
    if cause == "drain":
        gain(play, play.table.titan(by), 1, cause)


def gain(play: Play[RaceTable], titan: Titan, life: int, cause: str) -> None:
    """Give life to a titan, at most up to 6 (TR-8.1)."""
    after = min(titan.life + life, MOST_LIFE)
    if after > titan.life:
        play.emit(ev.LifeGained(titan=titan.id, cause=CAUSE.value(cause), life=after))


def gain_for_colour(play: Play[RaceTable], titan: Titan) -> None:
    """Give 1 life to a titan whose die shows its colour, unless that is purple or it is knocked out.

    A face that purple copies has no colour here (TR-3.6, TR-3.7, TR-3.8).
    """
    if titan.die == play.table.colour(titan.id) and titan.die != "purple" and not titan.knocked_out:
        gain(play, titan, 1, "colour")
