"""Paths into tables and views: names with dots between them, as `docs/cases.md` describes them."""

from __future__ import annotations

from typing import Any


class NoSuchPathError(LookupError):
    """A path that leads nowhere: the message names the part that is not there."""


def get(value: Any, path: str) -> Any:
    """Return what stands at a path of names, positions from 0, `name=value` (the element that has it) or `length`.

    Raises NoSuchPathError.
    """
    for part in path.split("."):
        value = len(value) if part == "length" and isinstance(value, list) else value[_key(value, part)]
    return value


def put(value: Any, path: str, new: Any) -> None:
    """Replace what stands at a path. Raises NoSuchPathError."""
    way, _, last = path.rpartition(".")
    holder = get(value, way) if way else value
    holder[_key(holder, last)] = new


def _key(value: Any, part: str) -> Any:
    key = _found(value, part)
    if key is None:
        raise NoSuchPathError(f"there is no {part!r} in {_shorten(value)}")
    return key


def _found(value: Any, part: str) -> str | int | None:
    if isinstance(value, dict):
        return part if part in value else None
    if not isinstance(value, list):
        return None
    name, equals, wanted = part.partition("=")
    if equals:
        having = (n for n, each in enumerate(value) if isinstance(each, dict) and str(each.get(name)) == wanted)
        return next(having, None)
    return int(part) if part.isdecimal() and int(part) < len(value) else None


def _shorten(value: Any) -> str:
    return f"the fields {', '.join(value)}" if isinstance(value, dict) else f"{value!r:.80}"
