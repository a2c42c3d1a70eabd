"""Record files as lines of JSON: one for the header, then one for each entry; docs/record-format.md specifies both.

There is only one way to write a line. A line that is read is written again and must come out the same, so every altered
byte shows.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import Any, TypeVar

from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import file_pb2 as file
from gunbai_record.chain import MAX_NUMBER, URL, type_name

BEGINNING = b'{"'
"""The first bytes of the lines; no file in the binary form begins with them."""
MAX_LINE = 32 * 1024 * 1024
"""The longest line in bytes, without its end."""
_MALFORMED = ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError
"""The errors that JSON of a different shape raises."""

M = TypeVar("M", bound=Message)


def line(message: file.FileHeader | record.Entry) -> str:
    """Return a header's or an entry's line, without its end. Raises ValueError for anything that lines cannot hold."""
    written = _of_header(message) if isinstance(message, file.FileHeader) else _of_entry(message)
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def read_line(text: bytes, kind: type[M]) -> M:
    """Return the header or entry in a line. Raises ValueError unless `line` would write the same line for it."""
    try:
        value = json.loads(text)
        message: Any = _header(value) if kind is file.FileHeader else _entry(value)
        again = line(message).encode()
    except _MALFORMED as error:
        raise ValueError(f"not a line of a record: {str(error)[:200]}") from None
    if again != text:
        raise ValueError("it is not in canonical form")
    return message  # type: ignore[no-any-return]  # of the kind asked for


def _of_header(header: file.FileHeader) -> dict[str, Any]:
    signed = header.signed_head
    return {
        "magic": header.magic,
        "format": header.format,
        "game": header.game,
        "head": _number(header.head),
        "ancestors": [
            {"game": ancestor.game, "version": _number(ancestor.version), "secret": _base64(ancestor.secret)}
            for ancestor in header.ancestors
        ],
        "signed_head": {"note": signed.note, "key": signed.key, "rotations": list(signed.rotations)}
        if header.HasField("signed_head")
        else None,
        "leaves": [
            {"kind": leaf.kind, "version": _number(leaf.version), "proof": leaf.proof} for leaf in header.leaves
        ],
        "result_signatures": [
            {"seat": signature.seat, "signature": _base64(signature.signature)}
            for signature in header.result_signatures
        ],
        # Left out if empty: files from before this field stay in canonical form.
        **({"common_secret": _base64(header.common_secret)} if header.common_secret else {}),
    }


def _of_entry(entry: record.Entry) -> dict[str, Any]:
    return {
        "game": entry.game,
        "version": _number(entry.version),
        "actor": {"kind": entry.actor.kind, "seat": entry.actor.seat},
        "at_micros": _number(entry.at_micros),
        "command_id": entry.command_id,
        "expected_version": _number(entry.expected_version),
        "command": _of_item(entry.command),
        "events": [_of_item(item) for item in entry.events],
        "position_digest": _base64(entry.position_digest),
        "previous": _base64(entry.previous),
        "digest": _base64(entry.digest),
        "signature": _base64(entry.signature),
    }


def _of_item(item: record.Item) -> dict[str, str]:
    if item.HasField("sealed"):
        return {"sealed": _base64(item.sealed)}
    name = type_name(item.open.type_url)
    if item.open.type_url != URL + name:
        raise ValueError(f"{item.open.type_url[:200]!r} must be {URL} followed by the name of a message")
    return {"type": name, "value": _base64(item.open.value), "salt": _base64(item.salt)}


def _header(value: Any) -> file.FileHeader:
    header = file.FileHeader(magic=value["magic"], format=value["format"], game=value["game"], head=value["head"])
    for ancestor in value["ancestors"]:
        header.ancestors.add(game=ancestor["game"], version=ancestor["version"], secret=_bytes(ancestor["secret"]))
    if (signed := value["signed_head"]) is not None:
        header.signed_head.note, header.signed_head.key = signed["note"], signed["key"]
        header.signed_head.rotations.extend(signed["rotations"])
    for leaf in value["leaves"]:
        header.leaves.add(kind=leaf["kind"], version=leaf["version"], proof=leaf["proof"])
    for signature in value["result_signatures"]:
        header.result_signatures.add(seat=signature["seat"], signature=_bytes(signature["signature"]))
    header.common_secret = _bytes(value.get("common_secret", ""))
    return header


def _entry(value: Any) -> record.Entry:
    return record.Entry(
        game=value["game"],
        version=value["version"],
        actor=record.Actor(kind=value["actor"]["kind"], seat=value["actor"]["seat"]),
        at_micros=value["at_micros"],
        command_id=value["command_id"],
        expected_version=value["expected_version"],
        command=_item(value["command"]),
        events=map(_item, value["events"]),
        position_digest=_bytes(value["position_digest"]),
        previous=_bytes(value["previous"]),
        digest=_bytes(value["digest"]),
        signature=_bytes(value["signature"]),
    )


def _item(value: Any) -> record.Item:
    if "sealed" in value:
        return record.Item(sealed=_bytes(value["sealed"]))
    item = record.Item(salt=_bytes(value["salt"]))
    item.open.type_url, item.open.value = URL + value["type"], _bytes(value["value"])
    return item


def _number(value: int) -> int:
    """Return a number. Raises ValueError if some JSON readers could not read it exactly."""
    if abs(value) > MAX_NUMBER:
        raise ValueError(f"the number {value} is beyond {MAX_NUMBER}")
    return value


def _base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def _bytes(text: str) -> bytes:
    return b64decode(text, validate=True)
