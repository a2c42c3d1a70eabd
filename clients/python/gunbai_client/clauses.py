"""The clauses of a title, read from the options in its stubs."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from dataclasses import dataclass

from gunbai.rules.v1 import options_pb2


@dataclass(frozen=True)
class Clause:
    """One numbered rule: its value in the title's enum, its number, its sentence and its place in the rulebook."""

    value: int
    number: str
    sentence: str
    place: str


@functools.cache
def clauses(title: str) -> Mapping[int, Clause]:
    """Return the clauses of a title by value, in order. Raises ImportError for a title without stubs."""
    stubs = importlib.import_module(f"gunbai.{title}.v1.clauses_pb2")
    found = {}
    for value in stubs.Clause.DESCRIPTOR.values:
        rule = value.GetOptions().Extensions[options_pb2.clause]
        if rule.number:
            found[value.number] = Clause(value.number, rule.number, rule.sentence, rule.place)
    return found
