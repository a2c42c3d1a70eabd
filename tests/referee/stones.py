"""Stones, a toy title of long turns: a seat puts stones, as many as it likes, and does other things between them.

It can hide a stone, show it, roll a die, ask everybody, pass the turn, or end the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import msgspec
from google.protobuf.message import Message

from games.kit.board.caption import Caption
from games.kit.rules.chance import Draws
from games.kit.rules.decider import Actor, Chance, Decision, Evolve, Outcome, Play, Refusal, Step, Table, refusal
from games.kit.rules.edition import Edition
from games.kit.rules.forms import Pick, Printed
from games.kit.title import Title
from games.kit.words.phrasebook import Phrasebook
from gunbai.record.v1 import lifecycle_pb2 as life
from lab.signed_orders import after, by_seat
from lab.title_parts import but, title_of
from lab.toy import changed, compiled, values_of
from lab.toy_games import AT, NAME, SECRET, Night, command, named
from referee.game.judge import Refused, judge, settled
from referee.game.lifecycle import create_game, start_game, take_seat
from referee.game.taking_back import take_back
from referee.game.titles import Titles

PROTO = """
syntax = "proto3";
package stones.v1;
import "gunbai/rules/v1/options.proto";

enum Clause {
  CLAUSE_UNSPECIFIED = 0;
  CLAUSE_1 = 1 [(gunbai.rules.v1.clause) = {number: "ST-1" sentence: "Who has the turn does as they like."}];
}
message Put { uint32 stones = 1; }
message Hide { option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT; uint32 seat = 1; uint32 stones = 2; }
message Show {}
message Roll {}
message DieShows { uint32 face = 1; }
message Ask {}
message Nod {}
message Pass {}
message Finish {}

message StonesPut { uint32 seat = 1; uint32 stones = 2; }
message StonesHidden { option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT; uint32 seat = 1; uint32 stones = 2; }
message StonesShown { uint32 seat = 1; uint32 stones = 2; }
message DieTaken { uint32 seat = 1; }
message DieFell { uint32 face = 1; }
message Asked {}
message Nodded { uint32 seat = 1; }
message TurnPassed {}
message Finished {}

message View { repeated uint32 stones = 1; }
"""

protos: Any = compiled(PROTO, "stones/v1/events.proto")
plain: Any = values_of(protos)
CLAUSE = 1


class Quarry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition: nothing is needed."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is agreed."""


class Heap(Table, frozen=True):
    """A table of Stones."""

    rows = "stones"

    stones: tuple[int, ...]
    hidden: tuple[int, ...]
    nods: tuple[bool, ...]
    seat: int = 1
    """Whose turn it is; 0 after the end."""


class TakeTurn(Decision[Heap, Any], frozen=True):
    """A seat does one thing of its turn."""

    seat: int
    clause = CLAUSE
    takes = (plain.Put, plain.Hide, plain.Show, plain.Roll, plain.Ask, plain.Pass, plain.Finish)

    def candidates(self, table: Heap, seat: int) -> Iterator[Any]:
        yield plain.Pass()
        yield plain.Put(stones=1)

    def refuse(self, table: Heap, seat: int, move: Any) -> Refusal | None:
        return None if seat == self.seat else refusal(CLAUSE, seat=seat)

    def answer(self, play: Play[Heap], seat: int, move: Any) -> None:
        match move:
            case plain.Put(stones=stones):
                play.emit(plain.StonesPut(seat=seat, stones=stones))
            case plain.Hide(stones=stones):
                play.emit(plain.StonesHidden(seat=seat, stones=stones))
            case plain.Show():
                play.emit(plain.StonesShown(seat=seat, stones=play.table.hidden[seat - 1]))
            case plain.Roll():
                play.emit(plain.DieTaken(seat=seat))
            case plain.Ask():
                play.emit(plain.Asked())
            case plain.Pass():
                play.emit(plain.TurnPassed())
            case plain.Finish():
                play.emit(plain.Finished())


class RollDie(Chance[Heap, Any], frozen=True):
    """Chance rolls the die."""

    clause = CLAUSE
    takes = (plain.DieShows,)
    closed_by = (plain.DieFell,)
    form = Pick(Printed("the faces of a die", tuple(range(1, 7))))

    def answer(self, play: Play[Heap], outcome: Any) -> None:
        play.emit(plain.DieFell(face=outcome.face))


class NodAll(Decision[Heap, Any], frozen=True):
    """Everybody nods, at once."""

    clause = CLAUSE
    takes = (plain.Nod,)

    def seats(self, table: Heap) -> tuple[int, ...]:
        return tuple(seat for seat in table.seats if not table.nods[seat - 1])

    def candidates(self, table: Heap, seat: int) -> Iterator[Any]:
        yield plain.Nod()

    def refuse(self, table: Heap, seat: int, move: Any) -> Refusal | None:
        return None

    def answer(self, play: Play[Heap], seat: int, move: Any) -> None:
        play.emit(plain.Nodded(seat=seat))


evolve: Evolve[Heap] = Evolve()


