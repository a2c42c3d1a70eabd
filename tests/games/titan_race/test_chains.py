"""Movements with their chains, told a second time as a plain recursion, come out the same as from the agenda."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made_by

from hypothesis import example, settings
from hypothesis import given as for_all
from hypothesis import strategies as st

from games import decider
from games.decider import Accepted
from games.titan_race import TITAN_RACE
from games.titan_race.data import FIELDS, PATHS, TITAN
from games.titan_race.table import RaceTable
from games.titan_race.track import Course, Way
from gunbai.titan_race.v1 import commands_pb2 as cmd
from tests.games.titan_race.race import CARDS, race, titan

IDS = tuple(TITAN)
TRACKS = ("kaldheira", "forbidden_foundry", "ban_kogu", "anglieh", "estengaard")
FULL_HANDS = {seat: CARDS[2 * seat - 2 : 2 * seat] for seat in range(1, 7)}
DICE = [(colour, place) for colour, paths in PATHS.items() for place in range(len(paths))]


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
        return next((name for name, piece in self.pieces.items() if piece.field == place and name != besides), "")

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
        way = self.course.ways[self.pieces[name].field][direction]
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
            assert way is not None
            place = way.field
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
            hit = [other for other in (self.on(each, "") for each in around) if other]
            for other in [*hit, *([met] if met and met not in hit else [])]:
                self.lose(other)


@st.composite
def crowds(draw: st.DrawFn) -> RaceTable:
    """Draw a table in round 1, where nobody reacts, with six titans close together, some of them lying, and traps."""
    track, (colour, _) = draw(st.sampled_from(TRACKS)), draw(st.sampled_from(DICE))
    column = draw(st.sampled_from(["ABCDEF", "A", "C", "E", "ACE", "BCD", "DEF"]))
    near = [place for place in FIELDS if place[0] in column] if len(column) > 1 else column_and_one(column)
    fields = draw(st.permutations(near))[: 6 + draw(st.integers(0, 4))]
    lives = draw(st.lists(st.integers(0, 6), min_size=6, max_size=6))
    lives[0] = max(lives[0], 1)
    laps = draw(st.lists(st.integers(0, 2), min_size=6, max_size=6))
    racers = [
        titan(name, place, life=life, laps=lap, state="upright" if life else "down")
        for name, place, life, lap in zip(IDS, fields, lives, laps, strict=False)
    ]
    table = race(*racers, track=track, hands=FULL_HANDS, die=colour, round=1)
    return table.but(traps=tuple(place for place in fields[6:] if table.course.terrain.get(place) != "lava"))


def column_and_one(column: str) -> list[str]:
    return [place for place in FIELDS if place[0] == column] + [place for place in FIELDS if place[0] != column][:5]


def recursed(table: RaceTable, path: tuple[str, ...]) -> tuple[str, dict[str, tuple[str, int, int]], set[str]]:
    pieces = {racer.id: Piece(racer.field, racer.laps, racer.life) for racer in table.titans}
    told = Recursion(table.course, pieces, set(table.traps))
    try:
        told.walk(IDS[0], path, frozenset())
    except Won as won:
        return str(won), {}, set()
    return "", {name: (piece.field, piece.laps, piece.life) for name, piece in pieces.items()}, told.traps


def ruled(table: RaceTable, path: tuple[str, ...]) -> tuple[str, dict[str, tuple[str, int, int]], set[str]]:
    move = cmd.Move(path=[getattr(cmd, f"DIRECTION_{direction.upper()}") for direction in path])
    accepted = decider.decide(TITAN_RACE, table, 1, move)
    assert isinstance(accepted, Accepted)
    after: RaceTable = accepted.table
    assert list(TITAN_RACE.invariants(after)) == []
    if after.winner:
        return after.winner, {}, set()
    return "", {racer.id: (racer.field, racer.laps, racer.life) for racer in after.titans}, set(after.traps)


RING = race(
    *(titan(name, place) for name, place in zip(IDS, ("E9", "E11", "E1", "E3", "E5", "E7"), strict=True)),
    track="forbidden_foundry",
    hands=FULL_HANDS,
    round=1,
)


@settings(max_examples=400, deadline=None)
@for_all(crowds(), st.integers(0, 3))
@example(RING, 0)
def test_a_move_through_a_crowd_ends_as_the_recursion_says(table: RaceTable, choice: int) -> None:
    paths = PATHS[table.titans[0].die]
    path = paths[choice % len(paths)]
    assert ruled(table, path) == recursed(table, path)
