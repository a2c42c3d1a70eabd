"""Paths into tables and views: names joined by dots, as `docs/cases.md` describes."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from gunbai_record.numerals import is_whole

EXISTS = "exists"
"""The last part of a path that asks whether the rest of it leads anywhere."""


class NoSuchPathError(LookupError):
    """A path that leads nowhere: the message names the missing part."""


def get(value: Any, path: str) -> Any:
    """Return the value at a path of names, positions from 0, `name=value` (the element that has it) or `length`.

    Raises NoSuchPathError.
    """
    for part in path.split("."):
        value = len(value) if part == "length" and isinstance(value, list) else value[_key(value, part)]
    return value


def put(value: Any, path: str, new: Any) -> None:
    """Replace the value at a path. Raises NoSuchPathError."""
    way, _, last = path.rpartition(".")
    holder = get(value, way) if way else value
    holder[_key(holder, last)] = new


def exists(value: Any, path: str, message: Message) -> bool:
    """Return whether a path leads anywhere in `value`, a message's JSON.

    Raises NoSuchPathError for a name that is not a field of the message, so that a misspelt path does not count as
    absent.
    """
    _check_names(message, path)
    try:
        get(value, path)
    except NoSuchPathError:
        return False
    return True


def _check_names(message: Message, path: str) -> None:
    kind: Any = message.DESCRIPTOR
    in_list = False
    for part in path.split("."):
        name, equals, _ = part.partition("=")
        fields = kind.fields_by_name if kind is not None else {}
        # Only a list's elements have fields: name one by its position, or by the value of one of its fields.
        sound = is_whole(part) or (equals and name in fields) if in_list else part in fields
        if not sound:
            raise NoSuchPathError(f"there is no field {name!r} at this place of {path!r}")
        if in_list:
            in_list = False
        else:
            kind, in_list = fields[part].message_type, fields[part].is_repeated


def _key(value: Any, part: str) -> Any:
    key = _key_if_any(value, part)
    if key is None:
        raise NoSuchPathError(f"there is no {part!r} in {_shorten(value)}")
    return key


def _key_if_any(value: Any, part: str) -> str | int | None:
    if isinstance(value, dict):
        return part if part in value else None
    if not isinstance(value, list):
        return None
    name, equals, wanted = part.partition("=")
    if equals:
        having = (n for n, item in enumerate(value) if isinstance(item, dict) and str(item.get(name)) == wanted)
        return next(having, None)
    return int(part) if is_whole(part) and int(part) < len(value) else None


def _shorten(value: Any) -> str:
    return f"the fields {', '.join(value)}" if isinstance(value, dict) else f"{value!r:.80}"
