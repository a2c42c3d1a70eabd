"""A title's options as form fields, made from their JSON Schema, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from clients.web.frame.request_data import parse_json
from gunbai_client.errors import InvalidRequest

Kind: TypeAlias = Literal["choice", "switch", "number", "text", "texts", "numbers", "json"]
BESIDE = re.compile(r' \("(\w+)"\)')
"""A value next to its words: 'at random ("random")'."""
QUOTED = re.compile(r'(?<=")\w+(?=")')
"""A value in quotation marks."""


class Choice(NamedTuple):
    """A value that can be chosen."""

    value: str
    label: str


class Field(NamedTuple):
    """A field of a form."""

    name: str
    kind: Kind
    label: str
    words: str
    """What the option does."""
    choices: Sequence[Choice]
    """What can be chosen: values as JSON; for a list of texts, the named ones unchanged."""
    default: str
    """The default, as JSON; texts and lists of numbers as they are entered, with commas."""
    lowest: int | None = None
    highest: int | None = None


def build_fields(schema_json: str) -> list[Field]:
    """Return the fields of a title's options in order."""
    schema = json.loads(schema_json)
    properties = _resolve(schema, schema).get("properties", {})
    return [_build_field(name, _resolve(property_schema, schema)) for name, property_schema in properties.items()]


def _resolve(part_schema: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema with its references resolved in the whole schema."""
    resolved = dict(part_schema)
    for part in (*resolved.pop("allOf", ()), *([{"$ref": resolved.pop("$ref")}] if "$ref" in resolved else ())):
        target = schema.get("$defs", {}).get(str(part.get("$ref", "")).rpartition("/")[2], part)
        resolved = {**target, **resolved}
    return resolved


def _build_field(name: str, schema: Mapping[str, Any]) -> Field:
    words = (schema.get("title", name), schema.get("description", ""))
    default = json.dumps(schema.get("default"))
    if "enum" in schema:
        choices = _build_choices(schema)
        return Field(name, "choice", words[0], _replace_values(words[1], choices), choices, default)
    if schema.get("type") == "boolean":
        return Field(name, "switch", *words, (), default)
    if schema.get("type") == "integer":
        return Field(name, "number", *words, (), default, schema.get("minimum"), schema.get("maximum"))
    if schema.get("type") == "string":
        return Field(name, "text", *words, (), schema.get("default", ""))
    items = schema.get("items", {}).get("type") if schema.get("type") == "array" else None
    if items == "string":
        return _build_text_list(name, *words, schema)
    if items == "integer":
        return Field(name, "numbers", *words, (), ", ".join(map(str, schema.get("default", ()))))
    return Field(name, "json", *words, (), default)


def _build_choices(schema: Mapping[str, Any]) -> list[Choice]:
    """Return a choice's values, in the service's order and words if it has them."""
    words = {value["const"]: value["title"] for value in schema.get("oneOf", ())}
    return [
        Choice(json.dumps(value), words.get(value, str(value).replace("_", " "))) for value in words or schema["enum"]
    ]


def _build_text_list(name: str, label: str, words: str, schema: Mapping[str, Any]) -> Field:
    """Return the field for several texts, which are entered and shown by the names that some of them have."""
    named = [Choice(value["const"], value["title"]) for value in schema["items"].get("anyOf", ()) if "const" in value]
    text, labels = _replace_values(words, named), dict(named)
    if not any(choice.label in text for choice in named):
        text = " ".join(filter(None, (text, f"({', '.join(labels.values())})" if named else "")))
    default = ", ".join(labels.get(value, value) for value in schema.get("default", ()))
    return Field(name, "texts", label, text, named, default)


def _replace_values(words: str, choices: Sequence[Choice]) -> str:
    """Return a description that names values as the form does, instead of the raw values."""
    labels = {choice.value.strip('"'): choice.label for choice in choices}
    alone = BESIDE.sub(lambda match: "" if match[1] in labels else match[0], words)
    return QUOTED.sub(lambda match: labels.get(match[0], match[0]), alone)


def read_options(schema_json: str, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options that a form chose, leaving out those with their default values. Raises InvalidRequest."""
    return dict(_read_chosen(build_fields(schema_json), form))


def _read_chosen(fields: Sequence[Field], form: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for field in fields:
        name = f"option.{field.name}"
        text = json.dumps(name in form) if field.kind == "switch" else form.get(name, "")
        if text in {"", field.default}:
            continue
        try:
            yield field.name, _parse(field, text)
        except ValueError:
            expected = "expected numbers with commas" if field.kind == "numbers" else "expected JSON"
            raise InvalidRequest(f"{field.name}: {expected}", fields={field.name: expected}) from None


def _parse(field: Field, text: str) -> Any:
    """Return the value that was entered in a field. Raises ValueError."""
    if field.kind == "text":
        return text
    if field.kind not in {"texts", "numbers"} or text.startswith("["):
        return parse_json(text)
    parts = [part.strip(' "') for part in text.split(",")]
    if field.kind == "numbers":
        return [int(part) for part in parts]
    values = {choice.label.casefold(): choice.value for choice in field.choices}
    return [values.get(part.casefold(), part) for part in parts]
