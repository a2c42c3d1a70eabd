"""The English of the project: players are they. Ruff holds docstrings to the imperative."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import pytest

from games.kit.words.phrasebook import Phrasebook
from titles.catalogue import TITLES, newest
from tools import code

PRONOUN = re.compile(r"\b(he|she|his|hers?|him(self)?|herself)\b(?!')", re.IGNORECASE)
PROSE = {".md", ".proto"}
OWN_LISTS = {"tests/structure/test_english.py"}
"""This file, which names the words."""


def lines_with(pattern: re.Pattern[str], suffixes: set[str]) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()}"
        for path, text in code.texts()
        if path.suffix in suffixes and path.as_posix() not in OWN_LISTS
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_players_are_they() -> None:
    assert lines_with(PRONOUN, {".py", ".toml", *PROSE}) == []


@pytest.mark.parametrize("title", TITLES)
def test_a_sentence_begins_with_a_capital_letter_or_a_field_and_ends_with_a_stop(title: str) -> None:
    book = newest(title).words.english
    assert isinstance(book, Phrasebook)
    parts = {field.message_type for stubs in newest(title).rules.protos[:2] for field in fields_of(stubs)}
    whole = {
        kind.__name__: text
        for kind, text in book.sentences.items()
        if isinstance(text, str) and getattr(kind, "DESCRIPTOR", None) not in parts
    }
    assert {name: text for name, text in whole.items() if not re.fullmatch(r"(?s)[A-Z[{].*[.!]", text)} == {}


def fields_of(stubs: ModuleType) -> list[Any]:
    return [field for message in stubs.DESCRIPTOR.message_types_by_name.values() for field in message.fields]
