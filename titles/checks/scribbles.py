"""Messages filled with values that no sensible client sends: how contract tests try out what is refused."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

NO_WORDS: Mapping[str, Sequence[str]] = {}
LARGE = (-(2**63), -1, 2**31 - 1, 2**31, 2**32 - 46, 2**32 - 1, 2**32, 2**63, 2**64)
"""Numbers at which a field of some type begins or ends, and one to which nothing much can be added."""
ENDS = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), -1, 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), -1, 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (2**32 - 46, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (2**64 - 46, 2**64 - 1),
    FieldDescriptor.CPPTYPE_ENUM: (-1, 2**31 - 1),
}
"""The least and the largest numbers of each type of field."""


def scribble(source: random.Random, message: Message, words: Mapping[str, Sequence[str]] = NO_WORDS) -> Message:
    """Fill a message with values that nobody sensible sends, and with strings that fit a field if some are given."""
    for field in message.DESCRIPTOR.fields:
        if source.random() < 0.3:
            continue
        held, count = getattr(message, field.name), source.randrange(3)
        if field.message_type is not None:
            for part in [held.add() for _ in range(count)] if field.is_repeated else [held]:
                scribble(source, part, words)
        elif field.is_repeated:
            held.extend(_value(source, field, words) for _ in range(count))
        else:
            setattr(message, field.name, _value(source, field, words))
    return message


def _value(source: random.Random, field: Any, words: Mapping[str, Sequence[str]]) -> Any:
    """Return a value for a field, or for one of its places."""
    if field.cpp_type == field.CPPTYPE_STRING:
        value = source.choice(words.get(field.name) or ["", "a1", "-1", "Ω", "x" * 300])
        return value if field.type == field.TYPE_STRING else value.encode()
    if field.cpp_type == field.CPPTYPE_BOOL:
        return source.random() < 0.5
    return source.choice((0, 1, 2, 3, 7, 99, *ENDS[field.cpp_type]))
