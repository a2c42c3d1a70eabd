"""Phrasebooks: a title's commands, events and steps told as sentences, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.message import Message

from games.decider import Step

Sentence: TypeAlias = str | Callable[[Any], str]
"""A sentence with fields in braces, such as "{seat} steps to {field}.", or a function of the message or step."""


class Phrasebook:
    """The sentences of a title.

    A field in braces is told as a person would: a seat by the name that `who` gives it, an enum value as its word, a
    list with commas, "nothing" if it is empty, the id of a card or place by its entry in `names`.
    """

    def __init__(
        self,
        who: Callable[[int], str],
        sentences: Mapping[type[Message | Step[Any]], Sentence],
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.sentences = sentences
        self._who = who
        self._names = names or {}

    def tell(self, message: Message) -> str:
        """Return a command or event as a sentence. Raises KeyError for a type without one."""
        sentence = self.sentences[type(message)]
        if not isinstance(sentence, str):
            return sentence(message)
        fields = message.DESCRIPTOR.fields
        return sentence.format_map({field.name: self._told(field, getattr(message, field.name)) for field in fields})

    def ask(self, step: Step[Any]) -> str:
        """Return what the rules wait for as a sentence. Raises KeyError for a type without one."""
        sentence = self.sentences[type(step)]
        if not isinstance(sentence, str):
            return sentence(step)
        values = {name: getattr(step, name) for name in step.__struct_fields__}
        return sentence.format_map({name: self._named(name, value) for name, value in values.items()})

    def _told(self, field: Any, value: Any) -> Any:
        if field.is_repeated:
            return ", ".join(str(self._one(field, each)) for each in value) or "nothing"
        return self._one(field, value)

    def _one(self, field: Any, value: Any) -> Any:
        if field.enum_type is not None:
            return _word(field.enum_type, value)
        return self._named(field.name, value)

    def _named(self, name: str, value: Any) -> Any:
        if name == "seat" or name.endswith("_seat"):
            return self._who(value)
        if isinstance(value, tuple):
            return ", ".join(str(self._named("", each)) for each in value) or "nothing"
        return self._names.get(value, value) if isinstance(value, str) else value


def _word(enum: EnumDescriptor, value: int) -> str:
    """Return an enum value as a person says it: FIGURE_SMALL is "small"."""
    names = enum.values_by_number
    prefix = len(enum.values[0].name.removesuffix("UNSPECIFIED"))
    return names[value].name[prefix:].lower().replace("_", " ") if value in names else str(value)
