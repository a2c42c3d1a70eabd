"""The die action and its parts: placing, the face that purple copies, move, trap, damage and cost (TR-4.5, TR-5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from games.titan_race.rules import harm, movement
from games.titan_race.rules.aims import refuse_trap
from games.titan_race.rules.data import COLOUR, COLOURS, DIRECTION, PART, PARTS, PATHS, PURPLE_TITAN
from games.titan_race.rules.table import RaceTable, Titan
from games.titan_race.rules.track import FRONT, Way
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai_record.plain import Plain

PartMove: TypeAlias = (
    cmd.ChooseStart | cmd.CopyFace | cmd.Move | cmd.PlaceTrap | cmd.Strike | cmd.DeclineStrike | cmd.PayLife
)

PART_OF: dict[type[Plain], str] = {
    cmd.ChooseStart: "placing",
    cmd.CopyFace: "copy",
    cmd.Move: "move",
    cmd.PlaceTrap: "trap",
    cmd.Strike: "damage",
    cmd.DeclineStrike: "damage",
    cmd.PayLife: "cost",
}
"""The part of a die action that each command carries out."""

FIRST = ("placing", "copy")
"""The parts that come before all others."""

CITED = {
    "placing": clause.CLAUSE_4_5,
    "copy": clause.CLAUSE_5_8,
    "move": clause.CLAUSE_5_1,
    "trap": clause.CLAUSE_5_4,
    "damage": clause.CLAUSE_5_4,
    "cost": clause.CLAUSE_5_8,
}
"""The clause that a command breaks if its part is not due."""

MOVES = {
    face: tuple(cmd.Move(path=tuple(map(DIRECTION.value, path))) for path in paths) for face, paths in PATHS.items()
}
"""The moves of each face, as commands."""

MOVE_CLAUSE = {
    "yellow": clause.CLAUSE_5_2,
    "blue": clause.CLAUSE_5_3,
    "brown": clause.CLAUSE_5_2,
    "red": clause.CLAUSE_5_4,
    "green": clause.CLAUSE_5_4,
}


class PerformDie(Decision[RaceTable, PartMove], frozen=True):
    """In a die action that has begun, the player chooses the next part, before or after the move (TR-5.1, TR-5.5)."""

    seat: int
    titan: str
    face: str
    due: tuple[str, ...]

    clause = clause.CLAUSE_5_1
    takes = tuple(PART_OF)
    closed_by = (ev.DieActionEnded,)

    def candidates(self, table: RaceTable, seat: int) -> Iterator[PartMove]:
        for part in open_parts(self.due):
            yield from part_candidates(table, table.titan(self.titan), self.face, part)

    def refuse(self, table: RaceTable, seat: int, move: PartMove) -> Refusal | None:
        return refuse_part(table, table.titan(self.titan), self.face, self.due, move)

    def answer(self, play: Play[RaceTable], seat: int, move: PartMove) -> None:
        perform_part(play, self.titan, move)


class CompletePart(Duty[RaceTable], frozen=True):
    """A part of the die action is over, and what can no longer be done is dropped (TR-4.9, TR-5.6, TR-5.7)."""

    titan: str
    part: str

    clause = clause.CLAUSE_5_1
    closed_by = (ev.PartCompleted,)

    def resolve(self, play: Play[RaceTable]) -> None:
        play.emit(ev.PartCompleted(titan=self.titan, part=PART.value(self.part)))
        drop_parts(play, self.titan)


def part_candidates(table: RaceTable, titan: Titan, face: str, part: str) -> Iterable[PartMove]:
    """Return the commands worth asking about for one part of a die action."""
    match part:
        case "placing":
            return (cmd.ChooseStart(field=field) for field in table.course.starts)
        case "copy":
            return (cmd.CopyFace(colour=COLOUR.value(colour)) for colour in COLOURS)
        case "move":
            return MOVES[face]
        case "trap":
            return (cmd.PlaceTrap(field=field) for field in table.course.rear[titan.field].values())
        case "damage":
            strikes = tuple(cmd.Strike(field=field) for field in table.course.front[titan.field].values())
            return (*strikes, cmd.DeclineStrike())
        case _:
            return (cmd.PayLife(),)


def open_parts(due: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts that may come next: placing and copy first, then any in any order (TR-4.6, TR-5.8, TR-5.9)."""
    return due[:1] if due[0] in FIRST else due


