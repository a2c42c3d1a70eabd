"""Choices: a question's legal commands as a person chooses among them, by what the commands have in common.

This module knows no title. Rows come in the order in which the step names its commands. Commands that begin with a
number mentioned in their sentence, such as a bid's quantity, have this number as their label, and then all other rows
have letters; things that can be combined freely, such as dice, have letters; otherwise rows are numbered. A label does
not change while a question is open: a narrowed list keeps the labels of the full one.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, cast

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from clients.cli.screen.word_matching import Wording, fitting, wording
from clients.cli.table.moves import Move, Words, by_kind, by_value, differing, is_seat, label, moves_of
from clients.cli.table.numbers import AMOUNTS, FACES
from clients.cli.table.subsets import Things, things_of
from gunbai_record.messages import UnknownMessageError, named

FEW = 24
"""How many commands are listed one by one at most."""
FEW_OF_A_KIND = 4
"""How many commands of one type are listed one by one among many at most."""


class Option(NamedTuple):
    """A row of a list: its key, its words, a note about its target, and its moves."""

    key: str
    label: str
    note: str
    moves: tuple[Move, ...]


class Choices(msgspec.Struct, frozen=True, dict=True):
    """The moves among which a person chooses, with the words of the spots at which they point."""

    moves: tuple[Move, ...]
    words: Words = {}
    command_names: tuple[str, ...] = ()
    """The full names of the commands that answer the question, in the step's order."""
    settled: int = 0
    """How many of the commands' fields were chosen in the lists that led here."""
    fitting_places: frozenset[int] | None = None
    """The indices of the moves that match the typed words; None if all are listed."""

    # --- What is listed ---

    @cached_property
    def left(self) -> tuple[Move, ...]:
        """The moves that are listed."""
        return (
            self.moves
            if self.fitting_places is None
            else tuple(self.moves[place] for place in sorted(self.fitting_places))
        )

    @cached_property
    def things(self) -> Things | None:
        """The things that can be named here in any combination; None if there are none."""
        return things_of(self.moves, self.words, self._order[-1] if self._order else "")

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The listed rows, without things that can be combined."""
        if self.fitting_places is None:
            return self.rows
        # By identity: a move holds a message, which cannot be hashed.
        ids = {id(move) for move in self.left}
        narrowed = (row._replace(moves=tuple(move for move in row.moves if id(move) in ids)) for row in self.rows)
        return tuple(_row(row.key, row.moves, self.words) for row in narrowed if row.moves)

    @cached_property
    def printed(self) -> tuple[Option, ...]:
        """The rows as printed. A single row that leads to a few moves shows them, with both labels."""
        if len(self.options) != 1 or not 1 < len(self.options[0].moves) <= FEW_OF_A_KIND:
            return self.options
        (row,) = self.options
        return tuple(option._replace(key=f"{row.key} {option.key}") for option in self._inside(row).options)

    @cached_property
    def rows(self) -> tuple[Option, ...]:
        """The rows of the full list."""
        groups = tuple(self._groups())
        return tuple(_row(key, group, self.words) for key, group in zip(self._keys(groups), groups, strict=True))

    @property
    def count(self) -> int:
        """How many moves the rows of the full list cover."""
        return sum(len(row.moves) for row in self.rows)

    @property
    def _order(self) -> tuple[str, ...]:
        """The types of commands in the step's order."""
        return tuple(name.rpartition(".")[2] for name in self.command_names)

    @cached_property
    def _listed(self) -> tuple[tuple[Move, ...], ...]:
        """The moves to list, by type: in the step's order, then powers alongside it, then takebacks."""
        combined = {id(move) for move in self.things.moves.values()} if self.things else ()
        kinds = by_kind(move for move in self.moves if id(move) not in combined)
        places = {kind: place for place, kind in enumerate(self._order)}
        return tuple(
            sorted(kinds.values(), key=lambda group: (group[0].takes_back, places.get(group[0].kind, len(places))))
        )

    def _groups(self) -> Iterator[tuple[Move, ...]]:
        many = sum(map(len, self._listed)) > FEW
        for group in self._listed:
            if self._amount(group):
                yield from by_value(group, self._amount(group))
            elif not many or len(group) <= FEW_OF_A_KIND:
                yield from ((move,) for move in group)
            elif len(self._listed) > 1:
                yield group
            else:
                yield from by_value(group, differing(group))

    def _keys(self, groups: Sequence[tuple[Move, ...]]) -> Iterator[str]:
        others = iter(_letters() if self._is_counted else map(str, range(1, len(groups) + 1)))
        for group in groups:
            name = self._amount(group)
            yield str(getattr(group[0].command, name)) if name else next(others)

    @cached_property
    def _is_counted(self) -> bool:
        """Whether numbers here are amounts, even while none of the commands that begin with one is legal."""
        if any(map(self._amount, self._listed)):
            return True
        present = {move.kind for move in self.moves}
        kinds = {name.rpartition(".")[2]: kind for name in self.command_names if (kind := _descriptor(name))}
        combines = any(kind.fields and kind.fields[0].is_repeated for kind in kinds.values())
        # A number that meant a row a moment ago must not mean an amount now.
        return not combines and any(_number_at(kind, 0) for name, kind in kinds.items() if name not in present)

    def _amount(self, group: Sequence[Move]) -> str:
        """Return the number field that the commands begin with, if each sentence mentions it; otherwise ""."""
        field = _number_at(cast("Descriptor", group[0].command.DESCRIPTOR), self.settled)
        if field is None or self.things is not None:
            return ""
        says = (str(getattr(move.command, field.name)) in wording(move.sentence).sentence for move in group)
        return field.name if all(says) else ""

    # --- What is typed ---

    def followed(self, keys: Sequence[str]) -> tuple[Choices, Sequence[str]] | None:
        """Return the moves of the row that labels lead to, and the labels left over; None if the first is unknown."""
        row = next((row for row in (*self.options, *self.rows) if row.key == keys[0]), None) if keys else None
        if row is None:
            return None
        inside = self._inside(row)
        further = inside.followed(keys[1:]) if len(row.moves) > 1 or self._amount(row.moves) else None
        return further or (inside, keys[1:])

    def _inside(self, row: Option) -> Choices:
        full, listed = next(other.moves for other in self.rows if other.key == row.key), set(map(id, row.moves))
        places = frozenset(place for place, move in enumerate(full) if id(move) in listed)
        fitting_places = places if len(places) < len(full) else None
        return Choices(full, self.words, (), self.settled + bool(self._amount(full)), fitting_places)

    def matching(self, typed: Sequence[str], *, whole: bool) -> Choices | None:
        """Return the listed moves that best match the typed words, or beginnings of words; None if none does."""
        combined = {id(move) for move in self.things.moves.values()} if self.things else set()
        places = [place for place, move in enumerate(self.moves) if self._is_left(place) and id(move) not in combined]
        fits = fitting(typed, [self._wordings[place] for place in places], whole=whole)
        return self.keeping(frozenset(places[fit] for fit in fits)) if fits else None

    def with_sentence(self, typed: Sequence[str]) -> Move | None:
        """Return the move whose whole sentence was typed."""
        pairs = zip(self.moves, self._wordings, strict=True)
        return next((move for move, words in pairs if words.sentence == tuple(typed)), None)

    def keeping(self, places: frozenset[int] | None) -> Choices:
        """Return the same list narrowed to some moves, or all of it."""
        return msgspec.structs.replace(self, fitting_places=places)

    def _is_left(self, place: int) -> bool:
        return self.fitting_places is None or place in self.fitting_places

    @cached_property
    def _wordings(self) -> tuple[Wording, ...]:
        return tuple(wording(move.sentence, (*self._pointed(move), *_numbers_of(move))) for move in self.moves)

    def _pointed(self, move: Move) -> Iterator[str]:
        """Yield the picture's words at a move's spots, and the spots' names."""
        yield from (self.words[spot] for spot in move.spots if spot in self.words)
        yield from (spot.partition(":")[2] for spot in move.spots)


