"""Harm: what an effect hits, and how a titan loses and gains life (TR-8, TR-9)."""

from __future__ import annotations

from games.decider import Play
from games.titan_race.data import CAUSE, MOST_LIFE
from games.titan_race.table import RaceTable, Titan
from gunbai.titan_race.v1 import events_pb2 as ev


def hit(play: Play[RaceTable], titans: tuple[str, ...], cause: str, by: str) -> None:
    """Let each of these titans lose 1 life, in this order (TR-8.4)."""
    if titans:
        play.emit(ev.TitansHit(titans=titans, cause=CAUSE.value(cause), by=by))


def sweep(play: Play[RaceTable], fields: dict[str, str], cause: str, by: str, also: str = "") -> None:
    """Deal 1 damage on each field of a zone, and to the titan `also` wherever it is (TR-8.4, TR-9.6, TR-13.5)."""
    titans = tuple(titan.id for titan in play.table.standing_on(fields))
    for field in fields.values():
        destroy_trap(play, field)
    hit(play, titans + ((also,) if also and also not in titans else ()), cause, by)


def damage(play: Play[RaceTable], field: str, cause: str, by: str) -> None:
    """Deal 1 damage to the titan or trap on a field (TR-5.12, TR-11.7)."""
    sweep(play, {"": field}, cause, by)


def is_target(table: RaceTable, field: str) -> bool:
    """Return whether a titan or a trap is on a field."""
    return field in table.traps or table.on(field) is not None


def destroy_trap(play: Play[RaceTable], field: str) -> None:
    """Discard the trap on a field, if one lies there, without effect (TR-9.6)."""
    if field in play.table.traps:
        play.emit(ev.TrapDestroyed(field=field))


def place_trap(play: Play[RaceTable], by: str, field: str) -> None:
    """Place a trap, which goes off at once under a titan and on lava (TR-9.3, TR-9.4)."""
    play.emit(ev.TrapPlaced(titan=by, field=field))
    titan = play.table.on(field)
    if titan is not None:
        play.emit(ev.TrapSprung(titan=titan.id, field=field))
    elif play.table.course.terrain.get(field) == "lava":
        play.emit(ev.TrapDestroyed(field=field))


def suffer(play: Play[RaceTable], titan: str, cause: str, by: str = "") -> None:
    """Take a life from a titan, which may knock it out; a drain gives it to another (TR-8.8, TR-12.8)."""
    life = play.table.titan(titan).life - 1
    play.emit(ev.LifeLost(titan=titan, cause=CAUSE.value(cause), by=by, life=life))
    if not life:
        play.emit(ev.TitanKnockedOut(titan=titan))
    if cause == "drain":
        gain(play, play.table.titan(by), 1, cause)


def gain(play: Play[RaceTable], titan: Titan, life: int, cause: str) -> None:
    """Give life to a titan, at most up to 6 (TR-8.1)."""
    after = min(titan.life + life, MOST_LIFE)
    if after > titan.life:
        play.emit(ev.LifeGained(titan=titan.id, cause=CAUSE.value(cause), life=after))


def gain_for_colour(play: Play[RaceTable], titan: Titan) -> None:
    """Give 1 life to a titan whose die shows its colour, unless it is purple or knocked out (TR-3.6, TR-3.7)."""
    if titan.die == play.table.colour(titan.id) and titan.die != "purple" and not titan.knocked_out:
        gain(play, titan, 1, "colour")
