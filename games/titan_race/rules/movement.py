"""Movement: how a titan enters a field, whom it pushes, and when a chain stops (TR-6, TR-7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from games.kit.rules.decider import Play, Refusal, refusal
from games.titan_race.rules.data import FIELD_EFFECT, LAPS_TO_WIN, heading
from games.titan_race.rules.table import RaceTable, Titan
from games.titan_race.rules.track import Way
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev

UNDERFOOT = ("lava", "pirates", "statue")
"""The terrain that does something to every titan that enters it (TR-13.1, TR-13.2, TR-13.5)."""


def set_out(play: Play[RaceTable], titan: str, path: Sequence[str]) -> None:
    """Begin a titan's own move along the directions of its counted steps, cut into straight segments (TR-5.1)."""
    segments = tuple(
        ev.Segment(direction=heading(direction), steps=sum(1 for _ in steps)) for direction, steps in groupby(path)
    )
    play.emit(ev.TitanSetOut(titan=titan, segments=segments))


def advance(play: Play[RaceTable], titan: str, direction: str, segment: int) -> None:
    """Take one step with a titan in a segment of this many counted steps (TR-6.1)."""
    way = play.table.course.ways[play.table.titan(titan).field][direction]
    if way is None:
        play.emit(ev.TitanThrownBack(titan=titan))
    elif is_closed(play.table, titan, way.field, direction):
        play.emit(ev.TitanBlocked(titan=titan))
    else:
        enter(play, titan, way, direction, segment)


def enter(play: Play[RaceTable], titan: str, way: Way, direction: str, segment: int) -> None:
    """Bring a titan onto a field: its lap, the field, and the push of a titan that is there (TR-6.5, TR-7.1, TR-7.2).

    The push lies on the agenda above the effects of the field, and these above the next step, so that a chain is
    finished from its far end (TR-6.7, TR-7.5) while the titan is already here (TR-7.6).
    """
    if way.laps:
        change_lap(play, titan, way.laps)
    # The winner has left the track: it enters no field and pushes nobody (TR-14.1).
    if play.table.winner:
        return
    other = play.table.on(way.field)
    met = other.id if other else ""
    slides = direction and play.table.course.terrain.get(way.field) == "ice"
    play.emit(
        ev.TitanEntered(
            titan=titan,
            field=way.field,
            direction=heading(direction),
            leapt=way.leapt,
            met=met,
            segment=segment,
            effects=effects(play.table, way.field) + ((FIELD_EFFECT.value("ice"),) if slides else ()),
        )
    )
    if met:
        play.emit(ev.TitanPushed(titan=met, by=titan, direction=heading(direction), steps=segment))


def effects(table: RaceTable, field: str) -> tuple[int, ...]:
    """Return what a field does to a titan that enters it, in order, except the slide on ice (TR-6.5)."""
    terrain = table.course.terrain.get(field, "")
    # In the order of TR-6.5.
    trap = ("trap",) if field in table.traps else ()
    underfoot = (terrain,) if terrain in UNDERFOOT else ()
    special = ("special",) if field in table.course.special else ()
    return tuple(map(FIELD_EFFECT.value, trap + underfoot + special))


def change_lap(play: Play[RaceTable], titan: str, change: int) -> None:
    """Count a lap forward or back, below zero too, and end the race if it was the third (TR-6.2, TR-6.4, TR-14.1).

    It makes no difference who moves the titan, nor whether it is knocked out (TR-7.8, TR-14.2).
    """
    laps = play.table.titan(titan).laps + change
    if change < 0:
        play.emit(ev.LapLost(titan=titan, laps=laps))
        return
    play.emit(ev.LapCompleted(titan=titan, laps=laps))
    if laps >= LAPS_TO_WIN:
        play.emit(ev.RaceWon(titan=titan, seats=play.table.team(play.table.titan(titan).seat)))


def refuse_blocked(table: RaceTable, titan: Titan, direction: str) -> Refusal | None:
    """Return why an ability or a card may not move a titan in a direction in which it cannot go (TR-7.11, TR-10.9)."""
    if is_blocked(table, titan, direction):
        return refusal(clause.CLAUSE_7_11, titan=titan.id, direction=direction)
    return None


def is_blocked(table: RaceTable, titan: Titan, direction: str) -> bool:
    """Return whether a titan cannot take a step in a direction (TR-7.11)."""
    way = table.course.ways[titan.field][direction]
    return way is not None and is_closed(table, titan.id, way.field, direction)


def is_closed(table: RaceTable, titan: str, field: str, direction: str) -> bool:
    """Return whether a step to `field` would push a chain onto a titan that pushes, or back onto itself (TR-7.11)."""
    pushing = {getattr(step, "pusher", "") for step in table.agenda}
    ways, row = table.course.ways, {field}
    other = table.on(field, besides=titan)
    while other is not None and other.id not in pushing:
        way = ways[field][direction]
        if way is None:
            return False
        field = way.field
        if field in row:
            return True
        row.add(field)
        other = table.on(field, besides=titan)
    return other is not None
