"""Which words of the languages of a title may stand for a value in a move that is written in short."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from referee.files.words import _values


def book(**words: str) -> Any:
    return SimpleNamespace(words={"Mood": words})


def test_a_value_has_its_single_words_of_every_language_once() -> None:
    english, czech = book(CALM="calm", LOUD="very loud"), book(CALM="klid", LOUD="hluk")
    assert _values([english, czech, english]) == {"CALM": ("calm", "klid"), "LOUD": ("hluk",)}


def test_one_word_may_stand_for_several_values() -> None:
    fields: Any = SimpleNamespace(words={"Mood": {"CALM": "fine"}, "Weather": {"SUNNY": "fine", "CALM": "still"}})
    assert _values([fields]) == {"CALM": ("fine", "still"), "SUNNY": ("fine",)}
