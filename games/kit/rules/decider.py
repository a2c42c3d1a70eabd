"""The contract between the rules of a title and everything that asks them.

A title is a pure function of values: it decides what follows from a move, and folds what followed into the next table.
What the rules wait for is a value too, a step; the steps still owed lie on the table's agenda, the next one on top.

    decide(rules, table, actor, move)  -> Accepted(events, table) | Refusal(clause, values)
    carried_out(rules, table, actor, move) -> the play of a move that was listed or drawn, without asking again
    legal(rules, table, seat)          -> the candidates of the seat that would be accepted
    default(rules, table, seat)        -> the move that is made for a seat which does not play
    rules.evolve(table, event)         -> the next table

Laws, which the contract tests hold against every title:
    - legal() offers only moves that decide() accepts: both ask the same `refuse`.
    - Folding the events of an Accepted over the old table gives its table.
    - The same table, actor and move give the same result, always: no clock, no chance, no memory.
    - Nothing but a Decision, a Chance or the end of the game stops the rules: duties are resolved at once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast, get_args, get_type_hints

import msgspec
from google.protobuf.message import Message

from games.kit.rules.chance import Draws
from games.kit.rules.change import Change
from games.kit.rules.edition import Edition
from games.kit.rules.forms import Form
from games.kit.rules.open_table import open_table
from games.kit.rules.protos import first_clause, protos_of
from gunbai_record.plain import EnumWords, Plain, full_name, set_fields

Actor: TypeAlias = int
"""Who moves: a seat, counted from 1, or CHANCE."""

CHANCE: Actor = 0
"""The actor that resolves Chance steps: the referee's stream, or the dealer at a real table."""

