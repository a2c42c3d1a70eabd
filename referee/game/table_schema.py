"""The JSON Schema of a title's tables: what a set-up may hold, and what every position's canonical JSON is.

It is made from the types of the table and its steps, with the docstrings of classes and fields as descriptions.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any, Union, get_args

import msgspec

from games.kit.rules.decider import Step
from games.kit.rules.edition import Edition
from games.kit.title import Title

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DIGEST = {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "The digest of the edition that the game is played with.",
}
_AGENDA = "What the rules wait for or owe beyond the ordinary turn, the next one last; `step` says which it is."


def table_schema(title: Title[Any]) -> str:
    """Return the JSON Schema of a title's tables as JSON; fields are in the canonical JSON's order."""
    steps: Any = Union[title.rules.steps]  # noqa: UP007  # made from values
    (table, agenda), components = msgspec.json.schema_components((title.rules.table, steps), schema_hook=_written)
    kinds: dict[str, type[msgspec.Struct]] = {}
    for kind in (title.rules.table, *title.rules.steps):
        _note(kind, kinds)
    described = {name: _described(part, kinds[name]) for name, part in components.items() if name in kinds}
    described[title.rules.table.__name__]["properties"]["agenda"] |= {"items": agenda, "description": _AGENDA}
    top = {"$schema": DIALECT, "title": f"A table of {title.label}, rules version {title.rules_version}"}
    return msgspec.json.encode({**top, **table, "$defs": described}).decode()


def _written(kind: Any) -> dict[str, Any]:
    """Return the schema for a type that msgspec has none for: an edition is written as its digest."""
    if kind is Edition:
        return _DIGEST
    raise NotImplementedError(kind)


def _note(kind: Any, kinds: dict[str, type[msgspec.Struct]]) -> None:
    """Note a type by its name if it is a struct, and its fields' structs, but not steps in general."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not Step:
        kinds[kind.__name__] = kind
        for field in msgspec.structs.fields(kind):
            for part in _parts(field.type):
                if part not in kinds.values():
                    _note(part, kinds)


def _parts(kind: Any) -> list[Any]:
    """Return the types that a type is made of, itself included."""
    return [kind, *(part for inner in get_args(kind) for part in _parts(inner))]


def _described(part: dict[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return a struct's schema with the whole docstrings of its class and fields."""
    texts = _docstrings(kind)
    properties = {
        name: {**schema, "description": texts[name]} if name in texts else schema
        for name, schema in part["properties"].items()
    }
    return {**part, "description": _line(kind.__doc__ or ""), "properties": properties}


def _docstrings(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the docstring below each field of a struct and its bases that has one."""
    sentences = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            for field, text in pairwise(_classes(base.__module__)[base.__name__]):
                match field, text:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                        sentences[name] = _line(words)
    return sentences


@cache
def _classes(module: str) -> dict[str, list[ast.stmt]]:
    """Return the fields of a module's classes, as written."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {part.name: part.body for part in tree.body if isinstance(part, ast.ClassDef)}


def _line(text: str) -> str:
    """Return a docstring as one line."""
    return " ".join(text.split())