def _row(key: str, group: tuple[Move, ...], words: Words) -> Option:
    return Option(key, label(group), _note(group, words), group)


def _note(group: Sequence[Move], words: Words) -> str:
    """Return the picture's words at the spots that all moves of a group point at, unless their label says them."""
    own = set(wording(label(group)).sentence)
    shared = frozenset.intersection(*(frozenset(move.spots) for move in group))
    spots = (spot for spot in dict.fromkeys(group[0].spots) if spot in shared and spot in words)
    return "; ".join(words[spot] for spot in spots if not own.issuperset(wording(words[spot]).sentence))


def _number_at(kind: Descriptor, place: int) -> FieldDescriptor | None:
    """Return a type's field at a place if it is a number of the game; None if it is a seat, or not a number."""
    field = kind.fields[place] if place < len(kind.fields) else None
    if field is None or field.is_repeated or is_seat(field):
        return None
    return field if field.cpp_type in (field.CPPTYPE_INT32, field.CPPTYPE_UINT32) else None


def _numbers_of(move: Move) -> Iterator[str]:
    """Yield the words for a move's numbers: the first is an amount, others may be shown on the table."""
    kind = cast("Descriptor", move.command.DESCRIPTOR)
    for place, field in enumerate(kind.fields):
        if _number_at(kind, place) is not None:
            number = str(getattr(move.command, field.name))
            yield from (*AMOUNTS.get(number, ()), *(FACES.get(number, ()) if place else ()))


def _descriptor(name: str) -> Descriptor | None:
    try:
        return cast("Descriptor", named(name).DESCRIPTOR)
    except UnknownMessageError:
        return None


def _letters() -> Iterator[str]:
    yield from string.ascii_lowercase
    yield from (first + second for first in string.ascii_lowercase for second in string.ascii_lowercase)


__all__ = ["Choices", "Move", "Option", "label", "moves_of"]
