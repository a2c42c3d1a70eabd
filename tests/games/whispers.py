"""Whispers, a toy title in which everything is hidden, and the same title with holes: each leaks in a way of its own.

Chance rolls a hidden die for every seat. Then every seat writes down a hidden word and nods; dice and words are shown
when all have nodded, and the next round begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from games.kit.board.caption import Caption
from games.kit.rules.chance import Draws
from games.kit.rules.decider import Actor, Chance, Decision, Duty, Evolve, Outcome, Play, Refusal, Step, Table, refusal
from games.kit.rules.edition import Edition
from games.kit.rules.forms import Pick, Printed
from games.kit.title import Title
from games.kit.words.phrasebook import Phrasebook, Speaker
from lab.title_parts import but, title_of
from lab.toy import changed, compiled, values_of

PROTO = """
syntax = "proto3";
package whispers.v1;
import "gunbai/rules/v1/options.proto";

enum Clause {
  CLAUSE_UNSPECIFIED = 0;
  CLAUSE_1 = 1 [(gunbai.rules.v1.clause) = {number: "WH-1" sentence: "Every seat rolls, writes, and nods."}];
}
message RollDie { option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT; uint32 seat = 1; uint32 face = 2; }
message Write { option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT; uint32 seat = 1; uint32 word = 2; }
message Nod { uint32 times = 1; }

message DieRolled { uint32 seat = 1; uint32 face = 2; }
message FaceSeen { option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT; uint32 seat = 1; uint32 face = 2; }
message WordWritten { uint32 seat = 1; }
message WordKept { option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT; uint32 seat = 1; uint32 word = 2; }
message Nodded { uint32 seat = 1; uint32 face = 2; }
message AllShown { repeated uint32 faces = 1; repeated uint32 words = 2; }

message View { repeated bool rolled = 1; repeated uint32 faces = 2; repeated uint32 words = 3; uint32 round = 4; }
"""

protos: Any = compiled(PROTO, "whispers/v1/events.proto")
plain: Any = values_of(protos)
CLAUSE = 1
FACES = 6
WORDS = range(1, 4)
ROUNDS = 3


class Mouths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition: nothing is needed."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is agreed."""


class Circle(Table, frozen=True):
    """A table of Whispers: what is hidden is 0 until it is rolled or written."""

    rows = "faces"

    faces: tuple[int, ...]
    words: tuple[int, ...]
    nods: tuple[bool, ...]
    round: int = 1


seen_last: list[Circle] = []
"""The table that a title with a memory saw last, against the law: a hole."""


def neighbour(table: Circle, seat: int) -> int:
    """Return the face of the next seat's die."""
    return table.faces[seat % len(table.faces)]


class Roll(Chance[Circle, Any], frozen=True):
    """Chance rolls the hidden die of a seat."""

    seat: int
    clause = CLAUSE
    takes = (plain.RollDie,)
    closed_by = (plain.DieRolled,)
    form = Pick(Printed("the faces of a die", tuple(range(1, FACES + 1))))

    def showing(self, table: Circle, drawn: int) -> Any:
        return plain.RollDie(seat=self.seat, face=drawn)

    def probability(self, table: Circle, outcome: Any) -> Fraction:
        return Fraction(outcome.seat == self.seat and 1 <= outcome.face <= FACES, FACES)

    def answer(self, play: Play[Circle], outcome: Any) -> None:
        play.emit(plain.DieRolled(seat=self.seat))
        play.emit(plain.FaceSeen(seat=self.seat, face=outcome.face))


class RollAloud(Roll, frozen=True):
    """A hole: the public event names the face."""

    def answer(self, play: Play[Circle], outcome: Any) -> None:
        play.emit(plain.DieRolled(seat=self.seat, face=outcome.face))
        play.emit(plain.FaceSeen(seat=self.seat, face=outcome.face))


class RollAtLength(Roll, frozen=True):
    """A hole: there are as many sealed events as the die has pips."""

    def answer(self, play: Play[Circle], outcome: Any) -> None:
        play.emit(plain.DieRolled(seat=self.seat))
        for _ in range(outcome.face):
            play.emit(plain.FaceSeen(seat=self.seat, face=outcome.face))


class WriteWord(Decision[Circle, Any], frozen=True):
    """A seat writes a hidden word."""

    seat: int
    clause = CLAUSE
    takes = (plain.Write,)
    closed_by = (plain.WordWritten,)

    def candidates(self, table: Circle, seat: int) -> Iterator[Any]:
        for word in range(1, WORDS.stop + 1):
            yield plain.Write(seat=seat, word=word)

    def refuse(self, table: Circle, seat: int, move: Any) -> Refusal | None:
        return None if move.word in WORDS else refusal(CLAUSE, word=move.word)

    def answer(self, play: Play[Circle], seat: int, move: Any) -> None:
        play.emit(plain.WordWritten(seat=seat))
        play.emit(plain.WordKept(seat=seat, word=move.word))


