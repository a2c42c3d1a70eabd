"""The actions of an environment: each choice on the way to a command has a number, the same in every game of a title.

The actions come from the title's commands: their types, the values of enums, the numbers up to 31, and the strings that
the title declares. Any other value, such as a 40th army or a place that no package declares, gets the next of 32 spare
numbers, in the order of the candidates. If there are more such values, one action leads to the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from games.kit.rules.decider import Decision
from games.kit.title import Title
from gunbai.rules.v1 import options_pb2
from gunbai_learn.commands import Choice, Mark, Offer
from gunbai_record.plain import message_type

NUMBERS = 32
"""How many numbers have actions of their own, from 0 on."""
SPARE = 32
"""How many other values can be offered at once."""


class Actions:
    """The actions of a title."""

    def __init__(self, title: Title[Any]) -> None:
        texts = title.words.texts
        kinds = {kind: None for step in title.rules.steps if issubclass(step, Decision) for kind in step.takes}
        choices = [Choice(Mark.COMMAND, kind.__name__) for kind in kinds]
        for kind in kinds:
            choices += _choices(message_type(kind).DESCRIPTOR, texts)
        self.choices: tuple[Choice, ...] = tuple(dict.fromkeys(choices))
        """The choice of each action, as far as it is always the same."""
        self._numbers = {choice: number for number, choice in enumerate(self.choices)}
        self.wait, self.further = len(self.choices), len(self.choices) + 1
        """The actions of a seat that does nothing out of turn, and of one that asks for further values."""
        self._spare = self.further + 1
        self.count = self._spare + SPARE
        """How many actions there are."""

    def number(self, choice: Choice) -> int:
        """Return the action of a choice. Raises KeyError if the choice has no action of its own."""
        return self._numbers[choice]

    def shown(self, choice: Choice) -> int:
        """Return the action of a choice as observations show it, counted from 1; 0 if the choice has none."""
        return self._numbers.get(choice, -1) + 1

    def offered(self, offer: Offer, page: int) -> dict[int, Choice | None]:
        """Return the actions that an offer allows, with their choices; `page` fills the spare numbers."""
        numbers = self._numbers
        own = dict[int, Choice | None]({numbers[choice]: choice for choice in offer.choices if choice in numbers})
        if len(own) == len(offer.choices):
            return own
        others = [choice for choice in offer.choices if choice not in numbers]
        shown = {} if page else own
        for place, choice in enumerate(others[page * SPARE : (page + 1) * SPARE]):
            shown[self._spare + place] = choice
        if len(others) > (page + 1) * SPARE:
            shown[self.further] = None
        return shown


def _choices(message: Any, texts: Mapping[str, tuple[str, ...]]) -> Iterator[Choice]:
    """Yield the choices of the fields of a command, or of a part of one."""
    names_owner = message.GetOptions().Extensions[options_pb2.visibility] == options_pb2.VISIBILITY_SEAT
    for field in message.fields:
        if names_owner and field.name == "seat":
            continue
        if field.message_type is not None:
            if field.is_repeated:
                yield from (Choice(field.name, mark) for mark in (Mark.MORE, Mark.END))
            yield from _choices(field.message_type, texts)
            continue
        yield from (Choice(field.name, value) for value in _values(field, texts))
        if field.is_repeated:
            yield Choice(field.name, Mark.END)


def _values(field: FieldDescriptor, texts: Mapping[str, tuple[str, ...]]) -> Iterator[Any]:
    if field.has_presence:
        yield None
    if field.enum_type is not None:
        yield from (value.number for value in field.enum_type.values)
    elif field.cpp_type == field.CPPTYPE_BOOL:
        yield from (False, True)
    elif field.cpp_type == field.CPPTYPE_STRING:
        yield from dict.fromkeys(("", *texts.get(field.name, ())))
    else:
        yield from range(NUMBERS)
