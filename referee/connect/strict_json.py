"""Refuses what protobuf's parser accepts against the rules of its JSON, because it would change the request.

The parser drops invalid Base64 characters from a `bytes` field, accepts a field twice if both of its spellings are
used, and accepts an empty list or text for a message without fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import ParseError
from google.protobuf.message import Message

_ANY = "google.protobuf.Any"
_WELL_KNOWN = "google.protobuf."
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)(={0,2})")
_QUANTUM = 4
"""How many characters stand for three bytes (RFC 4648, section 4)."""


def check_json(value: Any, parsed: Message) -> None:
    """Check a JSON value that was parsed as a message. Raises ParseError, with the place of the mistake."""
    described: Any = parsed.DESCRIPTOR
    _check(value, described, "")


def _check(value: Any, kind: Descriptor, place: str) -> None:
    if kind.full_name == _ANY and isinstance(value, Mapping):
        _check_any(value, place)
        return
    if kind.full_name.startswith(_WELL_KNOWN):
        return
    if not isinstance(value, Mapping):
        raise ParseError(f"{place or kind.name}: expected an object, not {value!r}")
    for field, inner, at in _fields(value, kind, place):
        if field.message_type is not None:
            _check(inner, field.message_type, at)
        elif field.type == field.TYPE_BYTES and not is_base64(inner):
            raise ParseError(f"{at}: {inner!r} is not Base64")


def is_base64(text: str) -> bool:
    """Return whether a text is Base64 in either alphabet, padded or not (RFC 4648, sections 4 and 5)."""
    match = _BASE64.fullmatch(text)
    if match is None:
        return False
    # Padding fills the last group. Without it, no group can end after one character, which has only 6 bits.
    return len(text) % _QUANTUM == 0 if match[1] else len(text) % _QUANTUM != 1


def _check_any(value: Mapping[str, Any], place: str) -> None:
    name = str(value.get("@type", "")).rpartition("/")[2]
    if not name:
        return  # it is empty
    kind = descriptor_pool.Default().FindMessageTypeByName(name)
    content = {key: inner for key, inner in value.items() if key != "@type"}
    _check(content.get("value") if name.startswith(_WELL_KNOWN) else content, kind, place)


def _fields(value: Mapping[str, Any], kind: Descriptor, place: str) -> Iterator[tuple[FieldDescriptor, Any, str]]:
    """Yield each value of the set fields, those of a list or a map one by one, with its place."""
    spelt: dict[int, str] = {}
    for key, inner in value.items():
        field = kind.fields_by_camelcase_name.get(key) or kind.fields_by_name[key]
        at = f"{place}.{field.name}" if place else str(field.name)
        if field.number in spelt:
            raise ParseError(f"{at}: given twice, as {spelt[field.number]!r} and {key!r}")
        spelt[field.number] = key
        if inner is None:
            continue
        if isinstance(inner, list):
            yield from ((field, item, at) for item in inner)
        else:
            yield field, inner, at
