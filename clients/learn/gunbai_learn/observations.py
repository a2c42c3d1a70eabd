"""What a seat can know, as numbers that have the same layout in every game of an environment.

The first numbers are the observing seat, the choosing seat, the step that the rules wait for with its fields, and the
choices that the seat has made on the way to a command. The view of the seat follows, field by field. Numbers, booleans
and enum values are used as they are. A string is given by its index among the title's strings, counted from 1. A list
has a fixed number of places, and one more for its length.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from numpy.typing import NDArray

from games.kit.rules.edition import Edition
from games.kit.title import Title
from gunbai.rules.v1 import options_pb2
from gunbai_learn.actions import Actions
from gunbai_learn.episode import Episode

Numbers = NDArray[np.int32]

LONGEST, LONGEST_OF_PARTS, LONGEST_INSIDE = 80, 48, 24
"""How many items have places: in a list of values, in a list of messages, and in a list inside such a message.

A list that is longer at the start of a game has a place for each item of that time. A list that later outgrows its
places is cut off.
"""
STEP = 16
"""How many places the fields of a step have."""
BEGUN = 32
"""How many of the last choices on the way to a command an observation shows."""
HEAD = 4 + STEP + 1 + BEGUN
"""How many numbers come before the view."""
MOST = 2**31 - 1
"""The largest number in an observation. It also stands for all larger numbers."""
UNKNOWN = 997
"""How many numbers there are for strings that the title does not declare, which are hashed."""


class Part(NamedTuple):
    """A field of a view: where its places begin in its message, and what it consists of."""

    begins: int
    is_list: bool
    is_text: bool
    items: int
    """How many items have places; 1 unless the field is a list."""
    size: int
    """The places of one item."""
    fields: Layout
    """The fields of an item that is a message."""

    @property
    def places(self) -> int:
        """The places of the whole field. A list begins with its length, and a message with whether it is present."""
        return self.items * self.size + (self.is_list or bool(self.fields))


Layout: TypeAlias = Mapping[int, Part]
"""The parts of a message by the numbers of their fields."""


class _Texts(dict[str, int]):
    """The number of each text; of one that the title declares nowhere, one of a few that it may share with others."""

    def __missing__(self, text: str) -> int:
        return len(self) + zlib.crc32(text.encode()) % UNKNOWN


class Observer:
    """Observations of games with the same title, seats and components."""

    def __init__(self, title: Title[Any], table: Any, actions: Actions) -> None:
        """Lay out the places for games that begin at a table like this one."""
        self._actions, self._rules = actions, title.rules
        self._steps = {kind: number for number, kind in enumerate(title.rules.steps, 1)}
        declared = (text for texts in title.words.texts.values() for text in texts)
        texts = dict.fromkeys(("", *declared, *_texts(table.edition)))
        self._texts = _Texts({text: number for number, text in enumerate(texts)})
        first = title.rules.view(table, None)
        self._layout = _layout(first.DESCRIPTOR, first, table.players, is_inside=False)
        self._places = sum(part.places for part in self._layout.values())
        self.size = HEAD + self._places
        """How many numbers an observation has."""
        self._seen: tuple[Any, int, Numbers] = (None, 0, np.zeros(0, np.int32))
        """The table and the seat of the last observation, and the view: choices on the way to a command change none."""

    def observe(self, episode: Episode, seat: int) -> Numbers:
        """Return what a seat can know."""
        if self._seen[0] is not episode.table or self._seen[1] != seat:
            self._seen = episode.table, seat, self._viewed(episode.view(seat))
        head = (seat, episode.seat, *self._step(episode), *self._begun(episode, seat))
        return np.concatenate((np.array(head, np.int32), self._seen[2]))

    def _step(self, episode: Episode) -> list[int]:
        step = episode.step
        if step is None:
            return [0] * (2 + STEP)
        fields: list[int] = []
        for name in step.__struct_fields__:
            held = getattr(step, name)
            fields += map(self._number, held if isinstance(held, tuple) else (held,))
        return [self._steps[type(step)], len(episode.table.agenda), *_fitted(fields, STEP)]

    def _begun(self, episode: Episode, seat: int) -> list[int]:
        """Return the choices of the seat that chooses; nobody else sees them."""
        begun = episode.offer.begun if episode.offer is not None and seat == episode.seat else ()
        shown = [self._actions.shown(choice) or self._actions.count + self._number(choice.value) for choice in begun]
        return [len(begun), *_fitted(shown[-BEGUN:], BEGUN)]

    def _viewed(self, view: Message) -> Numbers:
        numbers = [0] * self._places
        self._write(view, self._layout, numbers, 0)
        return np.minimum(np.array(numbers, np.int64), MOST).astype(np.int32)

    def _write(self, message: Message, layout: Layout, numbers: list[int], at: int) -> None:
        """Write the fields of a message that are set into the numbers, from a place on."""
        for field, held in message.ListFields():
            part = layout.get(field.number)
            if part is None:
                continue
            here = at + part.begins
            if part.is_list:
                numbers[here] = len(held)
                self._write_list(held[: part.items], part, numbers, here + 1)
            elif part.fields:
                numbers[here] = 1
                self._write(held, part.fields, numbers, here + 1)
            else:
                numbers[here] = self._texts[held] if part.is_text else held

    def _write_list(self, items: Sequence[Any], part: Part, numbers: list[int], at: int) -> None:
        if part.fields:
            for number, item in enumerate(items):
                self._write(item, part.fields, numbers, at + number * part.size)
        else:
            numbers[at : at + len(items)] = [self._texts[item] for item in items] if part.is_text else items

    def _number(self, held: Any) -> int:
        """Return a value of a step or of a choice as a number."""
        if isinstance(held, str):
            return self._texts[held]
        return int(held) if isinstance(held, int) else 0


def _fitted(numbers: list[int], places: int) -> list[int]:
    """Return so many numbers, with zeros for those that are missing."""
    return (numbers + [0] * places)[:places]


def _texts(edition: Edition[Any]) -> tuple[str, ...]:
    return tuple(text for text in edition.texts if len(text) <= 40)


def _layout(message: Any, first: Message, seats: int, *, is_inside: bool) -> Layout:
    """Return the parts of a message of a view; `first` shows how long its lists are at the start of a game."""
    layout, begins = dict[int, Part](), 0
    for field in message.fields:
        if field.GetOptions().Extensions[options_pb2.words]:
            continue
        held = getattr(first, field.name)
        inner: Layout = {}
        names = set[str]()
        if field.message_type is not None:
            sample = held if not field.is_repeated else held[0] if held else GetMessageClass(field.message_type)()
            inner = _layout(field.message_type, sample, seats, is_inside=is_inside or field.is_repeated)
            names = {inner_field.name for inner_field in field.message_type.fields}
        count = len(held) if field.is_repeated else 1
        is_row = count == seats and "seat" in names
        longest = LONGEST_INSIDE if is_inside else LONGEST_OF_PARTS if inner else LONGEST
        items = count if is_row or not field.is_repeated else max(count, longest)
        size = sum(inner_part.places for inner_part in inner.values()) if field.message_type is not None else 1
        is_text = field.cpp_type == field.CPPTYPE_STRING
        part = Part(begins, field.is_repeated, is_text, items, size, inner)
        layout[field.number] = part
        begins += part.places
    return layout
