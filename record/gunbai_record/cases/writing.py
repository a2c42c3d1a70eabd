"""Case files from games' positions: `gunbai record repro` writes them, and `gunbai title cases run` accepts them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from google.protobuf import json_format
from google.protobuf.message import Message

_BARE = re.compile(r"[A-Za-z0-9_-]+")


class Start(NamedTuple):
    """Where a case starts: the title, its set-up, and a table as canonical JSON; an empty text means none."""

    title: str
    seats: int
    options_json: str
    edition_json: str
    table_json: str


class Ruled(NamedTuple):
    """A seat's command, or chance's for 0, and the ruling on it: the refusal's clause, or the events."""

    actor: int
    command: Message
    refused: str = ""
    events: Sequence[Message] = ()


class CaseFile(NamedTuple):
    """A case file with one case, and the clause that it shows."""

    clause: str
    text: str


def case_file(name: str, clause: str, start: Start, ruled: Ruled) -> str:
    """Return a case file with one case that shows a clause: the position and the ruling."""
    move: dict[str, Any] = {"actor": ruled.actor or "chance", "command": ruled.command.DESCRIPTOR.name}
    if fields := _fields(ruled.command):
        move["fields"] = fields
    if ruled.refused:
        move["refused"] = ruled.refused
    else:
        move["events"] = [{"event": event.DESCRIPTOR.name, **_fields(event)} for event in ruled.events]
    case: dict[str, Any] = {"name": name, "clause": clause, "seats": start.seats}
    if start.options_json:
        case["options"] = json.loads(start.options_json)
    if start.edition_json:
        case["edition"] = start.edition_json
    case |= {"table": start.table_json, "moves": [move]}
    lines = [f"{key} = {toml(value)}" for key, value in case.items()]
    return "\n".join([f"title = {toml(start.title)}", "", "[[case]]", *lines, ""])


def toml(value: object) -> str:
    """Return a JSON value, which must not contain null, as TOML (https://toml.io/en/v1.0.0) on one line."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(key)} = {toml(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Sequence):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)


def _key(key: str) -> str:
    """Return a key, without quotes where TOML allows it."""
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    """Return a text as a TOML basic string, which needs an escape where JSON needs none: for the character 7F."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _fields(message: Message) -> dict[str, Any]:
    fields: dict[str, Any] = json_format.MessageToDict(message, preserving_proto_field_name=True)
    return fields
