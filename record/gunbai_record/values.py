"""Values in positions by their paths, and how two positions differ; views are messages, tables are JSON.

A path means what it means in a case (docs/cases.md): names joined by dots, where a list's element is named by its
position, counted from 0, or by one of its fields. A value is JSON: an enum is its value's name, a message is an object
with all its fields. Only the part of a view that a path names is turned into JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from gunbai_record.numerals import is_whole

LENGTH: Final = "length"
"""The last part of a path that is a list's number of elements."""
EXISTS: Final = "exists"
"""The last part of a path that asks whether the rest of it leads anywhere."""


class Absent:
    """No value: the path leads nowhere."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()


class Change(NamedTuple):
    """A value that differs between two positions; ABSENT in a position that does not have it."""

    path: str
    before: Any
    after: Any


class UnknownPathError(LookupError):
    """A path that no position of the title can have: `part` is the first part that leads nowhere, counted from 0."""

    def __init__(self, part: int, problem: str) -> None:
        super().__init__(problem)
        self.part = part


class Kind(NamedTuple):
    """What a path leads to in every view of a title: the field, and whether to one of its elements."""

    field: FieldDescriptor | None
    element: bool = False
    number: bool = False
    """Whether it is a number of elements."""
    truth: bool = False
    """Whether it is yes or no."""

    @property
    def message(self) -> Descriptor | None:
        """The type of the message there; None for a list or anything else."""
        descriptor: Descriptor | None = self.field.message_type if self.field is not None and not self.listed else None
        return descriptor

    @property
    def listed(self) -> bool:
        return self.field is not None and self.field.is_repeated and not self.element

    @property
    def enum(self) -> EnumDescriptor | None:
        """The enum that it is a value of."""
        descriptor: EnumDescriptor | None = self.field.enum_type if self.field is not None and not self.listed else None
        return descriptor


def parts_of(path: str) -> tuple[str, ...]:
    """Return a path's parts; none for the empty path."""
    return tuple(path.split(".")) if path else ()


def kind_of(view: Descriptor, parts: Sequence[str]) -> Kind:
    """Return what a path leads to in a title's views. Raises UnknownPathError."""
    holder: Descriptor | None = view
    kind = Kind(None)
    for number, part in enumerate(parts):
        if kind.number:
            raise UnknownPathError(number, f"there is nothing below {parts[number - 1]!r}")
        if part == EXISTS and number and number == len(parts) - 1:
            kind = Kind(None, truth=True)
        elif kind.listed:
            kind = _element(kind, number, part)
        elif holder is not None and part in holder.fields_by_name:
            kind = Kind(holder.fields_by_name[part])
        else:
            raise UnknownPathError(number, _unknown(part, holder))
        holder = kind.message
    return kind


def _element(kind: Kind, number: int, part: str) -> Kind:
    """Return what a part leads to in a list. Raises UnknownPathError."""
    name, equals, _ = part.partition("=")
    holder = kind.field.message_type if kind.field is not None else None
    if part == LENGTH:
        return Kind(None, number=True)
    if equals and (holder is None or name not in holder.fields_by_name):
        raise UnknownPathError(number, _unknown(name, holder))
    if not equals and not is_whole(part):
        problem = (
            f"{part!r} is not an element of a list: write a position from 0, a field and its value "
            "such as seat=2, or length"
        )
        raise UnknownPathError(number, problem)
    return Kind(kind.field, element=True)


def _unknown(part: str, holder: Descriptor | None) -> str:
    """Say that a part is not a field."""
    if holder is None:
        return f"a plain value has no parts, so it has no {part!r}"
    return f"{holder.name} has no field {part!r}; it has {', '.join(holder.fields_by_name)}"


def value_at(position: Any, parts: Sequence[str]) -> Any:
    """Return the JSON at a path in a view or a table, ABSENT if it leads nowhere."""
    if parts and parts[-1] == EXISTS:
        return _raw_field(position, parts[:-1])[0] is not ABSENT
    return plain(*_raw_field(position, parts))


def _raw_field(position: Any, parts: Sequence[str]) -> tuple[Any, FieldDescriptor | None]:
    """Return what is at a path, with its field if it is in a message."""
    value, field = position, None
    for part in parts:
        if isinstance(value, Message):
            kind: Any = value.DESCRIPTOR
            field = kind.fields_by_name.get(part)
            value = _of_field(value, field) if field is not None else ABSENT
        elif isinstance(value, Mapping):
            value = value.get(part, ABSENT)
        elif part == LENGTH and _is_list(value):
            value, field = len(value), None
        elif _is_list(value):
            value = _of_list(value, part)
        else:
            value = ABSENT
    return value, field


def _of_field(message: Message, field: FieldDescriptor) -> Any:
    """Return a field's value; ABSENT for an unset message or optional value."""
    if field.has_presence and not message.HasField(field.name):
        return ABSENT
    return getattr(message, field.name)


def _of_list(value: Sequence[Any], part: str) -> Any:
    name, equals, wanted = part.partition("=")
    if equals:
        return next((item for item in value if str(value_at(item, (name,))) == wanted), ABSENT)
    return value[int(part)] if is_whole(part) and int(part) < len(value) else ABSENT


def plain(value: Any, field: FieldDescriptor | None = None) -> Any:
    """Return a view's or a table's value as JSON."""
    if isinstance(value, Message):
        return json_format.MessageToDict(
            value, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
    if _is_list(value):
        return [plain(item, field) for item in value]
    if field is not None and field.enum_type is not None:
        enum_value = field.enum_type.values_by_number.get(value)
        return enum_value.name if enum_value is not None else value
    return value


def changes(before: Any, after: Any, path: str = "") -> Iterator[Change]:
    """Yield the differences between two positions at a path, each with its path, in the order of the fields.

    Elements of a list are named by position. A list of plain values counts as one value.
    """
    parts = parts_of(path)
    one, field = _raw_field(before, parts) if before is not ABSENT else (ABSENT, None)
    other, also = _raw_field(after, parts) if after is not ABSENT else (ABSENT, None)
    yield from _changes(one, other, field or also, path)


def _changes(before: Any, after: Any, field: FieldDescriptor | None, path: str) -> Iterator[Change]:
    if before is after or before == after:
        return
    if isinstance(before, Message) and isinstance(after, Message):
        kind: Any = before.DESCRIPTOR
        for inner in kind.fields:
            yield from _changes(_of_field(before, inner), _of_field(after, inner), inner, _below(path, inner.name))
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in dict.fromkeys((*before, *after)):
            yield from _changes(before.get(name, ABSENT), after.get(name, ABSENT), None, _below(path, name))
    elif _is_list(before) and _is_list(after) and _is_nested((*before, *after)):
        for number in range(max(len(before), len(after))):
            one, other = (items[number] if number < len(items) else ABSENT for items in (before, after))
            yield from _changes(one, other, field, _below(path, str(number)))
    else:
        yield Change(path, plain(before, field), plain(after, field))


def _below(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part


def _is_list(value: Any) -> bool:
    """Return whether a value is a JSON list or a repeated field."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_nested(elements: Sequence[Any]) -> bool:
    return any(isinstance(element, Message | Mapping) or _is_list(element) for element in elements)
