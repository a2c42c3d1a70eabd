"""Random games are said in every language of their title: every word is known, and players are named."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from games.catalogue import TITLES, newest
from games.kit import decider
from games.kit.decider import Title
from games.kit.phrasebook import Phrasebook, Speaker
from tests.games.variants import LONGEST, VARIANTS
from tests.games.walk import set_up, walk

CASES = [
    pytest.param(newest(name), newest(name).languages[tag], seats, options, id=f"{name}-{tag}-{seats}-{options}")
    for name in TITLES
    for tag in newest(name).languages
    for seats, options in VARIANTS[name]
]
PLAYERS = {seat: f"Hráč{seat}" for seat in range(1, 8)}
NUMBERED = re.compile(r"[A-Z]|[A-Za-z]*-?\d.*")
"""Ids such as "B", "c5" and "R2-13", which every language shows as they are."""


def strictly(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Return the set in which a speaker notes what it has no word for, by its field."""
    unknown: set[tuple[str, str]] = set()
    said = Speaker.name

    def name(self: Speaker, value: str, field: str = "") -> str:
        known = not value or value in self.book.words.get(field, {}) or value in self.book.names
        if not known and not NUMBERED.fullmatch(value):
            unknown.add((field, value))
        return said(self, value, field)

    monkeypatch.setattr(Speaker, "name", name)
    return unknown


@pytest.mark.parametrize(("title", "book", "seats", "options"), CASES)
def test_a_game_is_said_with_known_words(
    monkeypatch: pytest.MonkeyPatch, title: Title[Any], book: Phrasebook, seats: int, options: str
) -> None:
    unknown = strictly(monkeypatch)
    for turn in islice(walk(title, set_up(title, seats, options).table, 1), LONGEST[title.name]):
        step = decider.waiting(title, turn.before)
        assert step is not None
        said = [
            book.question(step, PLAYERS),
            *(book.sentence(each, PLAYERS) for each in (turn.move, *turn.accepted.events)),
        ]
        assert [sentence for sentence in said if not sentence.strip() or sentence[-1] not in ".!?"] == []
    assert unknown == set()
