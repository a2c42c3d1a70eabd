"""The venue in this process: it runs numbered rule cases on the rules only, and lists the clauses they leave out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from google.protobuf.message import Message

from games.kit.rules import canonical, decider
from games.kit.rules.decider import CHANCE, Accepted, Chance, Refusal
from games.kit.rules.edition import EditionError
from games.kit.rules.faults import cited_clause, seats_fault
from games.kit.title import Title
from gunbai.referee.v1.game_pb2 import Result, Waiting
from gunbai_record.cases import Case, CaseError, Coverage, CreationRefused, Judged, Setup
from gunbai_record.clauses import clauses
from gunbai_record.plain import as_message, as_plain
from gunbai_record.text.counts import counted
from referee.cases.citations import sources
from referee.game.refusals import refused_by
from titles.catalogue import LEFT_OUT, TITLES, newest


class InProcessVenue:
    """A venue that sets games up in this process, with only the rules; `titles` are by name and rules version."""

    def __init__(self, titles: Mapping[str, Mapping[int, Title[Any]]] = TITLES) -> None:
        self._titles = titles

    def open(self, setup: Setup) -> InProcessMatch:
        """Start a game. Raises CreationRefused, or CaseError for an unknown title or rules version."""
        title = self._title(setup)
        return InProcessMatch(
            title, decider.begin(title.rules, _table(title, setup)), setup.seats or title.rules.seats[0]
        )

    def table(self, setup: Setup) -> str:
        """Return the starting table's canonical JSON."""
        title = self._title(setup)
        return canonical.encode(decider.begin(title.rules, _table(title, setup)).table).decode()

    def _title(self, setup: Setup) -> Title[Any]:
        versions = self._titles.get(setup.title)
        if versions is None:
            raise CaseError(_missing(setup.title, self._titles))
        version = setup.rules_version or max(versions)
        if version not in versions:
            raise CaseError(f"{setup.title} has no rules version {version}; it has {', '.join(map(str, versions))}")
        return versions[version]


def _missing(title: str, titles: Iterable[str]) -> str:
    for left in LEFT_OUT:
        if left.title == title:
            return f"the title {title!r} of {left.package} does not load: {left.reason}"
    return f"the title {title!r} is not installed: install its package; installed: {', '.join(titles) or 'none'}"


class InProcessMatch:
    """A game under test in this process."""

    def __init__(self, title: Title[Any], start: Accepted[Any], seats: int) -> None:
        self._title = title
        self._seats = seats
        self._tables = [start.table]
        self._start = start
        self.started: Sequence[Message] = (*map(as_message, start.events),)

    @property
    def _table(self) -> Any:
        return self._tables[-1]

    @property
    def position(self) -> int:
        """How many moves were carried out, for `fork`."""
        return len(self._tables) - 1

    def fork(self, position: int) -> InProcessMatch:
        """Return a branch of the game after this many moves."""
        branch = InProcessMatch(self._title, self._start, self._seats)
        branch._tables = self._tables[: position + 1]
        return branch

    def judge(self, actor: int, command: Message) -> Judged:
        """Return the ruling; a command that is not refused is carried out."""
        self._check_seat(actor)
        ruling = decider.decide(self._title.rules, self._table, actor, as_plain(command))
        if isinstance(ruling, Refusal):
            return Judged(refused=refused_by(clauses(self._title.name)[ruling.clause], ruling))
        self._tables.append(ruling.table)
        return Judged(tuple(map(as_message, ruling.events)))

    def waiting(self) -> Waiting:
        """Return what the rules wait for."""
        step = decider.waiting(self._title.rules, self._table)
        if step is None:
            return Waiting()
        return Waiting(
            step=type(step).__name__,
            sentence=self._title.words.english.question(step),
            clause=_number(self._title, step.clause),
            seats=decider.asked_seats(self._title.rules, self._table),
            chance=isinstance(step, Chance),
        )

    def view(self, seat: int | None) -> Message:
        """Return what a seat, or a spectator for None, can know."""
        self._check_seat(seat or CHANCE)
        return self._title.rules.view(self._table, seat)

    def legal(self, seat: int) -> Sequence[Message]:
        """Return the commands that the seat may give."""
        self._check_seat(seat)
        return tuple(map(as_message, decider.legal(self._title.rules, self._table, seat)))

    def result(self) -> Result | None:
        """Return how the game ended, or None while the game runs."""
        outcome = self._title.rules.outcome(self._table)
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
            raise CaseError(f"there is no seat {actor}: the game has {counted(self._seats, 'seat')}")


