"""The view of a title that hides nothing: the table itself."""

from __future__ import annotations

from typing import Any

from gunbai.rules.v1.view_pb2 import TableView


def open_table(table: Any, seat: int | None) -> TableView:
    """Return the whole table for every reader: the `view` of titles without private messages."""
    from games.kit.rules.canonical import encode

    return TableView(table_json=encode(table).decode())
