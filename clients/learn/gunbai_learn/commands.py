"""A decision as a sequence of small choices: the type of a command first, then its fields, one value after the other.

Each item of a list is a choice, and so is the end of the list. The offers are complete: they lead to every legal
command of the seat, and to nothing else. Legal commands come from the candidates of the steps, and from two other
sources:

- The items of a list whose order matters can be chosen in any order that the rules accept. If `sense` sees no
difference between two orders, only the candidates' order is offered.
- A type of command with too many moves to list is built item by item, as the title's `Bots.builds` says.

Two commands with the same consequences count as one: `step left`, and `step left evaluates B3` where B3 is the only
field that can be evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import permutations
from math import factorial
from typing import Any, NamedTuple, TypeAlias

from msgspec import structs

from games.kit.bots.builds import built, list_of
from games.kit.bots.contract import Build
from games.kit.bots.open_bots import UnguessedError
from games.kit.rules import decider
from games.kit.rules.decider import BrokenLawError, Decision
from games.kit.title import Title
from gunbai_record.plain import Plain, is_private


class Mark(Enum):
    """What a choice can be besides a value."""

    COMMAND = "command"
    """Stands for the name of a field: the choice of a type of command."""
    MORE = "more"
    """One more part in a list of parts."""
    END = "end"
    """The end of a list."""

    __hash__ = object.__hash__
    """Hashed in C, because choices are looked up all the time."""


class Choice(NamedTuple):
    """A value of a field, or the type of a command."""

    field: str | Mark
    value: Any


Path: TypeAlias = tuple[Choice, ...]

MOST_ORDERS = 200_000
"""The most orders of lists to try for a type of command; beyond that, the title must say how to build the lists."""


@lru_cache(1 << 16)
def path_of(command: Plain) -> Path:
    """Return the choices that lead to a command; the seat that a secret command names is not a choice."""
    return (Choice(Mark.COMMAND, type(command).__name__), *_fields(command))


def _fields(part: Plain) -> Iterator[Choice]:
    for name in part.__struct_fields__:
        if name == "seat" and is_private(type(part)):
            continue
        held = getattr(part, name)
        if isinstance(held, tuple):
            for item in held:
                if isinstance(item, Plain):
                    yield Choice(name, Mark.MORE)
                    yield from _fields(item)
                else:
                    yield Choice(name, item)
            yield Choice(name, Mark.END)
        elif isinstance(held, Plain):
            yield from _fields(held)
        else:
            yield Choice(name, held)


class Offer:
    """What a seat can choose next on the way to a command."""

    def __init__(self, title: Title[Any], table: Any, seat: int) -> None:
        self._title, self._table, self._seat = title, table, seat
        self._kinds = dict[str, list[Plain]]()
        """The listed commands by the name of their type."""
        self._built = dict[str, Builder]()
        """The types of command that are built item by item."""
        for step in decider.open_steps(title.rules, table):
            if isinstance(step, Decision) and seat in step.seats(table):
                self._read(step)
        self._left = list[tuple[Path, Plain]]()
        self._builder: Builder | None = None
        self.begun: Path = ()
        """The choices so far, forced ones included."""
        self.command: Plain | None = None
        """The command, once nothing is left to choose."""
        self.choices: tuple[Choice, ...] = tuple(Choice(Mark.COMMAND, name) for name in (*self._kinds, *self._built))
        """What can be chosen next, in the order of the candidates."""

    def _read(self, step: Decision[Any, Any]) -> None:
        builds = builds_of(self._title)
        for kind in step.takes:
            if kind in builds and kind.__name__ not in self._built:
                builder = Builder(step, self._table, self._seat, kind, builds[kind])
                if builder.following(()):
                    self._built[kind.__name__] = builder
        listed = dict[type[Plain], list[Plain]]()
        for move in step.candidates(self._table, self._seat):
            if type(move) not in builds and step.refuse(self._table, self._seat, move) is None:
                listed.setdefault(type(move), []).append(move)
        for kind, moves in listed.items():
            more = _reordered(step, self._table, self._seat, moves) if list_of(kind) else ()
            self._kinds.setdefault(kind.__name__, []).extend((*dict.fromkeys(moves), *more))

    def choose(self, choice: Choice) -> None:
        """Make a choice, and any forced choices that follow. Raises ValueError if it is not offered."""
        if choice not in self.choices:
            raise ValueError(f"{choice} is not offered; the choices are {self.choices}")
        self._take(choice)
        while self.command is None and len(self.choices) == 1:
            self._take(self.choices[0])

    def _take(self, choice: Choice) -> None:
        if not self.begun:
            self._builder = self._built.get(choice.value)
            self._left = [(path_of(move), move) for move in self._kinds.get(choice.value, ())]
        self.begun = (*self.begun, choice)
        if self._builder is not None:
            self._build(self._builder, choice)
            return
        depth = len(self.begun)
        self._left = [(path, move) for path, move in self._left if path[depth - 1] == choice]
        first, command = self._left[0]
        if len(first) == depth:
            self.command, self.choices = command, ()
        else:
            self.choices = tuple(dict.fromkeys(path[depth] for path, _ in self._left))

    def _build(self, builder: Builder, choice: Choice) -> None:
        items = tuple(choice_made.value for choice_made in self.begun[1:] if choice_made.value is not Mark.END)
        if choice.value is Mark.END:
            self.command, self.choices = built(builder.kind, self._seat, items), ()
        else:
            self.choices = builder.following(items)


class Builder(NamedTuple):
    """Builds commands of a type item by item."""

    step: Decision[Any, Any]
    table: Any
    seat: int
    kind: type[Plain]
    build: Build[Any]

    def following(self, items: tuple[Any, ...]) -> tuple[Choice, ...]:
        """Return the items that can come next, and the end if the command can end here."""
        name = list_of(self.kind)
        following = [Choice(name, item) for item in self.build(self.table, self.seat, items)]
        if self.step.refuse(self.table, self.seat, built(self.kind, self.seat, items)) is None:
            following.append(Choice(name, Mark.END))
        return tuple(following)


def builds_of(title: Title[Any]) -> Mapping[type[Plain], Build[Any]]:
    """Return the title's builders of moves; none for a title that bots cannot play."""
    try:
        return title.bots.builds
    except UnguessedError:
        return {}


def _reordered(step: Decision[Any, Any], table: Any, seat: int, moves: Sequence[Plain]) -> Iterable[Plain]:
    """Return the moves that name the list of a listed one in another order, if that order can matter."""
    name = list_of(type(moves[0]))
    longest = max(moves, key=lambda move: len(getattr(move, name)))
    turned = structs.replace(longest, **{name: getattr(longest, name)[::-1]})
    if turned in moves or step.refuse(table, seat, turned) is not None:
        return ()
    if step.sense(table, turned) == step.sense(table, longest):
        return ()
    known = {*moves}
    sets = (structs.replace(move, **{name: tuple(sorted(getattr(move, name), key=repr))}) for move in moves)
    distinct = list(dict.fromkeys(sets))
    if sum(factorial(len(getattr(move, name))) for move in distinct) > MOST_ORDERS:
        raise BrokenLawError(f"{type(longest).__name__} has too many orders to list: its title needs `Bots.builds`")
    found = (structs.replace(move, **{name: order}) for move in distinct for order in permutations(getattr(move, name)))
    return [move for move in dict.fromkeys(found) if move not in known and step.refuse(table, seat, move) is None]
