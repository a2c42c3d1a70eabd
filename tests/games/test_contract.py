"""The laws that titles/checks/laws.py has of every title, checked with random whole games."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from games.kit.rules import canonical
from games.kit.rules.edition import EditionError
from games.kit.title import Title
from lab.variants import LONGEST, VARIANTS
from titles.catalogue import TITLES, newest
from titles.checks.games import Game, played
from titles.checks.laws import LAWS, Law, unhandled, unsaid
from titles.checks.walk import set_up

CASES = [
    pytest.param(newest(name), seats, options, id=f"{name}-{seats}-{options}")
    for name in TITLES
    for seats, options in VARIANTS[name]
]
GAMES = 3
LONG_GAMES = 300


@lru_cache(maxsize=GAMES * len(CASES))
def game(title: Title[Any], seats: int, options: str, seed: int) -> Game:
    return played(title, seats, options, seed, LONGEST[title.name])


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_law_holds_in_a_random_game(title: Title[Any], seats: int, options: str, law: Law) -> None:
    assert [*law(game(title, seats, options, 0))] == []


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_game_ends_with_an_outcome(title: Title[Any], seats: int, options: str) -> None:
    for seed in range(GAMES):
        over = game(title, seats, options, seed)
        assert over.is_over
        assert title.rules.outcome(over.end) is not None


@pytest.mark.long
@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_one_of_many_games_ends_and_breaks_no_invariant(title: Title[Any], seats: int, options: str) -> None:
    for seed in range(LONG_GAMES):
        over = played(title, seats, options, seed, LONGEST[title.name])
        assert title.rules.outcome(over.end) is not None
        for table in over.tables[:: max(1, len(over.turns) // 20)]:
            assert list(title.rules.invariants(table)) == []


@pytest.mark.parametrize("name", TITLES)
def test_every_event_is_handled_and_everything_has_words(name: str) -> None:
    assert [*unhandled(newest(name)), *unsaid(newest(name))] == []


@pytest.mark.parametrize("name", TITLES)
def test_a_table_for_a_number_of_seats_that_cannot_play_is_refused(name: str) -> None:
    title = newest(name)
    for seats in (title.rules.seats[0] - 1, title.rules.seats[-1] + 1):
        rows = getattr(set_up(title, title.rules.seats[-1], "{}").table, title.rules.table.rows)
        table = set_up(title, title.rules.seats[-1], "{}").table.but(**{title.rules.table.rows: (rows * 2)[:seats]})
        with pytest.raises(canonical.BadTableError, match=f"not {seats} ") as refused:
            canonical.read(title.rules, canonical.encode(table), title.rules.edition)
        assert refused.value.clause == title.rules.seats_clause


@pytest.mark.parametrize("name", TITLES)
def test_a_misspelt_field_of_an_edition_is_refused(name: str) -> None:
    with pytest.raises(EditionError, match="dise"):
        newest(name).rules.edition.read('{"dise": 6}')
