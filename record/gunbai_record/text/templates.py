"""Templates: text with marks, which every catalogue has in each of its languages.

    {name}                        a value
    {armies:army|armies}          a number with its noun: "1 army", "3 armies", "no armies"
    {armies:0 army|armies}        the same with "0 armies" instead of "no armies"
    [ with {card}]                an optional part, left out if a value in it is empty
    [{card}|a card]               an optional part, and what is said instead
    [extra?extra ]                a part that depends on a value that it does not show

The catalogue decides what else can follow the colon: a title's phrasebook has forms for seats and ids.

Neither fluent.runtime, which brings 36 MB of Babel, nor gettext has lists or parts that depend on an empty value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

MARKS = re.compile(r"(?P<text>[^][{}|]+)|\{(?P<field>\w+)(?::(?P<form>[^{}]*))?\}|\[(?:(?P<test>\w+)\?)?|[]|]")


class Field(NamedTuple):
    """A value that a template shows, and its form."""

    name: str
    form: str


class Option(NamedTuple):
    """A part that is shown if the tested values are not empty, and what is said instead."""

    tests: tuple[str, ...]
    shown: tuple[Part, ...]
    otherwise: tuple[Part, ...]


Part: TypeAlias = str | Field | Option


class UnsayableError(ValueError):
    """A template has no words for a value."""


@lru_cache(maxsize=8192)
def parse(text: str) -> tuple[Part, ...]:
    """Return a template's parts. Raises ValueError if it cannot be read."""
    if "".join(mark.group() for mark in MARKS.finditer(text)) != text:
        raise ValueError(f"it contains an unescaped brace: {text}")
    parts, end = _parts(MARKS.finditer(text))
    if end:
        raise ValueError(f"it has an unpaired {end}: {text}")
    return parts


def fields_in(text: str) -> set[str]:
    """Return the fields that a template names. Raises ValueError if it cannot be read."""
    return _named(parse(text))


def fill(parts: tuple[Part, ...], value: Callable[[str], Any], words: Callable[[Any, str, str], str]) -> str:
    """Return a template with its values: `value` returns one by its name, `words` says it in its form."""
    return "".join([_filled(part, value, words) for part in parts])


def _filled(part: Part, value: Callable[[str], Any], words: Callable[[Any, str, str], str]) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Field):
        return words(value(part.name), part.name, part.form)
    shown = all(_is_filled(value(name)) for name in part.tests)
    return fill(part.shown if shown else part.otherwise, value, words)


def _is_filled(value: Any) -> bool:
    return any(value) if isinstance(value, tuple) else bool(value)


def _parts(marks: Iterator[re.Match[str]]) -> tuple[tuple[Part, ...], str]:
    """Return the parts up to the end of the template or of the optional part, and the mark that ended them."""
    parts: list[Part] = []
    for mark in marks:
        if mark["text"]:
            parts.append(mark["text"])
        elif mark["field"]:
            parts.append(Field(mark["field"], mark["form"] or ""))
        elif mark.group().startswith("["):
            parts.append(_option(mark["test"], marks))
        else:
            return tuple(parts), mark.group()
    return tuple(parts), ""


def _option(test: str | None, marks: Iterator[re.Match[str]]) -> Option:
    shown, end = _parts(marks)
    otherwise, end = _parts(marks) if end == "|" else ((), end)
    if end != "]":
        named = ", ".join(part.name for part in shown if isinstance(part, Field))
        raise ValueError(f"the optional part with {named} is not closed: add ]")
    fields = tuple(part.name for part in shown if isinstance(part, Field))
    return Option((test,) if test else fields, shown, otherwise)


def _named(parts: tuple[Part, ...]) -> set[str]:
    names: set[str] = set()
    for part in parts:
        if isinstance(part, Field):
            names.add(part.name)
        elif isinstance(part, Option):
            names |= {*part.tests} | _named(part.shown) | _named(part.otherwise)
    return names