Value: TypeAlias = "str | int | bool | tuple[str | int, ...]"


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not allowed: the clause that it breaks (of the title's Clause enum) and the values at fault."""

    clause: int
    values: Mapping[str, Value] = {}


def refusal(clause: int, **values: Value) -> Refusal:
    """Return the refusal that cites `clause` with the values at fault."""
    return Refusal(clause, values)


SCORES = range(-(2**31), 2**31)
"""The scores that a record has room for."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: its named ending, the winning seats (none if nobody won) and the score of each seat."""

    ending: str
    clause: int
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    """Law: each is one of SCORES."""
    remark: str = ""

    @property
    def unfit(self) -> str:
        """The scores that no record has room for, as a sentence; "" for none."""
        unfit = ", ".join(str(score) for score in self.scores if score not in SCORES)
        return f"scores are from {SCORES[0]} to {SCORES[-1]}, and cannot be {unfit}" if unfit else ""


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The complete state of a game: an immutable value made of tuples, strings, numbers and other such values.

    Law: a table holds no command or event and nothing that the agenda or another field already contains.
    """

    rows: ClassVar[str]
    """The field that has a row for each seat, seat 1 first."""

    agenda: tuple[Step[Any], ...] = ()

    @property
    def players(self) -> int:
        """The number of seats. Law: no move changes it."""
        return len(getattr(self, self.rows))

    @property
    def seats(self) -> range:
        """All seats."""
        return range(1, len(getattr(self, self.rows)) + 1)

    def opens(self, *steps: Step[Any]) -> Self:
        """Return the table with `steps` on its agenda, in the order given, before the steps already owed."""
        # The top of the agenda is its end, so what happens first goes last.
        return msgspec.structs.replace(self, agenda=self.agenda + steps[::-1])

    def closes(self) -> Self:
        """Return the table without the step on top of its agenda."""
        return msgspec.structs.replace(self, agenda=self.agenda[:-1])

    def replaces(self, step: Step[Any]) -> Self:
        """Return the table with the step on top of its agenda replaced."""
        return msgspec.structs.replace(self, agenda=self.agenda[:-1] + (step,))

    def but(self, **changes: Any) -> Self:
        """Return the table with these fields changed."""
        return msgspec.structs.replace(self, **changes)

    def but_at(self, seat: int, **changes: Any) -> Self:
        """Return the table with these fields of a seat's row changed."""
        rows = getattr(self, self.rows)
        row = msgspec.structs.replace(rows[seat - 1], **changes)
        return msgspec.structs.replace(self, **{self.rows: rows[: seat - 1] + (row,) + rows[seat:]})


T = TypeVar("T", bound=Table)
T_contra = TypeVar("T_contra", bound=Table, contravariant=True)
M = TypeVar("M", bound=Plain)
E = TypeVar("E", bound=Plain)


class Step(msgspec.Struct, Generic[T], frozen=True, tag=True, tag_field="step", forbid_unknown_fields=True):
    """Something that the rules wait for or owe. Law: its fields are facts that every seat may know."""

    clause: ClassVar[int]
    """The clause that leads the rules here; its events follow from it unless the title names a closer one."""
    closed_by: ClassVar[tuple[type[Plain], ...]] = ()
    """The events that take the step off the top of the agenda, before they are folded."""


class Decision(Step[T], Generic[T, M], frozen=True):
    """A step that asks one seat, or several seats at once."""

    takes: ClassVar[tuple[type[Plain], ...]]
    """The types of command that answer it; every other command is judged by the title's `misplaced`."""
    takes_back: ClassVar[tuple[type[Plain], ...]] = ()
    """Those of them that only undo what the seat did (games/kit/rules/changes_of_mind.py)."""
    informs: ClassVar[tuple[type[Plain], ...]] = ()
    """Those of them that only show the seat something. Law: the step and every other answer to it stay."""

    def seats(self, table: T) -> tuple[int, ...]:
        """Return the seats that are asked. Default: the one in the field `seat`."""
        return (self.seat,)  # type: ignore[attr-defined]  # a step of one seat has it

    def due_by(self, table: T) -> int:
        """Return the clause that gives the seats their choice, or leaves them one. Default: the clause of the step."""
        return self.clause

    @abstractmethod
    def candidates(self, table: T, seat: int) -> Iterable[M]:
        """Yield the moves worth asking about: every legal move is among them, or is built from them.

        Law: a game where every seat makes the first legal one ends.
        """

    @abstractmethod
    def refuse(self, table: T, seat: int, move: M) -> Refusal | None:
        """Return the first clause that the move breaks. Law: total over every value of the types in `takes`."""

    @abstractmethod
    def answer(self, play: Play[T], seat: int, move: M) -> None:
        """Emit what follows from a move that was not refused. Law: never checks, never raises."""

    def sense(self, table: T, move: M) -> Hashable:
        """Return the equivalence class of a legal move: bots try one move of each class.

        Default: the move itself. Law: equivalent moves lead to tables without a difference that matters.
        """
        return move


class Chance(Step[T], Generic[T, M], frozen=True):
    """A step that asks chance: a roll, a turned card, a drawn lot. Its move is what chance showed."""

    takes: ClassVar[tuple[type[Plain], ...]]
    """The one type of outcome."""
    form: ClassVar[Form]
    """What is drawn, and how: part of the rules version, and printed in `docs/draws.md`."""

    def draw(self, table: T, draws: Draws) -> M:
        """Return an outcome made from `draws`."""
        return self.showing(table, self.form.drawn(self, table, draws))

    def showing(self, table: T, drawn: Any) -> M:
        """Return the outcome that shows a draw in the step's form. Default: its one field shows that."""
        return cast("M", self.takes[0](**{self._shows(): drawn}))

    def probability(self, table: T, outcome: M) -> Fraction:
        """Return the exact probability that `draw` gives the outcome; 0 for whatever cannot happen. Law: total.

        Default: the probability with which the form draws what the one field of the outcome shows.
        """
        return self.form.probability(self, table, getattr(outcome, self._shows()))

    def _shows(self) -> str:
        """Return the one field of the outcome."""
        fields = self.takes[0].__struct_fields__
        if len(fields) != 1:
            raise BrokenLawError(
                f"{type(self).__name__} needs `showing` and `probability`: {self.takes[0].__name__} has "
                f"{len(fields)} fields, {', '.join(fields)}"
            )
        return fields[0]

    def worth(self, table: T, outcome: M) -> Mapping[int, int]:
        """Return what an outcome is worth to the seats that it concerns, by seat; by default nothing is declared.

        Law: the same seats for every outcome at a table, and the same worth in whatever order dice show their faces.
        """
        return {}

    def refuse(self, table: T, outcome: M) -> Refusal | None:
        """Return a refusal if the outcome could not have happened."""
        # The same fractions make the draws, so what a dealer may enter and what the referee draws are the same.
        if self.probability(table, outcome):
            return None
        return Refusal(self.clause, _shown(outcome))

    @abstractmethod
    def answer(self, play: Play[T], outcome: M) -> None:
        """Emit what follows from an outcome that was not refused. Law: never checks, never raises."""


def _shown(outcome: Plain) -> dict[str, Value]:
    """Return the fields of an outcome, with the words of enum values: FACE_HEART is "heart"."""
    return {name: _worded(value, outcome.ENUMS.get(name)) for name, value in set_fields(outcome)}


def _worded(value: Any, words: EnumWords | None) -> Any:
    if isinstance(value, tuple):
        return tuple(_worded(item, words) for item in value)
    if words is not None:
        return words.any_word(value)
    return value if isinstance(value, int) else str(value)


class Duty(Step[T], Generic[T], frozen=True):
    """A step that asks nobody: something that the rules owe and carry out by themselves when its time comes."""

    @abstractmethod
    def resolve(self, play: Play[T]) -> None:
        """Emit the events that the rules owe. Law: emits at least one event, and one of them closes the step."""


class Evolve(Generic[T]):
    """The fold of a title: one handler per type of event; that of a later rules version has the handlers of `older`."""

    def __init__(self, older: Evolve[T] | None = None) -> None:
        self.handlers: dict[type[Plain], Callable[[T, Any], T]] = dict(older.handlers) if older is not None else {}

    def on(self, event: type[E]) -> Callable[[Callable[[T, E], T]], Callable[[T, E], T]]:
        """Register the decorated function as the handler of an event type. Raises ValueError if it has one."""

        def register(handler: Callable[[T, E], T]) -> Callable[[T, E], T]:
            if event in self.handlers:
                # A later version of the rules has the handlers of older ones: another meaning needs another event.
                raise ValueError(f"{event.__name__} has a handler, by which older records are folded")
            self.handlers[event] = handler
            return handler

        return register

    def unchanged_by(self, *events: type[Plain]) -> None:
        """Register events that change nothing on the table: they tell what happened, or close a step."""
        for event in events:
            self.handlers[event] = _unchanged

    def __call__(self, table: T, event: Plain) -> T:
        """Return the table after the event. Raises UnknownEventError for a type without a handler."""
        kind = type(event)
        handler = self.handlers.get(kind)
        if handler is None:
            raise UnknownEventError(full_name(kind))
        agenda = table.agenda
        # Before the handler, which may open steps of its own on top.
        if agenda and kind in agenda[-1].closed_by:
            table = table.closes()
        return handler(table, event)


def _unchanged(table: T, event: Plain) -> T:
    return table


class UnknownEventError(LookupError):
    """An event that the title has no handler for."""


class BrokenLawError(RuntimeError):
    """A title that breaks a law of this contract: a mistake in the rules code, never in what a client sent."""


class Play(Generic[T]):
    """The events that follow from one move, folded as they are emitted."""

    __slots__ = ("_evolve", "causes", "events", "step", "table", "waits")

    def __init__(self, evolve: Evolve[T], table: T, step: Step[T] | None = None) -> None:
        self._evolve = evolve
        self.table = table
        self.step: Any = step
        """The step that is carried out: the next events follow from it."""
        self.events: list[Plain] = []
        self.causes: list[Step[T]] = []
        """The step that each of the events follows from."""
        self.waits: Step[T] | None = None
        """What the rules wait for once nothing is owed; None before that, and after the end."""

    def emit(self, event: Plain) -> None:
        """Fold an event; the next line reads the new `table`."""
        self.table = self._evolve(self.table, event)
        self.events.append(event)
        self.causes.append(self.step)


Reason: TypeAlias = "int | Callable[[Any, Step[Any], Any], int | None] | None"
"""The clause an event follows from; None for the clause of the step that emitted it (games/kit/rules/causes.py).

If it differs between events, it is a function of the table before the event, the step and the event.
"""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `options` of titles without options."""


class NoComponents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of the edition of titles whose components are all alike."""


NO_COMPONENTS = Edition(NoComponents())


def rows_alike(kind: type[T], seats: int, options: Any, edition: Edition[Any]) -> T:
    """Return a table with default values, with a row of them for each seat: the `setup` of titles that need no more.

    Raises BrokenLawError if a field has no default.
    """
    (row, *_) = get_args(get_type_hints(kind)[kind.rows])
    try:
        fields: dict[str, Any] = {"edition": edition, kind.rows: (row(),) * seats}
        return kind(**fields)
    except TypeError as error:
        raise BrokenLawError(f"{kind.__name__} needs a `setup`, or defaults: {error}") from None


def nothing_amiss(table: Any) -> Iterable[str]:
    """Return no fault: the `invariants` of titles where every table of the right type is possible."""
    return ()


def nothing_stands(table: Any) -> Iterable[Step[Any]]:
    """Return no standing step: the `standing` of titles where only the step on top is open."""
    return ()


def each_alone(table: Any) -> tuple[tuple[int, ...], ...]:
    """Return each seat as a side of its own: the `sides` of titles where everyone plays for themselves."""
    return tuple((seat,) for seat in table.seats)


def needs_no_dealer(table: Any) -> str:
    """Return no reason for a dealer: the `needs_dealer` of titles whose chance the referee can always draw."""
    return ""


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[T]):
    """The rules of a title, as a value. The functions are pure; the fields stand in the order of their use."""

    name: str
    """The title's import name, such as "king_of_tokyo"."""
    code: str = ""
    """The letters before the numbers of its clauses; by default those of `seats_clause`."""
    label: str = ""
    """The name on the box; by default the import name in words."""
    rules_version: int = 1
    """Grows when a verdict changes; older versions stay playable."""
    seats: range
    """The numbers of seats that the rules allow."""
    seats_clause: str = ""
    """The number of the clause that says how many can play, such as "KT-1.1"; by default that of the first."""
    protos: tuple[ModuleType, ...] = ()
    """The stubs: commands, events, view, clauses; by default those of a package of its own."""
    options: type[msgspec.Struct] = NoOptions
    """What may be agreed before the game; every field has a default."""
    edition: Edition[Any] = NO_COMPONENTS
    """The components that the game is played with unless it is created with another edition."""
    table: type[T]
    """The type of its tables."""
    setup: Callable[[int, Any, Edition[Any]], T] = None  # type: ignore[assignment]  # __post_init__ has the default
    """(seats, options, edition) -> the table before anything happened. Raises ValueError if the options do not fit.

    By default every field, and every field of the rows of the seats, has its default value.
    """
    needs_dealer: Callable[[T], str] = needs_no_dealer
    """Why a game from this table needs a dealer, as a sentence that cites the clause, or "" if the referee can draw."""
    turn: Callable[[T], Step[T] | None]
    """The step when nothing is owed: whose ordinary turn it is, or None after the end."""
    standing: Callable[[T], Iterable[Step[T]]] = nothing_stands
    """The steps that are open next to a Decision on top; steps of chance are also open next to a Chance."""
    sides: Callable[[T], tuple[tuple[int, ...], ...]] = each_alone
    """The seats that win and lose together, side by side. Law: no move changes it."""
    steps: tuple[type[Step[T]], ...]
    """Every type of step, in play order."""
    reasons: Mapping[type[Plain], Reason] = field(default_factory=dict, hash=False)
    """The clause that each type of event follows from; by default the clause of the step that emitted it."""
    revisions: Mapping[type[Step[T]], type[Step[T]]] = field(default_factory=dict, hash=False)
    """This version's steps by those of older ones that they replace, oldest first."""
    misplaced: Callable[[T, Step[T] | None, Actor, Plain], Refusal] | None = None
    """The refusal of a move that no open step takes from this actor: another seat or kind of move is due, or none.

    By default it cites the clause of the step that is waited for, or that of the end.
    """
    evolve: Evolve[T]
    outcome: Callable[[T], Outcome | None]
    """How the game ended, or None while it runs."""
    invariants: Callable[[T], Iterable[str]] = nothing_amiss
    """A sentence for everything impossible on a table: a set-up must yield none."""
    view: Callable[[T, int | None], Message] = open_table
    """(table, seat or None for a spectator) -> what may be known, built by naming it, never by deleting.

    Law: total over every table that an event leaves, between two events of one move too.
    """
    reveals: frozenset[type[Plain]] | None = None
    """The public events that show what was hidden, so that nothing before them is taken back without consent.

    None: not said. Then nothing is taken back so once a seat was shown anything in secret.
    """
    changes: tuple[Change, ...] = ()
    """What this version judges differently from the version before it; none in the first."""

    def __post_init__(self) -> None:
        setup: Any = self.setup
        protos = self.protos or protos_of(self.name, own_view=self.view is not open_table)
        seats_clause = self.seats_clause or first_clause(protos[3])
        # The dataclass is frozen, and these defaults depend on other fields.
        object.__setattr__(self, "protos", protos)
        object.__setattr__(self, "setup", setup or partial(rows_alike, self.table))
        object.__setattr__(self, "seats_clause", seats_clause)
        object.__setattr__(self, "code", self.code or seats_clause.partition("-")[0])
        object.__setattr__(self, "label", self.label or self.name.replace("_", " ").title())

    @property
    def owed(self) -> tuple[type[Step[T]], ...]:
        """Every type of step as it is on an agenda, which means the same in all versions of the rules."""
        oldest: dict[type[Step[T]], type[Step[T]]] = {}
        for step, revision in self.revisions.items():
            # Set only once: the oldest of several versions of a step names it on every agenda.
            oldest.setdefault(revision, step)
        return tuple(oldest.get(step, step) for step in self.steps)

    def current(self, step: Step[T]) -> Step[T]:
        """Return a step of an agenda as this version has it."""
        kind = self.revisions.get(type(step))
        return step if kind is None else kind(*msgspec.structs.astuple(step))


