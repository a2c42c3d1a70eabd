"""Moves that are built item by item: their one list, and the move with some items."""

from __future__ import annotations

from functools import cache
from typing import Any

from gunbai_record.plain import Plain, is_private, message_type


@cache
def list_of(kind: type[Plain]) -> str:
    """Return the first field of a type of move that is a list; "" if it has none."""
    fields = message_type(kind).DESCRIPTOR.fields
    return next((field.name for field in fields if field.is_repeated), "")


def built(kind: type[Plain], seat: int, items: tuple[Any, ...]) -> Plain:
    """Return the move of a seat with these items; a secret one names the seat."""
    own = {"seat": seat} if is_private(kind) else {}
    return kind(**own, **{list_of(kind): items})
