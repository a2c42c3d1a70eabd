"""Messages filled with values that no sensible client sends: how contract tests try out what is refused."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf.message import Message

NO_WORDS: Mapping[str, Sequence[str]] = {}


def scribble(source: random.Random, message: Message, words: Mapping[str, Sequence[str]] = NO_WORDS) -> Message:
    """Fill a message with values that nobody sensible sends, and with strings that fit a field if some are given."""
    for field in message.DESCRIPTOR.fields:
        if field.is_repeated or source.random() < 0.3:
            continue
        if field.message_type is not None:
            scribble(source, getattr(message, field.name), words)
        elif field.cpp_type == field.CPPTYPE_STRING:
            value: Any = source.choice(words.get(field.name) or ["", "a1", "-1", "Ω", "x" * 300])
            setattr(message, field.name, value if field.type == field.TYPE_STRING else value.encode())
        elif field.cpp_type == field.CPPTYPE_BOOL:
            setattr(message, field.name, source.random() < 0.5)
        else:
            setattr(message, field.name, source.choice([0, 1, 2, 3, 7, 99, 2**31 - 1]))
    return message
