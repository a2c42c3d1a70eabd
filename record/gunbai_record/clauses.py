"""A title's clauses, and what cites them."""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gunbai.rules.v1 import options_pb2
from gunbai.rules.v1.clauses_pb2 import Clause
from gunbai_record.messages import packages_of

_NUMBER = re.compile(r"([A-Za-z]+)-A?[0-9]+(?:\.[0-9]+)*", re.IGNORECASE)


@functools.cache
def clauses(title: str) -> Mapping[int, Clause]:
    """Return a title's clauses by value, in order, read from its stubs. Raises ImportError if it has none."""
    own, elsewhere = (f"{package}.clauses_pb2" for package in packages_of(title))
    try:
        return clauses_of(importlib.import_module(own))
    except ModuleNotFoundError:
        return clauses_of(importlib.import_module(elsewhere))


def clauses_of(stubs: Any) -> dict[int, Clause]:
    """Return the clauses in the stubs of a `clauses.proto` by value, in order, without the unspecified one."""
    values = stubs.DESCRIPTOR.enum_types_by_name["Clause"].values
    return {value.number: value.GetOptions().Extensions[options_pb2.clause] for value in values if value.number}


def code_of(number: str) -> str:
    """Return the title's code in the number of a clause or house ruling, "KT" for "KT-6.12"; "" for any other text."""
    match = _NUMBER.fullmatch(number)
    return match[1].upper() if match else ""


class Citation(NamedTuple):
    """A line that cites a clause: source code, or the first line of a case, with the case's name as its text."""

    file: str
    line: int
    text: str


class Citations(NamedTuple):
    """Where a clause is cited: the lines of code that carry it out, and the cases that show it."""

    code: Sequence[Citation] = ()
    cases: Sequence[Citation] = ()