@evolve.on(plain.StonesPut)
def stones_put(table: Heap, event: Any) -> Heap:
    return table.but(stones=changed(table.stones, event.seat, table.stones[event.seat - 1] + event.stones))


@evolve.on(plain.StonesHidden)
def stones_hidden(table: Heap, event: Any) -> Heap:
    return table.but(hidden=changed(table.hidden, event.seat, event.stones))


@evolve.on(plain.StonesShown)
def stones_shown(table: Heap, event: Any) -> Heap:
    return table.but(hidden=changed(table.hidden, event.seat, 0))


@evolve.on(plain.DieTaken)
def die_taken(table: Heap, event: Any) -> Heap:
    return table.opens(RollDie())


@evolve.on(plain.DieFell)
def die_fell(table: Heap, event: Any) -> Heap:
    return table.but(stones=changed(table.stones, table.seat, table.stones[table.seat - 1] + event.face))


@evolve.on(plain.Asked)
def asked(table: Heap, event: Any) -> Heap:
    return table.but(nods=(False,) * len(table.stones)).opens(NodAll())


@evolve.on(plain.Nodded)
def nodded(table: Heap, event: Any) -> Heap:
    table = table.but(nods=changed(table.nods, event.seat, value=True))
    return table.closes() if all(table.nods) else table


@evolve.on(plain.TurnPassed)
def turn_passed(table: Heap, event: Any) -> Heap:
    return table.but(seat=table.seat % len(table.stones) + 1)


@evolve.on(plain.Finished)
def finished(table: Heap, event: Any) -> Heap:
    return table.but(seat=0)


def setup(seats: int, options: Options, edition: Edition[Quarry]) -> Heap:
    """Return the table without a stone."""
    return Heap(stones=(0,) * seats, hidden=(0,) * seats, nods=(False,) * seats)


def turn(table: Heap) -> Step[Heap] | None:
    """Return whose turn it is."""
    return TakeTurn(table.seat) if table.seat else None


def misplaced(table: Heap, step: Step[Any] | None, actor: Actor, move: Any) -> Refusal:
    """Return the one clause that there is."""
    return refusal(CLAUSE, actor=actor)


def outcome(table: Heap) -> Outcome | None:
    """Return that it is over once somebody says so; nobody wins."""
    return None if table.seat else Outcome("finished", CLAUSE)


def invariants(table: Heap) -> Iterator[str]:
    """Yield nothing: nobody sets up a table."""
    yield from ()


def view(table: Heap, seat: int | None) -> Any:
    """Return the stones that lie openly."""
    return protos.View(stones=table.stones)


def guess(table: Heap, reader: int | None, draws: Draws) -> Heap:
    """Return the table without what others hide."""
    return table.but(hidden=tuple(stones if seat == reader else 0 for seat, stones in enumerate(table.hidden, 1)))


def picture(view: Any, caption: Caption) -> str:
    """Return the caption as a picture."""
    return f"<svg><desc>{caption.label}</desc></svg>"


STONES: Title[Heap] = title_of(
    name="stones",
    code="ST",
    label="Stones",
    rules_version=1,
    seats=range(1, 5),
    seats_clause="ST-1",
    protos=(protos, protos, protos, protos),
    options=Options,
    edition=Edition(Quarry()),
    table=Heap,
    setup=setup,
    turn=turn,
    steps=(TakeTurn, RollDie, NodAll),
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
    reveals=frozenset({plain.StonesShown}),
    guess=guess,
    picture=picture,
    languages={"en": Phrasebook({})},
)
UNSAID = but(STONES, reveals=None)
"""The same, which does not say what opens hidden facts."""
TITLES, UNSAID_TITLES = Titles([STONES]), Titles([UNSAID])
_ids = count(1)


def stones(seats: int = 2, keys: Sequence[bytes] = (), titles: Titles = TITLES, **asked: Any) -> Night:
    """Return a game of Stones that has started."""
    added = create_game(titles, life.CreateGame(title="stones", seats=seats, **asked), NAME, SECRET, AT)
    night = Night(added.game, added.entries)
    for seat in range(1, seats + 1):
        taken = life.TakeSeat(seat=seat, entropy=bytes([seat]), public_key=keys[seat - 1] if keys else b"")
        night = night.then(take_seat(night.game, taken, named(f"player {seat}"), AT))
    return night.then(settled(start_game(night.game, AT)))


def moved(night: Night, seat: int, *moves: Message, at: int = AT) -> Night:
    """Return the night after moves of a seat, all at a time."""
    for move in moves:
        ruling = judge(night.game, command(night.game, seat, move), at)
        assert not isinstance(ruling, Refused), ruling
        night = night.then(ruling)
    return night


def put(night: Night, seat: int, *numbers: int, at: int = AT) -> Night:
    """Return the night after a seat put stones several times."""
    return moved(night, seat, *(protos.Put(stones=number) for number in numbers), at=at)


def undone(night: Night, seat: int, version: int, **changes: Any) -> Night:
    """Return the night after a seat went back to a version."""
    return after(night, take_back(night.game, by_seat(night.game, seat, life.TakeBack(version=version), **changes)))
