"""Catalogues: what one part of gunbai says in one language, and a package's catalogues in all its languages.

A package has a module or package for each of its languages, named by its tag, with the value `WORDS`: a template for
each key, or a catalogue of its own kind, for example a title's phrasebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from gunbai_record.text.language import Language
from gunbai_record.text.languages import LANGUAGES
from gunbai_record.text.negotiation import ENGLISH, lookup
from gunbai_record.text.templates import UnsayableError, fill, parse

C = TypeVar("C", bound="Catalogue")


class Catalogue:
    """Templates by key, in one language. Call it with a key and values to get their words.

    A missing template is looked up in the parent, for example the English catalogue of the same package.
    """

    def __init__(self, language: Language, templates: Mapping[str, str], parent: Catalogue | None = None) -> None:
        self.language = language
        self.templates = templates
        self.parent = parent

    def __call__(self, key: str, /, **values: Any) -> str:
        """Return the words for a key. Raises KeyError for an unknown key, or a missing value."""
        return fill(parse(self[key]), values.__getitem__, self.value)

    def __getitem__(self, key: str) -> str:
        """Return the template for a key. Raises KeyError."""
        template = self.get(key)
        if template is None:
            raise KeyError(key)
        return template

    def get(self, key: str) -> str | None:
        """Return the template for a key; None if there is none."""
        template = self.templates.get(key)
        return self.parent.get(key) if template is None and self.parent is not None else template

    def value(self, value: Any, name: str, form: str) -> str:
        """Return a value in words, or a number with the right form of its noun. Raises UnsayableError."""
        if not form:
            return str(value)
        try:
            return self.count(value, form)
        except (IndexError, TypeError, ValueError):
            rule = "give the noun of a number in each form, such as {armies:army|armies}, or no colon"
            raise UnsayableError(f"{{{name}:{form}}} cannot say {value!r}: {rule}") from None

    def count(self, number: int, noun: str) -> str:
        """Return a number with its noun, whose forms are separated by bars: "army|armies"."""
        if noun.startswith("0 "):
            # `count` says "no" for 0, so the noun comes from a thousand, which takes the same form in every language
            # here.
            return f"{number}{self.count(number or 1000, noun[2:])[len(str(number or 1000)) :]}"
        return f"{number or self.language.none} {noun.split('|')[self.language.plural(number)]}"

    def list(self, items: Iterable[str]) -> str:
        """Return items with commas and a conjunction."""
        *most, last = [*items] or [self.language.nothing]
        return f"{', '.join(most)}{self.language.conjunction}{last}" if most else last


class Catalogues(Mapping[str, C]):
    """A package's catalogues by language tag, English first; each is imported when it is first used."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _tags(self) -> tuple[str, ...]:
        # Looked for, not imported: most processes speak one language.
        return tuple(tag for tag in LANGUAGES if find_spec(f"{self._package}.{tag}") is not None)

    @cached_property
    def _loaded(self) -> dict[str, C]:
        return {}

    def __getitem__(self, tag: str) -> C:
        """Return a language's catalogue. Raises KeyError."""
        if tag not in self._tags:
            raise KeyError(tag)
        if tag not in self._loaded:
            self._loaded[tag] = self._load(tag)
        return self._loaded[tag]

    def _load(self, tag: str) -> Any:
        words = import_module(f"{self._package}.{tag}").WORDS
        if isinstance(words, Catalogue):
            return words
        return Catalogue(LANGUAGES[tag], words, None if tag == ENGLISH else self[ENGLISH])

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)

    def lookup(self, accept_language: str) -> C:
        """Return the catalogue for a value of `accept-language`."""
        return self[lookup(accept_language, self)]