class Accepted(msgspec.Struct, Generic[T], frozen=True):
    """What follows from a move: the events in order, and the table after them."""

    events: tuple[Plain, ...]
    table: T


def waiting(rules: Rules[T], table: T) -> Step[T] | None:
    """Return the step that the rules wait for, or None after the end."""
    # Agendas name steps of the first version, so all versions share tables, `evolve`, views and words.
    step = table.agenda[-1] if table.agenda else rules.turn(table)
    return rules.current(step) if rules.revisions and step is not None else step


def owed_steps(rules: Rules[T], table: T) -> tuple[Step[T], ...]:
    """Return the step that the rules wait for and those they owe after it, the next first; none after the end."""
    top = waiting(rules, table)
    return (top, *table.agenda[-2::-1]) if top is not None else ()


def open_steps(rules: Rules[T], table: T) -> Iterator[Step[T]]:
    """Yield the step on top and the standing ones: all of them next to a Decision, those of chance next to a Chance."""
    top = waiting(rules, table)
    if top is None:
        return
    yield top
    for step in rules.standing(table):
        if isinstance(top, Decision) or (isinstance(top, Chance) and isinstance(step, Chance)):
            yield rules.current(step) if rules.revisions else step


def asked_seats(rules: Rules[T], table: T) -> tuple[int, ...]:
    """Return the seats whose decision the rules wait for."""
    top = waiting(rules, table)
    return top.seats(table) if isinstance(top, Decision) else ()


