"""Plain values: a title's commands and events as the frozen values that its rules take and make.

Their classes are generated next to the stubs: `gunbai.liars_dice.v1.commands` has those for `commands_pb2`. A value has
its message's fields under the same names: a tuple for a repeated field, a number for an enum value, None for an unset
message or optional value. A value and its message encode to the same bytes.

Only rules need this module, and msgspec with it. Stores, services and clients handle messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, TypeAlias, TypeVar

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto
from google.protobuf.message import Message

from gunbai.rules.v1 import options_pb2 as rules


class EnumWords:
    """The words of one proto enum: FIGURE_SMALL in the enum Figure is the word "small"."""

    def __init__(self, values: Iterable[tuple[str, int]]) -> None:
        numbers = dict(values)
        prefix = len(next(iter(numbers)).removesuffix("UNSPECIFIED"))
        self._all = {number: name[prefix:].lower() for name, number in numbers.items()}
        self._words = {number: word for number, word in self._all.items() if number}
        self._values = {word: number for number, word in self._words.items()}
        self.words = tuple(self._values)
        self.named = tuple((name, self._words[number]) for name, number in numbers.items() if number)
        """The values except the unspecified one, by name and in words."""

    def word(self, value: int) -> str:
        """Return an enum value's word, or "" for one that is unspecified or unknown."""
        return self._words.get(value, "")

    def value(self, word: str) -> Any:
        """Return the enum value for a word. Raises KeyError."""
        return self._values[word]

    def any_word(self, value: int) -> str | int:
        """Return an enum value's word, "unspecified" included; the number of an unknown one."""
        return self._all.get(value, value)


# Values form no cycles, so the garbage collector need not visit them.
class Plain(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A title's command or event, or a part of one."""

    ENUMS: ClassVar[Mapping[str, EnumWords]] = {}
    """The words of the fields that are enum values."""


class UnfitValueError(ValueError):
    """A value that its field cannot hold: a mistake in the rules that made it."""

    def __init__(self, field: Any, value: object) -> None:
        self.message, self.field = field.containing_type.full_name, field.name
        type_name = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
        super().__init__(f"{self.message}: the {type_name} {self.field} cannot be {str(value)[:50]}")


P = TypeVar("P", bound=Plain)
Content: TypeAlias = Plain | Message
"""A command or event: a title's as a value, the record's as a message."""


def set_fields(value: Plain) -> Iterator[tuple[str, Any]]:
    """Yield the fields whose value is not the default, in order, by name."""
    for name in value.__struct_fields__:
        held = getattr(value, name)
        # A part counts even if all its fields are empty, as a message that is set does.
        if held or isinstance(held, Plain):
            yield name, held


@cache
def message_type(kind: type[Plain]) -> type[Message]:
    """Return the message type for a value type."""
    made_type: type[Message] = getattr(import_module(f"{kind.__module__}_pb2"), kind.__name__)
    return made_type


@cache
def plain_type(message: Descriptor) -> type[Plain]:
    """Return the value type for a message in a title's commands or events."""
    made_type: type[Plain] = getattr(
        import_module(message.file.name.removesuffix(".proto").replace("/", ".")), message.name
    )
    return made_type


def full_name(kind: type[Plain]) -> str:
    """Return the full name of a value type's message, for example "gunbai.liars_dice.v1.MakeBid"."""
    name: str = message_type(kind).DESCRIPTOR.full_name
    return name


def as_message(value: Plain) -> Message:
    """Return a value as its message. Raises UnfitValueError."""
    kind, with_parts = _message_form(type(value))
    fields = msgspec.structs.asdict(value)
    try:
        for name in with_parts:
            fields[name] = _of_message(fields[name])
        return kind(**fields)
    except (TypeError, ValueError):
        # Only a value that does not fit pays for the search for its field.
        raise next(_unfit(value)) from None


@cache
def _message_form(kind: type[Plain]) -> tuple[type[Message], list[str]]:
    """Return the message type for a value type, and its fields that are messages."""
    made = message_type(kind)
    return made, [field.name for field in made.DESCRIPTOR.fields if field.message_type is not None]


def _unfit(value: Plain) -> Iterator[UnfitValueError]:
    """Yield for each field of a value what it cannot hold."""
    kind = message_type(type(value))
    for name in value.__struct_fields__:
        held = getattr(value, name)
        for item in held if isinstance(held, tuple) else (held,):
            try:
                part = _of_message(item)
                kind(**{name: (part,) if isinstance(held, tuple) else part})
            except UnfitValueError as within:
                yield within
            except (TypeError, ValueError):
                yield UnfitValueError(kind.DESCRIPTOR.fields_by_name[name], item)


@cache
def is_private(kind: type[Plain]) -> bool:
    """Return whether only one seat can see commands or events of a type while the game is on."""
    options = message_type(kind).DESCRIPTOR.GetOptions()
    return bool(options.Extensions[rules.visibility] == rules.VISIBILITY_SEAT)


def decoded(kind: type[P], content: bytes) -> P:
    """Return the value of a type in bytes. Raises DecodeError."""
    value: P = as_plain(message_type(kind).FromString(content))
    return value


def as_plain(message: Message) -> Any:
    """Return a title's command or event as its value, as far as its type knows its fields."""
    kind, plain, others = _form(message.DESCRIPTOR)
    fields = {name: getattr(message, name) for name in plain}
    for name, form in others:
        fields[name] = _of_value(message, name, form)
    return kind(**fields)


def _of_message(held: Any) -> Any:
    """Return what a value's field is in its message."""
    if isinstance(held, Plain):
        return as_message(held)
    if isinstance(held, tuple) and held and isinstance(held[0], Plain):
        return [*map(as_message, held)]
    return held


ONE, SOME, PART, PARTS, OPTIONAL = range(5)
"""The forms of fields: a value, several, a message, several messages, and a value that may be absent."""


@cache
def _form(message: Descriptor) -> tuple[type[Plain], list[str], list[tuple[str, int]]]:
    """Return the value type for a message, its fields that are single values, and the form of every other field."""
    forms = [(field.name, _form_of(field)) for field in message.fields]
    single = [name for name, form in forms if form == ONE]
    return plain_type(message), single, [(name, form) for name, form in forms if form != ONE]


def _form_of(field: FieldDescriptor) -> int:
    if field.message_type is not None:
        return PARTS if field.is_repeated else PART
    if field.is_repeated:
        return SOME
    return OPTIONAL if field.has_presence else ONE


def _of_value(message: Message, name: str, form: int) -> Any:
    """Return what a message's field is in its value."""
    if form == SOME:
        return tuple(getattr(message, name))
    if form == PARTS:
        return tuple(map(as_plain, getattr(message, name)))
    if not message.HasField(name):
        return None
    return as_plain(getattr(message, name)) if form == PART else getattr(message, name)
