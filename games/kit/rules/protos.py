"""The stubs of a title in a package of its own, found by its name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from gunbai.rules.v1 import options_pb2, view_pb2


def protos_of(title: str) -> tuple[ModuleType, ...]:
    """Return its commands, events, view and clauses; the view is the whole table if it has none of its own.

    Raises ImportError if it has no stubs.
    """
    package = f"gunbai.titles.{title}.v1"
    commands, events, clauses = (import_module(f"{package}.{part}_pb2") for part in ("commands", "events", "clauses"))
    own = f"{package}.view_pb2"
    return commands, events, import_module(own) if find_spec(own) else view_pb2, clauses


def first_clause(stubs: Any) -> str:
    """Return the number of the first clause."""
    values = stubs.DESCRIPTOR.enum_types_by_name["Clause"].values
    return next(str(value.GetOptions().Extensions[options_pb2.clause].number) for value in values if value.number)