def legal(rules: Rules[T], table: T, seat: int) -> Iterator[Plain]:
    """Yield the candidates of a seat that are not refused, those of the step on top first."""
    for step in open_steps(rules, table):
        if isinstance(step, Decision) and seat in step.seats(table):
            for move in step.candidates(table, seat):
                if step.refuse(table, seat, move) is None:
                    yield move


def default(rules: Rules[T], table: T, seat: int) -> Plain:
    """Return the move that is made for a seat which is asked and does not play: its first legal candidate.

    The order of the candidates is therefore part of the rules version. Raises BrokenLawError if the seat has no legal
    candidate for the step on top.
    """
    top = waiting(rules, table)
    if isinstance(top, Decision) and seat in top.seats(table):
        for move in top.candidates(table, seat):
            if top.refuse(table, seat, move) is None:
                return cast("Plain", move)
    raise BrokenLawError(f"{top!r} of {rules.name} leaves seat {seat} no candidate")


def draw(rules: Rules[T], table: T, draws: Draws) -> Plain | None:
    """Return chance's outcome for the step that the rules wait for, or None if they do not wait for chance."""
    top = waiting(rules, table)
    # Never a standing step: what may happen by itself at a real table is only for its dealer to enter.
    return top.draw(table, draws) if isinstance(top, Chance) else None


