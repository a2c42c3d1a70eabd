"""The commands of a title as forms, made from their messages, and back: for what the board does not offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import EnumValueDescriptor, FieldDescriptor
from google.protobuf.message import Message

from clients.cli.sentences import INNER, name_in_words
from gunbai_client.errors import InvalidRequest
from gunbai_client.messages import UnknownMessageError, named

NUMBERS = {
    FieldDescriptor.TYPE_INT32,
    FieldDescriptor.TYPE_INT64,
    FieldDescriptor.TYPE_SINT32,
    FieldDescriptor.TYPE_SINT64,
    FieldDescriptor.TYPE_UINT32,
    FieldDescriptor.TYPE_UINT64,
}


def forms_of(names: Iterable[str]) -> list[dict[str, Any]]:
    """Return the forms of commands by their full names, as far as this client knows them."""
    return list(_forms(names))


def _forms(names: Iterable[str]) -> Iterator[dict[str, Any]]:
    for name in names:
        try:
            fields: Iterable[Any] = named(name).DESCRIPTOR.fields
        except UnknownMessageError:
            continue
        yield {"name": name, "label": name_in_words(name), "fields": [_field(each) for each in fields]}


def _field(field: FieldDescriptor) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": field.name,
        "label": field.name.replace("_", " "),
        "kind": _kind(field),
        "several": field.is_repeated,
    }
    if field.enum_type is not None:
        found["choices"] = [_choice(each) for each in field.enum_type.values if each.number]
    return found


def _kind(field: FieldDescriptor) -> str:
    """Return how a field is entered: as a number, a text, a switch, a choice, or, for what has parts, as JSON."""
    if field.type in NUMBERS:
        return "number"
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "switch"
    if field.type == FieldDescriptor.TYPE_ENUM:
        return "choice"
    return "text" if field.type == FieldDescriptor.TYPE_STRING else "json"


def _choice(value: EnumValueDescriptor) -> dict[str, str]:
    """Return a value with its name in words, without what all values of its type begin with."""
    prefix = INNER.sub("_", value.type.name).upper() + "_"
    return {"name": value.name, "label": value.name.removeprefix(prefix).replace("_", " ").lower()}


def command_of(name: object, fields: object) -> Message:
    """Return the command with a full name and fields as protobuf's JSON. Raises InvalidRequest."""
    if not isinstance(fields, Mapping):
        raise InvalidRequest("fields: a JSON object is expected", fields={"fields": "a JSON object is expected"})
    try:
        return json_format.ParseDict(dict(fields), named(str(name)))
    except UnknownMessageError as error:
        raise InvalidRequest(str(error), fields={"name": "there is no such command"}) from None
    except json_format.ParseError as error:
        raise InvalidRequest(f"fields: {error}", fields={"fields": str(error)}) from None