def refuse_part(table: RaceTable, titan: Titan, face: str, due: tuple[str, ...], move: PartMove) -> Refusal | None:
    """Return why a command cannot be the next part of a die action that has the parts `due` left."""
    part = PART_OF[type(move)]
    if part not in open_parts(due):
        missing = due[0] if due[0] in FIRST and part != "placing" else part
        return refusal(CITED[missing], part=part, due=due)
    match move:
        case cmd.ChooseStart(field=field):
            return refuse_start(table, titan, field)
        case cmd.CopyFace(colour=colour):
            return refuse_copy(table, titan, COLOUR.word(colour))
        case cmd.Move(path=path):
            return refuse_path(table, titan, face, tuple(map(DIRECTION.word, path)))
        case cmd.PlaceTrap(field=field):
            return refuse_trap(table, table.course.rear[titan.field], field, clause.CLAUSE_5_4)
        case cmd.Strike(field=field):
            return refuse_strike(table, titan, field)
        case cmd.DeclineStrike():
            return refuse_decline(table, titan, due)
    return None


def refuse_start(table: RaceTable, titan: Titan, field: str) -> Refusal | None:
    """Return why a titan may not be placed on a field (TR-4.5)."""
    starts = table.course.starts
    if field not in table.course.ways:
        return refusal(clause.CLAUSE_1_1, field=field)
    if field not in starts:
        return refusal(clause.CLAUSE_4_5, field=field)
    other = table.on(field)
    # A titan is pushed from the start only where all three fields hold one (TR-4.5).
    if other is not None and not all(map(table.on, starts)):
        return refusal(clause.CLAUSE_4_5, field=field, titan=other.id)
    if other is not None and movement.is_closed(table, titan.id, field, "forward"):
        return refusal(clause.CLAUSE_7_11, field=field, titan=other.id)
    return None


def refuse_copy(table: RaceTable, titan: Titan, colour: str) -> Refusal | None:
    """Return why purple may not copy a face: it moves the titan by the face, if by any (TR-4.10, TR-5.8)."""
    if colour not in PATHS:
        return refusal(clause.CLAUSE_5_8, colour=colour)
    if not moves_along(table, titan, PATHS[colour]) and any(
        moves_along(table, titan, paths) for paths in PATHS.values()
    ):
        return refusal(clause.CLAUSE_4_10, colour=colour)
    return None


def refuse_path(table: RaceTable, titan: Titan, face: str, path: tuple[str, ...]) -> Refusal | None:
    """Return why a face does not move a titan along a path (TR-4.10, TR-5.2, TR-5.3, TR-5.4)."""
    if not path or not set(path) <= set(FRONT):
        return refusal(clause.CLAUSE_4_10, path=path)
    if path not in PATHS[face]:
        return refusal(MOVE_CLAUSE[face], path=path, die=face)
    if not moves_along(table, titan, (path,)) and moves_along(table, titan, PATHS[face]):
        return refusal(clause.CLAUSE_4_10, path=path)
    return None


def moves_along(table: RaceTable, titan: Titan, paths: Iterable[tuple[str, ...]]) -> bool:
    """Return whether a titan can take the first step of one of these paths (TR-7.11)."""
    return not all(movement.is_blocked(table, titan, path[0]) for path in paths)


