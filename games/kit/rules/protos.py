"""The stubs of a title in its own package, found by its name."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from gunbai.rules.v1 import options_pb2, view_pb2


def protos_of(title: str, *, own_view: bool) -> tuple[ModuleType, ...]:
    """Return a title's commands, events, view and clauses; unless it has a view of its own, the whole table's.

    Raises ImportError if it has no stubs.
    """
    commands, events, view, clauses = (
        import_module(f"gunbai.titles.{title}.v1.{part}_pb2") if part else view_pb2
        for part in ("commands", "events", own_view and "view", "clauses")
    )
    return commands, events, view, clauses


def first_clause(stubs: Any) -> str:
    """Return the number of the first clause."""
    values = stubs.DESCRIPTOR.enum_types_by_name["Clause"].values
    return next(str(value.GetOptions().Extensions[options_pb2.clause].number) for value in values if value.number)