def _table(title: Title[Any], setup: Setup) -> Any:
    seats = setup.seats or title.rules.seats[0]
    if fault := seats_fault(title.rules, seats):
        raise CreationRefused(fault, title.rules.seats_clause)
    try:
        edition = title.rules.edition.read(setup.edition) if setup.edition else title.rules.edition
        if setup.table:
            return canonical.read(title.rules, setup.table, edition, seats)
        options = msgspec.json.decode(setup.options or "{}", type=title.rules.options)
    except canonical.BadTableError as error:
        raise CreationRefused(str(error), error.clause) from None
    except (EditionError, msgspec.DecodeError) as error:
        raise CreationRefused(str(error)) from None
    try:
        return title.rules.setup(seats, options, edition)
    except ValueError as error:
        raise CreationRefused(str(error), cited_clause(str(error))) from None


def _number(title: Title[Any], clause: int) -> str:
    return clauses(title.name)[clause].number


def coverages(cases: Sequence[Case], title: str = "") -> list[Coverage]:
    """Return the coverage of every installed title, or of one. Raises CaseError for a title that is not installed."""
    if title and title not in TITLES:
        raise CaseError(f"unknown title {title!r}; the installed titles are {', '.join(TITLES)}")
    return [coverage(newest(name), cases) for name in TITLES if title in {"", name}]


def coverage(title: Title[Any], cases: Iterable[Case]) -> Coverage:
    """Return which clauses the title's cases among `cases` show and leave out."""
    own = [case for case in cases if case.title == title.name]
    cited = {number for case in own for number in case.clauses}
    refused = {number for case in own for number in case.refusals}
    title_clauses = clauses(title.name)
    numbers = tuple(clause.number for clause in title_clauses.values())
    can_refuse = {title_clauses[value].number for value in refusable(title)}
    can_end = {title_clauses[value].number for value in endable(title)}
    ended = {number for case in own for number in case.endings}
    return Coverage(
        title.name,
        numbers,
        uncited=tuple(number for number in numbers if number not in cited),
        unrefused=tuple(number for number in numbers if number in can_refuse - refused),
        unknown=tuple(sorted(cited - set(numbers))),
        unended=tuple(number for number in numbers if number in can_end - ended),
    )


def refusable(title: Title[Any]) -> set[int]:
    """Return the clauses named in functions that return a Refusal, and chance's own: the title can refuse by these."""
    chance = {step.clause for step in title.rules.steps if issubclass(step, Chance) and step.refuse is Chance.refuse}
    return _named_by(title, "Refusal") | chance


def endable(title: Title[Any]) -> set[int]:
    """Return the clauses named in functions that return an Outcome: a game can end by these."""
    return _named_by(title, "Outcome")


def _named_by(title: Title[Any], returned: str) -> set[int]:
    """Return the clauses named in a title's functions that return a type."""
    stubs = title.rules.protos[3]
    contents = (path.read_text(encoding="utf-8") for path in sources(title))
    named = {name for source in contents for name in _named_in(ast.parse(source), returned)}
    return {value for name in named if (value := getattr(stubs, name, None))}


def _named_in(tree: ast.AST, returned: str) -> Iterator[str]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.returns and returned in ast.unparse(function.returns):
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and node.attr.startswith("CLAUSE_"):
                    yield node.attr
