"""What a seat can know, as numbers in places that are the same in every game of an environment.

First come who looks, who chooses, the step that the rules wait for with its fields, and the choices that the seat has
made on the way to a command; then the view of the seat, field by field. A number, a truth value and a value of an enum
stand as they are. A text is its place among the texts of the title, from 1 on. A list has so many places, and one for
its length.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from numpy.typing import NDArray

from games.kit.rules.edition import Edition
from games.kit.title import Title
from gunbai.rules.v1 import options_pb2
from gunbai_learn.actions import Actions
from gunbai_learn.episode import Episode

Numbers = NDArray[np.int32]

LONGEST, LONGEST_INSIDE = 80, 12
"""How many places the list of a view has, and one inside a part of a list; a longer list is cut off."""
STEP = 16
"""How many places the fields of a step have."""
BEGUN = 32
"""How many choices on the way to a command are seen, the last ones."""
MOST = 2**31 - 1
"""The largest number that is shown; a larger one is shown as this."""
UNKNOWN = 997
"""Into how many numbers the texts are spread that the title declares nowhere."""


class Part(NamedTuple):
    """A field of a view: how many places it has, in a list for each item, and its own fields if it is a message."""

    name: str
    is_list: bool
    items: int
    fields: tuple[Part, ...]
    size: int
    """The places of one item."""
    is_text: bool

    @property
    def places(self) -> int:
        """The places of the whole field."""
        return self.items * self.size + 1 if self.is_list else self.size + bool(self.fields)


class _Texts(dict[str, int]):
    """The number of each text; of one that the title declares nowhere, one of a few that it may share with others."""

    def __missing__(self, text: str) -> int:
        return len(self) + zlib.crc32(text.encode()) % UNKNOWN


class Observer:
    """Observations of games with the same title, seats and components."""

    def __init__(self, title: Title[Any], table: Any, actions: Actions) -> None:
        """Prepare the places for games that begin at a table like this."""
        self._actions, self._rules = actions, title.rules
        self._steps = {kind: number for number, kind in enumerate(title.rules.steps, 1)}
        declared = (text for texts in title.words.texts.values() for text in texts)
        texts = dict.fromkeys(("", *declared, *_texts(table.edition)))
        self._texts = _Texts({text: number for number, text in enumerate(texts)})
        first = title.rules.view(table, None)
        self._parts = _parts(first.DESCRIPTOR, first, table.players, LONGEST)
        self._head = 4 + STEP + 1 + BEGUN
        self.size = self._head + sum(part.places for part in self._parts)
        """How many numbers an observation has."""
        self._seen: tuple[Any, int, list[int]] = (None, 0, [])
        """The table and the seat of the last observation, and the view: choices on the way to a command change none."""

    def observe(self, episode: Episode, seat: int) -> Numbers:
        """Return what a seat can know."""
        if self._seen[0] is not episode.table or self._seen[1] != seat:
            numbers = list[int]()
            self._view(episode.view(seat), self._parts, numbers)
            self._seen = episode.table, seat, numbers
        numbers = [seat, episode.seat, *self._step(episode), *self._begun(episode, seat), *self._seen[2]]
        return np.minimum(np.array(numbers, np.int64), MOST).astype(np.int32)

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

    def _view(self, message: Message, parts: Iterable[Part], numbers: list[int]) -> None:
        for part in parts:
            held = getattr(message, part.name)
            if part.is_list:
                self._list(held, part, numbers)
            elif part.fields:
                numbers.append(int(message.HasField(part.name)))
                self._view(held, part.fields, numbers)
            else:
                numbers.append(self._texts[held] if part.is_text else held)

    def _list(self, held: Any, part: Part, numbers: list[int]) -> None:
        count = len(held)
        shown = held[: part.items] if count > part.items else held
        numbers.append(count)
        if part.fields:
            for item in shown:
                self._view(item, part.fields, numbers)
        else:
            numbers += map(self._texts.__getitem__, shown) if part.is_text else shown
        if len(shown) < part.items:
            numbers += [0] * ((part.items - len(shown)) * part.size)

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


def _parts(message: Descriptor, first: Message, seats: int, longest: int) -> tuple[Part, ...]:
    """Return the fields of a message of a view; `first` shows how long its lists are at the start of a game."""
    parts = []
    for field in message.fields:
        if field.GetOptions().Extensions[options_pb2.words]:
            continue
        held = getattr(first, field.name)
        inner: tuple[Part, ...] = ()
        if field.message_type is not None:
            sample = held if not field.is_repeated else held[0] if held else field.message_type._concrete_class()
            inner = _parts(field.message_type, sample, seats, LONGEST_INSIDE)
        count = len(held) if field.is_repeated else 1
        is_row = count == seats and any(each.name == "seat" for each in inner)
        items = count if is_row or not field.is_repeated else max(count, longest)
        size, is_text = sum(each.places for each in inner) or 1, field.cpp_type == field.CPPTYPE_STRING
        parts.append(Part(field.name, field.is_repeated, items, inner, size, is_text))
    return tuple(parts)