def refuse_strike(table: RaceTable, titan: Titan, field: str) -> Refusal | None:
    """Return why the damage may not be dealt on a field; a titan there may be knocked out (TR-5.4, TR-5.7, TR-5.13)."""
    if field not in table.course.ways:
        return refusal(clause.CLAUSE_1_1, field=field)
    if field not in table.course.front[titan.field].values():
        return refusal(clause.CLAUSE_5_4, field=field)
    if harm.target_on(table, field) is None:
        return refusal(clause.CLAUSE_5_7, field=field)
    return None


def refuse_decline(table: RaceTable, titan: Titan, due: tuple[str, ...]) -> Refusal | None:
    """Return why the damage of the die may not be declined (TR-5.7)."""
    if "move" in due:
        return refusal(clause.CLAUSE_5_7, due=due)
    for other in table.titans_on(table.course.front[titan.field]):
        return refusal(clause.CLAUSE_5_7, titan=other.id)
    return None


def perform_part(play: Play[RaceTable], titan: str, move: PartMove) -> None:
    """Carry out a part of the die action."""
    match move:
        case cmd.CopyFace(colour=colour):
            due = copied_parts(titan, COLOUR.word(colour))
            play.emit(ev.FaceCopied(titan=titan, colour=colour, due=tuple(map(PART.value, due))))
            return
        case cmd.DeclineStrike():
            play.emit(ev.PartDropped(titan=titan, part=PART.value("damage")))
            drop_parts(play, titan)
            return
    play.emit(ev.PartBegun(titan=titan, part=PART.value(PART_OF[type(move)])))
    match move:
        case cmd.ChooseStart(field=field):
            # The direction is only that of the push: being placed is no move (TR-4.6).
            movement.enter(play, titan, Way(field), "forward" if play.table.on(field) else "", 1)
        case cmd.Move(path=path):
            movement.set_out(play, titan, tuple(map(DIRECTION.word, path)))
        case cmd.PlaceTrap(field=field):
            harm.place_trap(play, titan, field)
        case cmd.Strike(field=field):
            harm.strike(play, (field,), "die", titan)
        case cmd.PayLife():
            harm.suffer(play, titan, "purple")


def drop_parts(play: Play[RaceTable], titan: str) -> None:
    """Drop the parts that cannot be done any more, and end the action if none is left (TR-4.9, TR-5.6, TR-5.7)."""
    for part in parts_due(play.table):
        if is_void(play.table, play.table.titan(titan), part):
            play.emit(ev.PartDropped(titan=titan, part=PART.value(part)))
    if not parts_due(play.table):
        play.emit(ev.DieActionEnded(titan=titan))


def parts_due(table: RaceTable) -> tuple[str, ...]:
    """Return the parts that are left of the die action on top of the agenda."""
    top = table.agenda[-1]
    return top.due if isinstance(top, PerformDie) else ()


def is_void(table: RaceTable, titan: Titan, part: str) -> bool:
    """Return whether a part of the die action on top can no longer be done (TR-4.9, TR-5.6, TR-5.7, TR-5.10)."""
    if titan.knocked_out:
        return True
    # The move may still bring the titan to a free field, or to a target (TR-5.6, TR-5.7).
    if "move" in parts_due(table):
        return False
    if part == "trap":
        rear = table.course.rear[titan.field]
        return all(refuse_trap(table, rear, field, clause.CLAUSE_5_4) is not None for field in rear.values())
    if part == "damage":
        return not any(harm.target_on(table, field) for field in table.course.front[titan.field].values())
    return False


def first_parts(titan: Titan, parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts that are due when a die action begins; the first at the start is placing (TR-4.5, TR-5.11)."""
    free = ("cost",) if titan.id == PURPLE_TITAN else ()
    placing = () if titan.field else ("placing",)
    return placing + tuple(part for part in parts if part not in free)


def copied_parts(titan: str, face: str) -> tuple[str, ...]:
    """Return the parts that are due when purple copies a face (TR-5.8, TR-5.11)."""
    return PARTS[face] if titan == PURPLE_TITAN else (*PARTS[face], "cost")
