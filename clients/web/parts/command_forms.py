"""A title's commands as forms, made from their messages, and back: for moves that the board does not offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import EnumValueDescriptor, FieldDescriptor
from google.protobuf.message import Message

from clients.render.wording import INNER, name_in_words
from gunbai.referee.v1.lobby_pb2 import CommandField, CommandForm
from gunbai_client.errors import InvalidRequest
from gunbai_record.messages import UnknownMessageError, named
from gunbai_record.numerals import is_whole

NUMBERS = {
    FieldDescriptor.TYPE_INT32,
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_SINT32,
    FieldDescriptor.TYPE_SINT64,
    FieldDescriptor.TYPE_UINT32,
    FieldDescriptor.TYPE_UINT64,
}


def build_forms(names: Iterable[str], forms: Iterable[CommandForm] = ()) -> list[dict[str, Any]]:
    """Return the forms of commands by their full names, as far as this client knows them, in a service's words."""
    return list(_yield_forms(names, {form.command: form for form in forms}))


def _yield_forms(names: Iterable[str], forms: Mapping[str, CommandForm]) -> Iterator[dict[str, Any]]:
    for name in names:
        try:
            fields: Iterable[Any] = named(name).DESCRIPTOR.fields
        except UnknownMessageError:
            continue
        form = forms.get(name, CommandForm())
        words = {field.name: field for field in form.fields}
        yield {
            "name": name,
            "label": form.label or name_in_words(name),
            "fields": [_build_field(field, words.get(field.name, CommandField())) for field in fields],
        }


def _build_field(field: FieldDescriptor, words: CommandField) -> dict[str, Any]:
    form_field: dict[str, Any] = {
        "name": field.name,
        "label": words.label or field.name.replace("_", " "),
        "kind": _choose_kind(field),
        "several": field.is_repeated,
    }
    if field.enum_type is not None:
        labels = {value.name: value.label for value in words.values}
        form_field["choices"] = [
            _build_choice(value, labels.get(value.name, "")) for value in field.enum_type.values if value.number
        ]
    return form_field


def _choose_kind(field: FieldDescriptor) -> str:
    """Return the kind of input for a field: a number, a text, a switch, a choice, or JSON for a message."""
    if field.type in NUMBERS:
        return "number"
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "switch"
    if field.type == FieldDescriptor.TYPE_ENUM:
        return "choice"
    return "text" if field.type == FieldDescriptor.TYPE_STRING else "json"


def _build_choice(value: EnumValueDescriptor, label: str) -> dict[str, str]:
    """Return a value with its name in words, without the prefix that all values of its type share."""
    prefix = INNER.sub("_", value.type.name).upper() + "_"
    return {"name": value.name, "label": label or value.name.removeprefix(prefix).replace("_", " ").lower()}


def parse_command(name: object, fields: object) -> Message:
    """Return the command with a full name, and fields in protobuf's JSON. Raises InvalidRequest."""
    if not isinstance(fields, Mapping):
        raise InvalidRequest("fields: expected a JSON object", fields={"fields": "expected a JSON object"})
    try:
        return json_format.ParseDict(dict(fields), named(str(name)))
    except UnknownMessageError as error:
        raise InvalidRequest(str(error), fields={"name": "unknown command"}) from None
    except json_format.ParseError as error:
        raise InvalidRequest(f"fields: {error}", fields={"fields": str(error)}) from None


def point_elsewhere(command: Message, was: str, spot: str) -> Message:
    """Return a command that names the thing at another spot instead. Raises InvalidRequest if it names none."""
    old, new = (place.partition(":")[2] for place in (was, spot))
    for field, value in command.ListFields():
        if isinstance(value, str) and value == old:
            return type(command)(**{**_fields(command), field.name: new})
        if isinstance(value, int) and str(value) == old and is_whole(new):
            return type(command)(**{**_fields(command), field.name: int(new)})
    raise InvalidRequest("spot: the command has no such part", fields={"spot": "the command has no such part"})


def commands_at(names: Iterable[str], spot: str, seat: int) -> Iterator[Message]:
    """Yield the commands of a seat that take the thing at a spot, such as "card:jets", "die:2" or "seat:3", alone."""
    kind, _, value = spot.partition(":")
    # The plainest command has the shortest name: BuyCard before BuyFromMonster.
    for name in sorted(names, key=len):
        try:
            command = named(name)
        except UnknownMessageError:
            continue
        fields = [*command.DESCRIPTOR.fields]
        others = [field for field in fields if field.name != "seat"]
        first = next(iter(others), None)
        if first is None or not (first.is_repeated or len(others) == 1):
            continue
        if (found := _value_at(first, kind, value)) is None:
            continue
        actor = {"seat": seat} if len(others) < len(fields) else {}
        yield type(command)(**actor, **{first.name: found})


def _value_at(field: Any, kind: str, value: str) -> Any:
    """Return the value of a field that is the thing at a spot; None if the field does not name such things."""
    if field.type == FieldDescriptor.TYPE_STRING and not field.is_repeated:
        return value or None if field.name == kind else None
    if field.type != FieldDescriptor.TYPE_UINT32 or not is_whole(value):
        return None
    if kind == "seat":
        return int(value) if field.name.endswith("_seat") and not field.is_repeated else None
    return [int(value)] if kind == "die" and field.name == "dice" and field.is_repeated else None


def _fields(command: Message) -> dict[str, Any]:
    return {field.name: value for field, value in command.ListFields()}