class NodOnce(Decision[Circle, Any], frozen=True):
    """A seat nods, once or twice."""

    seat: int
    known: int = 0
    clause = CLAUSE
    takes = (plain.Nod,)
    closed_by = (plain.Nodded,)

    def candidates(self, table: Circle, seat: int) -> Iterator[Any]:
        seen_last[:] = [table]
        for times in range(4):
            yield plain.Nod(times=times)

    def refuse(self, table: Circle, seat: int, move: Any) -> Refusal | None:
        return None if move.times in {1, 2} else refusal(CLAUSE, times=move.times)

    def answer(self, play: Play[Circle], seat: int, move: Any) -> None:
        play.emit(plain.Nodded(seat=seat))


class NodByFace(NodOnce, frozen=True):
    """A hole: a seat may nod as often as the next seat's die shows."""

    def candidates(self, table: Circle, seat: int) -> Iterator[Any]:
        for times in range(1, neighbour(table, seat) + 1):
            yield plain.Nod(times=times)

    def refuse(self, table: Circle, seat: int, move: Any) -> Refusal | None:
        return None if 1 <= move.times <= neighbour(table, seat) else refusal(CLAUSE, times=move.times)


class NodWithReasons(NodOnce, frozen=True):
    """A hole: a refusal gives away the next seat's die."""

    def refuse(self, table: Circle, seat: int, move: Any) -> Refusal | None:
        return None if move.times in {1, 2} else refusal(CLAUSE, face=neighbour(table, seat))


class NodAtNeighbour(NodOnce, frozen=True):
    """A hole: the event of a public command names the face of another seat."""

    def answer(self, play: Play[Circle], seat: int, move: Any) -> None:
        play.emit(plain.Nodded(seat=seat, face=neighbour(play.table, seat)))


class ShowAll(Duty[Circle], frozen=True):
    """Dice and words are shown."""

    clause = CLAUSE
    closed_by = (plain.AllShown,)

    def resolve(self, play: Play[Circle]) -> None:
        play.emit(plain.AllShown(faces=play.table.faces, words=play.table.words))


evolve: Evolve[Circle] = Evolve()
evolve.unchanged_by(plain.DieRolled, plain.WordWritten)


@evolve.on(plain.FaceSeen)
def face_seen(table: Circle, event: Any) -> Circle:
    return table.but(faces=changed(table.faces, event.seat, event.face))


@evolve.on(plain.WordKept)
def word_kept(table: Circle, event: Any) -> Circle:
    return table.but(words=changed(table.words, event.seat, event.word))


@evolve.on(plain.Nodded)
def nodded(table: Circle, event: Any) -> Circle:
    return table.but(nods=changed(table.nods, event.seat, value=True))


@evolve.on(plain.AllShown)
def all_shown(table: Circle, event: Any) -> Circle:
    nobody = (0,) * len(table.faces)
    return table.but(faces=nobody, words=nobody, nods=(False,) * len(nobody), round=table.round + 1)


def setup(seats: int, options: Options, edition: Edition[Mouths]) -> Circle:
    """Return the circle before the first roll."""
    return Circle(faces=(0,) * seats, words=(0,) * seats, nods=(False,) * seats)


Asking = Callable[[Circle, int], NodOnce]


def turn_of(roll: type[Roll] = Roll, nod: Asking = lambda _, seat: NodOnce(seat)) -> Callable[[Circle], Any]:
    """Return the order of play with these steps."""

    def turn(table: Circle) -> Step[Circle] | None:
        if table.round > ROUNDS:
            return None
        for done, step in ((table.faces, roll), (table.words, WriteWord)):
            if 0 in done:
                return step(done.index(0) + 1)
        return nod(table, table.nods.index(False) + 1) if False in table.nods else ShowAll()

    return turn


def misplaced(table: Circle, step: Step[Any] | None, actor: Actor, move: Any) -> Refusal:
    """Return the one clause that there is, with the actor's own die: the actor alone may read it."""
    return refusal(CLAUSE, actor=actor, face=table.faces[actor - 1] if actor else 0)


def outcome(table: Circle) -> Outcome | None:
    """Return that it is over; nobody wins."""
    return Outcome("hoarse", CLAUSE) if table.round > ROUNDS else None


def invariants(table: Circle) -> Iterator[str]:
    """Yield nothing: nobody sets up a circle."""
    yield from ()


def own(values: tuple[int, ...], seat: int | None) -> list[int]:
    """Return the values with all but that of one seat left out."""
    return [value if number == seat else 0 for number, value in enumerate(values, 1)]


def view(table: Circle, seat: int | None) -> Any:
    """Return what a seat may know: its own die and word."""
    seen_last[:] = [table]
    rolled = [bool(face) for face in table.faces]
    return protos.View(rolled=rolled, faces=own(table.faces, seat), words=own(table.words, seat), round=table.round)


def open_view(table: Circle, seat: int | None) -> Any:
    """Return a view with everybody's die: a hole."""
    seen = view(table, seat)
    seen.faces[:] = table.faces
    return seen


def guess(table: Circle, reader: int | None, draws: Draws) -> Circle:
    """Return the table with other dice and words of others."""
    for seat in table.seats:
        if seat != reader and table.faces[seat - 1]:
            table = table.but(faces=changed(table.faces, seat, 1 + draws.below(FACES)))
        if seat != reader and table.words[seat - 1]:
            table = table.but(words=changed(table.words, seat, draws.pick(WORDS)))
    return table


