"""Languages: what every sentence of a language needs, and the phrasebooks of a title in languages besides English.

A title is written in English. What it says in another language is in a folder of its `words` with the language's tag,
such as `words/cs`, which is imported when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec


class Language(msgspec.Struct, frozen=True):
    """A language: its tag (RFC 5646), the words for a seat, the reader, a list and what is empty, and its plurals."""

    tag: str
    seat: str
    you: str
    conjunction: str
    nothing: str
    none: str
    plural: Callable[[int], int]
    """Returns which of a noun's forms, counted from 0, goes with a number."""
    labels: Mapping[str, str] = {}
    """The labels of every picture and the words of every refusal, by their English templates; none in English."""
    facts: Mapping[str, str] = {}
    """A template for each value that refusals of every title name."""


def _czech(count: int) -> int:
    return 0 if count == 1 else 1 if 2 <= count <= 4 else 2


def _polish(count: int) -> int:
    if count == 1:
        return 0
    return 1 if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else 2


CZECH_LABELS = {
    "yes": "ano",
    "no": "ne",
    "none": "nic",
    "{status:id}; to act: {players:id}": "{status:id}; na tahu: {players:id}",
    "game {game:id}": "hra {game:id}",
    "version {version}": "verze {version}",
    "Last move: {marked:id}": "Poslední tah: {marked:id}",
    "winner": "vítěz",
    "to act": "na tahu",
}
POLISH_LABELS = {
    "yes": "tak",
    "no": "nie",
    "none": "nic",
    "{status:id}; to act: {players:id}": "{status:id}; teraz: {players:id}",
    "game {game:id}": "gra {game:id}",
    "version {version}": "wersja {version}",
    "Last move: {marked:id}": "Ostatni ruch: {marked:id}",
    "winner": "zwycięzca",
    "to act": "teraz",
}

ENGLISH = Language(
    tag="en",
    seat="seat {}",
    you="you",
    conjunction=" and ",
    nothing="nothing",
    none="no",
    plural=lambda count: count != 1,
    facts={"actor": "player: [{actor:seat}|chance]"},
)
CZECH = Language(
    tag="cs",
    seat="hráč {}",
    you="vy",
    conjunction=" a ",
    nothing="nic",
    none="0",
    plural=_czech,
    labels=CZECH_LABELS,
    facts={
        "actor": "hráč: [{actor:seat}|náhoda]",
        "seat": "hráč: {seat}",
        "waits_for": "čeká se na: {waits_for}",
        "ending": "konec hry: {ending}",
    },
)
POLISH = Language(
    tag="pl",
    seat="gracz {}",
    you="ty",
    conjunction=" i ",
    nothing="nic",
    none="0",
    plural=_polish,
    labels=POLISH_LABELS,
    facts={
        "actor": "gracz: [{actor:seat}|los]",
        "seat": "gracz: {seat}",
        "waits_for": "gra czeka na: {waits_for}",
        "ending": "koniec gry: {ending}",
    },
)

LANGUAGES: Mapping[str, Language] = {language.tag: language for language in (ENGLISH, CZECH, POLISH)}
"""Every language in which something is said, by its tag; English first."""


class Translations(Mapping[str, Any]):
    """The phrasebooks of a title's package in languages besides English, by tag; each is imported when it is taken."""

    def __init__(self, package: str) -> None:
        self._folder = package

    @cached_property
    def _tags(self) -> tuple[str, ...]:
        if find_spec(self._folder) is None:
            return ()
        return tuple(tag for tag in LANGUAGES if find_spec(f"{self._folder}.{tag}") is not None)

    def __getitem__(self, tag: str) -> Any:
        """Return the phrasebook of a language. Raises KeyError."""
        if tag not in self._tags:
            raise KeyError(tag)
        return import_module(f"{self._folder}.{tag}").WORDS

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)
