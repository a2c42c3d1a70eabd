"""The board of a title that has none of its own: what the rules wait for, and the view's fields, as lines of text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.contract import Board
from gunbai.rules.v1.view_pb2 import TableView

LINE = 24
"""The height of a line."""
UNSAID = {"agenda", "edition"}
"""The fields of a table outside the position: the board shows the steps on the agenda above it, in words."""


def text_board() -> Board[Any]:
    """Return a board that prints the steps that are owed, and every field of the view."""
    return Board(picture=picture)


def picture(view: Message, caption: Caption) -> str:
    """Return the view as an SVG document."""
    lines = [*_steps(caption), *(line for name, value in _fields(view) for line in _lines(name, value, caption))]
    places = [(svg.MARGIN, svg.TOP + LINE * (number + 1)) for number in range(len(lines))]
    return svg.frame(
        caption,
        svg.Page(
            status=_status(caption),
            board=lines,
            marked=(),
            parts=[svg.text(x, y, line, 15) for (x, y), line in zip(places, lines, strict=True)],
            height=svg.TOP + LINE * (len(lines) + 1) + svg.MARGIN,
        ),
    )


def _status(caption: Caption) -> str:
    players = caption.book.list(map(caption.name, caption.asked_seats))
    return caption.say("Turn of {players:id}", players=players) if caption.asked_seats else ""


def _steps(caption: Caption) -> Iterator[str]:
    for number, step in enumerate(caption.steps):
        yield f"{'then' if number else 'now'}: {caption.book.question(step, caption.players)}"


def _fields(view: Message) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a view, or of the table that it contains whole."""
    table = json.loads(view.table_json) if isinstance(view, TableView) else _in_order(view)
    yield from ((name, value) for name, value in table.items() if name not in UNSAID)


def _in_order(message: Message) -> dict[str, Any]:
    """Return a message in protobuf's JSON mapping, its fields in the proto's order."""
    values = json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    # MessageToDict appends the fields that are not set, whatever their place in the proto.
    for field in message.DESCRIPTOR.fields:
        if field.name not in values:
            continue
        value, given = values.pop(field.name), getattr(message, field.name)
        if isinstance(given, Message):
            value = _in_order(given)
        elif isinstance(value, list) and field.message_type is not None:
            value = [_in_order(item) for item in given]
        values[field.name] = value
    return values


def _lines(name: str, value: Any, caption: Caption) -> Iterator[str]:
    """Yield a field as lines: one per object if there are several, with seat numbers if there are as many as seats."""
    label = name.replace("_", " ")
    if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
        for number, item in enumerate(value, 1):
            fields = {field: what for field, what in item.items() if (field, what) != ("seat", number)}
            yield f"{label}, {caption.seat(number)}: {_written(fields)}"
    else:
        yield f"{label}: {_written(value)}"


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name.replace('_', ' ')} {_written(item)}" for name, item in value.items())
    if isinstance(value, list):
        return " ".join(map(_written, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
