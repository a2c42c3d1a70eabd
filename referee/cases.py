"""`gunbai cases`: runs the numbered rule cases, in this process or against a service, and tells what they leave out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from google.protobuf.message import Message

from games import canonical, decider
from games.catalogue import TITLES, newest
from games.decider import CHANCE, Accepted, Chance, Refusal, Title
from games.edition import EditionError
from gunbai.referee.v1.ruling_pb2 import NamedValue, Refused, Result, Waiting
from gunbai_client.cases import Case, CaseError, Judged, Setup
from gunbai_client.cases.runner import text
from gunbai_client.clauses import clauses


class InProcessVenue:
    """Sets games up in this process, over the rules alone."""

    def open(self, setup: Setup) -> InProcessMatch:
        """Start a game. Raises CaseError."""
        title = _title(setup.title)
        return InProcessMatch(title, decider.begin(title, _table(title, setup)), setup.seats or title.seats[0])

    def table(self, setup: Setup) -> str:
        """Return the canonical JSON of the table with which the game starts."""
        title = _title(setup.title)
        return canonical.encode(decider.begin(title, _table(title, setup)).table).decode()


class InProcessMatch:
    """A game under test in this process."""

    def __init__(self, title: Title[Any], start: Accepted[Any], seats: int) -> None:
        self._title = title
        self._seats = seats
        self._table = start.table
        self.started: Sequence[Message] = start.events

    def judge(self, actor: int, command: Message) -> Judged:
        """Return the ruling; a command that is not refused is carried out."""
        self._check_seat(actor)
        ruling = decider.decide(self._title, self._table, actor, command)
        if isinstance(ruling, Refusal):
            return Judged(refused=_refused(self._title, ruling))
        self._table = ruling.table
        return Judged(ruling.events)

    def waiting(self) -> Waiting:
        """Return what the rules wait for."""
        step = decider.waiting(self._title, self._table)
        if step is None:
            return Waiting()
        return Waiting(
            step=type(step).__name__,
            sentence=self._title.words.ask(step),
            clause=_number(self._title, step.clause),
            seats=decider.asked(self._title, self._table),
            chance=isinstance(step, Chance),
        )

    def view(self, seat: int | None) -> Message:
        """Return what a seat, or a spectator, may know."""
        self._check_seat(seat or CHANCE)
        return self._title.view(self._table, seat)

    def legal(self, seat: int) -> Sequence[Message]:
        """Return the commands that the seat may give."""
        self._check_seat(seat)
        return tuple(decider.legal(self._title, self._table, seat))

    def result(self) -> Result | None:
        """Return how the game ended, or None while it runs."""
        outcome = self._title.outcome(self._table)
        if outcome is None:
            return None
        return Result(
            ending=outcome.ending,
            clause=_number(self._title, outcome.clause),
            winners=outcome.winners,
            scores=outcome.scores,
            remark=outcome.remark,
        )

    def _check_seat(self, actor: int) -> None:
        if not CHANCE <= actor <= self._seats:
            raise CaseError(f"there is no seat {actor}: the game has {self._seats} seats")


def _title(name: str) -> Title[Any]:
    if name not in TITLES:
        raise CaseError(f"there is no finished title {name!r}; there are {', '.join(TITLES) or 'none'}")
    return newest(name)


def _table(title: Title[Any], setup: Setup) -> Any:
    try:
        edition = title.edition.read(setup.edition) if setup.edition else title.edition
        if setup.table:
            return canonical.read(title, setup.table, edition, setup.seats or title.seats[0])
        options = msgspec.json.decode(setup.options or "{}", type=title.options)
        return title.setup(setup.seats or title.seats[0], options, edition)
    except (EditionError, canonical.BadTableError, msgspec.ValidationError, ValueError) as error:
        raise CaseError(f"{title.name} cannot be set up so: {error}") from None


def _number(title: Title[Any], clause: int) -> str:
    return clauses(title.name)[clause].number


def _refused(title: Title[Any], refusal: Refusal) -> Refused:
    clause = clauses(title.name)[refusal.clause]
    values = [NamedValue(name=name, value=text(value)) for name, value in refusal.values.items()]
    return Refused(clause=clause.number, sentence=clause.sentence, values=values)


@dataclass(frozen=True)
class Coverage:
    """What the cases of a title show, and what they leave out."""

    title: str
    clauses: tuple[str, ...]
    uncited: tuple[str, ...]
    """Clauses that no case cites."""
    unrefused: tuple[str, ...]
    """Clauses by which the title can refuse, but no case is refused."""
    unknown: tuple[str, ...]
    """Numbers that cases cite, but the title does not have."""

    @property
    def complete(self) -> bool:
        """True if nothing is left out."""
        return not (self.uncited or self.unrefused or self.unknown)


def coverage(title: Title[Any], cases: Iterable[Case]) -> Coverage:
    """Return what the title's cases among `cases` show and leave out."""
    own = [case for case in cases if case.title == title.name]
    cited = {number for case in own for number in case.clauses}
    refused = {number for case in own for number in case.refusals}
    known = clauses(title.name)
    numbers = tuple(clause.number for clause in known.values())
    can_refuse = {known[value].number for value in refusable(title)}
    return Coverage(
        title.name,
        numbers,
        uncited=tuple(number for number in numbers if number not in cited),
        unrefused=tuple(number for number in numbers if number in can_refuse - refused),
        unknown=tuple(sorted(cited - set(numbers))),
    )


def refusable(title: Title[Any]) -> set[int]:
    """Return the clauses that functions returning a Refusal name, and those of chance: by these a title can refuse."""
    stubs = title.protos[3]
    named = {name for source in _sources(title) for name in _named_in_refusals(ast.parse(source))}
    chance = {step.clause for step in title.steps if issubclass(step, Chance) and step.refuse is Chance.refuse}
    return {value for name in named if (value := getattr(stubs, name, None))} | chance


def _sources(title: Title[Any]) -> Iterator[str]:
    def below(folder: Traversable) -> Iterator[str]:
        for each in folder.iterdir():
            if each.is_dir():
                yield from below(each)
            elif each.name.endswith(".py"):
                yield each.read_text(encoding="utf-8")

    yield from below(resources.files(f"games.{title.name}"))


def _named_in_refusals(tree: ast.AST) -> Iterator[str]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.returns and "Refusal" in ast.unparse(function.returns):
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and node.attr.startswith("CLAUSE_"):
                    yield node.attr