def begin(rules: Rules[T], table: T) -> Accepted[T]:
    """Carry out the steps that the rules owe before the first move."""
    return _accepted(begun(rules, table))


def decide(rules: Rules[T], table: T, actor: Actor, move: Plain) -> Accepted[T] | Refusal:
    """Judge a move by an actor: what follows from it, or the clause that it breaks. Nothing is changed."""
    play = played(rules, table, actor, move)
    return play if isinstance(play, Refusal) else _accepted(play)


def begun(rules: Rules[T], table: T) -> Play[T]:
    """Return the play of the steps that the rules owe before the first move."""
    return _settle(rules, Play(rules.evolve, table))


def _misplaced(rules: Rules[T], table: T, actor: Actor, move: Plain) -> Refusal:
    """Return the refusal of a move that no open step takes."""
    step = waiting(rules, table)
    if rules.misplaced is not None:
        return rules.misplaced(table, step, actor, move)
    end = rules.outcome(table) if step is None else None
    # A title without clauses for it still answers: 0 cites none.
    return Refusal(end.clause if end is not None else step.clause if step is not None else 0)


def played(rules: Rules[T], table: T, actor: Actor, move: Plain) -> Play[T] | Refusal:
    """Return the play of a move by an actor, or the clause that it breaks."""
    step = _taking(rules, table, actor, move)
    if step is None:
        return _misplaced(rules, table, actor, move)
    refused = step.refuse(table, actor, move) if isinstance(step, Decision) else step.refuse(table, move)
    return _answered(rules, table, step, actor, move) if refused is None else refused


