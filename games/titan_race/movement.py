"""Movement: how a titan comes onto a field, whom it pushes, and when a chain stops (TR-6, TR-7)."""

from __future__ import annotations

from games.decider import Play
from games.titan_race.data import LAPS_TO_WIN, heading
from games.titan_race.table import RaceTable
from games.titan_race.track import Way
from gunbai.titan_race.v1 import events_pb2 as ev


def advance(play: Play[RaceTable], titan: str, direction: str, segment: int) -> None:
    """Take one step with a titan in a segment of so many counted steps (TR-6.1)."""
    way = play.table.course.ways[play.table.titan(titan).field][direction]
    if way is None:
        play.emit(ev.TitanThrownBack(titan=titan))
    elif is_closed(play.table, titan, way.field, direction):
        play.emit(ev.TitanBlocked(titan=titan))
    else:
        enter(play, titan, way, direction, segment)


def enter(play: Play[RaceTable], titan: str, way: Way, direction: str, segment: int) -> None:
    """Bring a titan onto a field: its lap, the field, and the push of whoever stands there (TR-6.5, TR-7.1)."""
    if way.laps:
        change_lap(play, titan, way.laps)
    if play.table.winner:
        return
    met = play.table.on(way.field)
    pushed = met.id if met else ""
    play.emit(
        ev.TitanEntered(
            titan=titan, field=way.field, direction=heading(direction), leapt=way.leapt, met=pushed, segment=segment
        )
    )
    if pushed:
        play.emit(ev.TitanPushed(titan=pushed, by=titan, direction=heading(direction), steps=segment))


def change_lap(play: Play[RaceTable], titan: str, change: int) -> None:
    """Count a lap forward or back, and end the race if it was the third (TR-6.2, TR-14.1)."""
    laps = play.table.titan(titan).laps + change
    if change < 0:
        play.emit(ev.LapLost(titan=titan, laps=laps))
        return
    play.emit(ev.LapCompleted(titan=titan, laps=laps))
    if laps >= LAPS_TO_WIN:
        play.emit(ev.RaceWon(titan=titan, seats=play.table.team(play.table.titan(titan).seat)))


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
