"""Movements with their chains, written a second time as a plain recursion, come out the same as from the agenda."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made_by

import msgspec
from hypothesis import assume, example
from hypothesis import given as for_all
from hypothesis import strategies as st

from games.kit.rules import decider
from games.kit.rules.decider import Accepted
from games.kit.rules.edition import Edition
from games.titan_race import TITAN_RACE
from games.titan_race.rules.data import EDITION, PATHS, TITAN, heading
from games.titan_race.rules.table import RaceTable
from games.titan_race.rules.track import DIRECTIONS, Course, Way, course
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.titan_race.race import given, race, titan

IDS = tuple(TITAN)
PLAIN = Edition(
    msgspec.structs.replace(
        EDITION.data,
        layouts=tuple(msgspec.structs.replace(layout, special=()) for layout in EDITION.data.layouts),
    )
)
"""Tracks without special fields: with empty hands nobody is asked and nothing is drawn before a movement is over."""

COURSES = (
    ("kaldheira",),
    ("forbidden_foundry",),
    ("ban_kogu",),
    ("anglieh",),
    ("estengaard",),
    ("ban_kogu", "kaldheira", "forbidden_foundry"),
    ("forbidden_foundry", "kaldheira", "estengaard"),
)


class Won(Exception):
    """A titan finished."""


@dataclass
class Piece:
    """A titan of the recursion, and the movements in which it is."""

    field: str
    laps: int
    life: int
    moves: list[list[bool]] = made_by(default_factory=list)


class Recursion:
    """The same rules once more, with the call stack for an agenda."""

    def __init__(self, course: Course, pieces: dict[str, Piece], traps: set[str]) -> None:
        self.course, self.pieces, self.traps = course, pieces, traps

    def on(self, place: str, besides: str) -> str:
        return next((name for name, piece in self.pieces.items() if piece.field == place != "" and name != besides), "")

    def lose(self, name: str) -> None:
        piece = self.pieces[name]
        piece.life = max(piece.life - 1, 0)
        if not piece.life:
            for stopped in piece.moves:
                stopped[0] = True

    def walk(self, name: str, path: tuple[str, ...], pushing: frozenset[str]) -> None:
        piece, stopped = self.pieces[name], [False]
        lay_before = not piece.life
        piece.moves.append(stopped)
        for direction in path:
            if not stopped[0]:
                self.step(name, direction, path.count(direction), pushing, stopped, lay_before=lay_before)
        piece.moves.remove(stopped)

    def step(
        self, name: str, direction: str, length: int, pushing: frozenset[str], stopped: list[bool], *, lay_before: bool
    ) -> None:
        piece = self.pieces[name]
        way = self.course.ways[piece.field][direction]
        if way is None:
            piece.field, piece.laps = "", 0
        if way is None or self.closed(name, way.field, direction, pushing):
            stopped[0] = True
            return
        self.enter(name, way, direction, length, pushing)
        if lay_before:
            stopped[0] = False
        if self.course.terrain.get(way.field) == "ice" and not stopped[0]:
            self.step(name, direction, length, pushing, stopped, lay_before=lay_before)

    def closed(self, name: str, place: str, direction: str, pushing: frozenset[str]) -> bool:
        passed: list[str] = []
        while other := self.on(place, name):
            if other in pushing or place in passed:
                return True
            passed.append(place)
            way = self.course.ways[place][direction]
            place = way.field if way else ""
        return False

    def enter(self, name: str, way: Way, direction: str, length: int, pushing: frozenset[str]) -> None:
        piece = self.pieces[name]
        piece.laps += way.laps
        if piece.laps == 3:
            raise Won(name)
        met = self.on(way.field, name)
        piece.field = way.field
        if met:
            self.walk(met, (direction,) * length, pushing | {name})
            self.lose(met)
        self.meet(name, way.field, met)

    def meet(self, name: str, place: str, met: str) -> None:
        if place in self.traps:
            self.traps.remove(place)
            self.lose(name)
        terrain = self.course.terrain.get(place)
        if terrain == "lava":
            self.lose(name)
        if terrain == "statue":
            around = self.course.adjacent[place].values()
            self.traps -= set(around)
            hit = [other for other in (self.on(space, "") for space in around) if other]
            for other in [*hit, *([met] if met and met not in hit else [])]:
                self.lose(other)


@st.composite
def crowds(draw: st.DrawFn) -> RaceTable:
    """Draw six titans close together, some of them lying, among a few traps; the first or second is in turn."""
    tracks = draw(st.sampled_from(COURSES))
    fields = draw(st.permutations(neighbourhood(course(PLAIN, tracks).fields, draw(st.sampled_from("ACEabc")))))
    lives = [max(draw(st.integers(0, 6)), place == 0) for place in range(6)]
    laps = [draw(st.integers(0, 2)) if len(tracks) == 1 else int(field[0]) - 1 for field in fields[:6]]
    names = draw(st.sampled_from((IDS, ("ragnarok", *(name for name in IDS if name != "ragnarok")))))
    racers = [
        titan(name, place, life=life, laps=lap, state="upright" if life else "down")
        for name, place, life, lap in zip(names, fields, lives, laps, strict=False)
    ]
    table = race(*racers, track=tracks, edition=PLAIN, die=draw(st.sampled_from(tuple(PATHS))))
    traps = fields[6 : 6 + draw(st.integers(0, 4))]
    return table.but(traps=tuple(place for place in traps if table.course.terrain.get(place) != "lava"))


def neighbourhood(fields: tuple[str, ...], kind: str) -> list[str]:
    """Return a column with a few fields more, or the bottom, the middle or the top of the course."""
    if kind in "ACE":
        column = [field for field in fields if field.rpartition(":")[2][0] == kind]
        return column[:6] + [field for field in fields if field not in column][:5]
    start = {"a": 0, "b": len(fields) // 2, "c": len(fields) - 14}[kind]
    return list(fields[start : start + 14])


Recursed = tuple[str, dict[str, tuple[str, int, int]], set[str]]
"""Who has won, or field, laps and life of each titan, and the traps."""


def recursed(table: RaceTable, name: str, path: tuple[str, ...]) -> Recursed:
    pieces = {racer.id: Piece(racer.field, racer.laps, racer.life) for racer in table.titans}
    recursion = Recursion(table.course, pieces, set(table.traps))
    try:
        recursion.walk(name, path, frozenset())
    except Won as won:
        return str(won), {}, set()
    return "", {name: (piece.field, piece.laps, piece.life) for name, piece in pieces.items()}, recursion.traps


def is_blocked(table: RaceTable, name: str, direction: str) -> bool:
    """Return whether the recursion stops a titan at once."""
    pieces = {racer.id: Piece(racer.field, racer.laps, racer.life) for racer in table.titans}
    way = table.course.ways[pieces[name].field][direction]
    return way is not None and Recursion(table.course, pieces, set()).closed(name, way.field, direction, frozenset())


def ruled(table: RaceTable, move: Plain) -> Recursed:
    accepted = decider.decide(TITAN_RACE.rules, table, 1, move)
    assert isinstance(accepted, Accepted)
    after: RaceTable = accepted.table
    assert list(TITAN_RACE.rules.invariants(after)) == []
    if after.winner:
        return after.winner, {}, set()
    return "", {racer.id: (racer.field, racer.laps, racer.life) for racer in after.titans}, set(after.traps)


RING = race(
    *(titan(name, place) for name, place in zip(IDS, ("E9", "E11", "E1", "E3", "E5", "E7"), strict=True)),
    track="forbidden_foundry",
    edition=PLAIN,
)


@for_all(crowds(), st.integers(0, 3))
@example(RING, 0)
@example(RING.with_titan(IDS[0], die="blue"), 0)
@example(RING.with_titan(IDS[0], die="blue"), 2)
def test_a_move_through_a_crowd_ends_as_the_recursion_says(table: RaceTable, choice: int) -> None:
    paths = PATHS[table.titans[0].die]
    path = paths[choice % len(paths)]
    move = cmd.Move(path=tuple(heading(direction) for direction in path))
    blocked = [other for other in paths if is_blocked(table, table.titans[0].id, other[0])]
    if path in blocked and len(blocked) < len(paths):
        given(table).when(1, move).refused(clause.CLAUSE_4_10)
    else:
        assert ruled(table, move) == recursed(table, table.titans[0].id, path)


@for_all(crowds(), st.integers(0, 35))
def test_a_shove_in_a_crowd_ends_as_the_recursion_says(table: RaceTable, choice: int) -> None:
    """An adjacent titan is moved in any direction."""
    mover = table.titans[0]
    near = list(table.titans_on(table.course.adjacent[mover.field]))
    assume(mover.id == "ragnarok" and near)
    shoved, direction = near[choice % len(near)].id, DIRECTIONS[choice % 6]
    move = cmd.UseAbility(titan=shoved, direction=heading(direction))
    if is_blocked(table, shoved, direction):
        given(table).when(1, move).refused(clause.CLAUSE_7_11)
    else:
        assert ruled(table, move) == recursed(table, shoved, (direction,))