def guess_of_words(table: Circle, reader: int | None, draws: Draws) -> Circle:
    """Return a guess with everybody's die: a hole."""
    return guess(table, reader, draws).but(faces=table.faces)


def picture(view: Any, caption: Caption) -> str:
    """Return the caption as a picture."""
    return f"<svg><desc>{caption.label}, round {view.round}</desc></svg>"


def drawn_with_memory(view: Any, caption: Caption) -> str:
    """Return a picture with as many circles as the table seen last has pips: a hole."""
    return f"<svg><desc>{caption.label}</desc>{'<circle/>' * sum(seen_last[0].faces)}</svg>"


def described_with_memory(view: Any, caption: Caption) -> str:
    """Return a picture whose text board gives the dice of the table seen last: a hole."""
    return f"<svg><desc>{caption.label}: {seen_last[0].faces}</desc></svg>"


def with_memory(subject: object, say: Speaker) -> str:
    """Return a sentence that gives the dice of the table seen last: a hole."""
    return f"nod to {seen_last[0].faces}."


SENTENCES: Mapping[Any, Any] = {
    plain.RollDie: "The die shows {face}.",
    plain.Write: "Write {word}.",
    plain.Nod: "Nod {times:time|times}.",
    plain.DieRolled: "{seat} rolls a die[: {face}].",
    plain.FaceSeen: "{seat} sees {face}.",
    plain.WordWritten: "{seat} writes a word.",
    plain.WordKept: "{seat} keeps {word}.",
    plain.Nodded: "{seat} nods[ at {face}].",
    plain.AllShown: "Everybody shows {faces} and {words}.",
    Roll: "{seat} rolls a die.",
    RollAloud: "{seat} rolls a die.",
    RollAtLength: "{seat} rolls a die.",
    WriteWord: "{seat} writes a word.",
    **dict.fromkeys((NodOnce, NodByFace, NodWithReasons, NodAtNeighbour), "{seat} nods."),
}

WHISPERS: Title[Circle] = title_of(
    name="whispers",
    code="WH",
    label="Whispers",
    rules_version=1,
    seats=range(2, 5),
    seats_clause="WH-1",
    protos=(protos, protos, protos, protos),
    options=Options,
    edition=Edition(Mouths()),
    table=Circle,
    setup=setup,
    turn=turn_of(),
    steps=(Roll, WriteWord, NodOnce, ShowAll),
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    view=view,
    reveals=frozenset({plain.AllShown}),
    guess=guess,
    picture=picture,
    languages={"en": Phrasebook(SENTENCES)},
)

HOLES: Mapping[str, tuple[str, Title[Circle]]] = {
    "the view shows a die": ("view", but(WHISPERS, view=open_view)),
    "the guess leaves the dice": ("guess", but(WHISPERS, guess=guess_of_words)),
    "the picture draws pips": ("picture", but(WHISPERS, picture=drawn_with_memory)),
    "the text board names dice": ("picture", but(WHISPERS, picture=described_with_memory)),
    "the legal list is as long as a die is high": (
        "legal list",
        but(WHISPERS, turn=turn_of(nod=lambda _, seat: NodByFace(seat))),
    ),
    "the sentence of a command names dice": (
        "sentences",
        but(WHISPERS, languages={"en": Phrasebook({**SENTENCES, plain.Nod: with_memory})}),
    ),
    "the sentence of a public event names dice": (
        "entry in words",
        but(WHISPERS, languages={"en": Phrasebook({**SENTENCES, plain.DieRolled: with_memory})}),
    ),
    "the sentence of a command names dice in another language": (
        "sentences",
        but(WHISPERS, languages={**WHISPERS.words.languages, "cs": Phrasebook({**SENTENCES, plain.Nod: with_memory})}),
    ),
    "the question names dice": (
        "question",
        but(WHISPERS, languages={"en": Phrasebook({**SENTENCES, NodOnce: with_memory})}),
    ),
    "a step has a die in a field": (
        "steps",
        but(WHISPERS, turn=turn_of(nod=lambda table, seat: NodOnce(seat, neighbour(table, seat)))),
    ),
    "a refusal quotes a die": (
        "refusals",
        but(WHISPERS, turn=turn_of(nod=lambda _, seat: NodWithReasons(seat))),
    ),
    "a public event of a secret roll names the face": ("events", but(WHISPERS, turn=turn_of(RollAloud))),
    "there are as many sealed events as pips": ("events", but(WHISPERS, turn=turn_of(RollAtLength))),
    "a public event of another's command names the face": (
        "events",
        but(WHISPERS, turn=turn_of(nod=lambda _, seat: NodAtNeighbour(seat))),
    ),
}
"""What leaks -> the part by which the gate must find it, and a title that leaks so."""

UNSAID = but(WHISPERS, reveals=frozenset())
"""A title that does not say that showing dice and words opens them."""

OPEN_SECRET = but(WHISPERS, turn=turn_of(RollAloud), view=open_view)
"""A title whose roll is private in name only: its public event and its view name the face at once."""