def carried_out(rules: Rules[T], table: T, actor: Actor, move: Plain) -> Play[T]:
    """Return the play of a move that `legal` listed or `draw` drew at the table: it is not judged again.

    Raises BrokenLawError if no open step takes it from this actor.
    """
    step = _taking(rules, table, actor, move)
    if step is None:
        raise BrokenLawError(f"{move!r} of actor {actor} is not due in {rules.name}")
    # Playouts spend most of their time here, and listing or drawing the move has already asked `refuse`.
    return _answered(rules, table, step, actor, move)


def _taking(rules: Rules[T], table: T, actor: Actor, move: Plain) -> Decision[T, Any] | Chance[T, Any] | None:
    """Return the open step that takes a move from an actor, or None."""
    kind = type(move)
    for step in open_steps(rules, table):
        if isinstance(step, Decision) and kind in step.takes and actor in step.seats(table):
            return step
        if isinstance(step, Chance) and kind in step.takes and actor == CHANCE:
            return step
    return None


def _answered(rules: Rules[T], table: T, step: Decision[T, Any] | Chance[T, Any], actor: Actor, move: Plain) -> Play[T]:
    play = Play(rules.evolve, table, step)
    if isinstance(step, Decision):
        step.answer(play, actor, move)
    else:
        step.answer(play, move)
    return _settle(rules, play)


def _settle(rules: Rules[T], play: Play[T]) -> Play[T]:
    """Resolve the duties on top, one after the other, until somebody is asked or the game is over."""
    while isinstance(duty := waiting(rules, play.table), Duty):
        emitted, owed, play.step = len(play.events), play.table.agenda[-1:], duty
        duty.resolve(play)
        # A mistake in the rules raises an error with the duty's name, instead of a service that hangs.
        if len(play.events) == emitted:
            raise BrokenLawError(f"the duty {duty!r} of {rules.name} emitted nothing")
        # Identity, not equality: a duty may owe an equal one after itself.
        if owed and play.table.agenda and play.table.agenda[-1] is owed[0]:
            raise BrokenLawError(f"the duty {duty!r} of {rules.name} emitted nothing that closes it")
    play.waits = duty
    return play


def _accepted(play: Play[T]) -> Accepted[T]:
    return Accepted(tuple(play.events), play.table)
