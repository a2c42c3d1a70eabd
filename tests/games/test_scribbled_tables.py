"""Whatever somebody writes into a set-up is refused with a reason, or can be played: nothing raises later."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import pytest

from games.kit.rules import canonical
from games.kit.rules.canonical import BadTableError
from games.kit.rules.decider import Table
from games.kit.title import Title
from lab.variants import LONGEST, VARIANTS
from titles.catalogue import TITLES, newest
from titles.checks import laws
from titles.checks.games import played
from titles.checks.set_ups import SetUps, play_on
from titles.checks.walk import set_up, walk

EVERY = [pytest.param(newest(name), id=name) for name in TITLES]
GAMES = 2
POSITIONS = 60
TABLES = 250
LONG_TABLES = 12_000
ENTRIES = 25


@cache
def written(title: Title[Any]) -> SetUps:
    """Return what the tables of random games show, spread over each game."""
    tables: list[Table] = []
    for seats, options in VARIANTS[title.name]:
        for seed in range(GAMES):
            start = set_up(title, seats, options).table
            turns = list(islice(walk(title, start, seed), LONGEST[title.name]))
            tables += [turn.before for turn in turns[:: max(1, len(turns) // POSITIONS)]]
    return SetUps(title, tables)


@pytest.mark.parametrize("title", EVERY)
def test_a_scribbled_table_is_refused_or_can_be_played(title: Title[Any]) -> None:
    count = 0
    for table in written(title).accepted(TABLES, seed=1):
        assert [*play_on(title, table, 1, ENTRIES, entries_per_picture=ENTRIES // 2)] == []
        count += 1
    assert count > TABLES // 50


@pytest.mark.parametrize("title", EVERY)
def test_a_large_number_anywhere_in_a_table_is_refused_or_can_be_played(title: Title[Any]) -> None:
    for table in written(title).large():
        assert [*play_on(title, table, 1, ENTRIES, entries_per_picture=ENTRIES // 2)] == []


@pytest.mark.parametrize("title", EVERY)
def test_a_large_number_in_an_option_is_refused_or_can_be_played(title: Title[Any]) -> None:
    assert [*laws.options(title, [played(title, title.rules.seats[0], "{}", longest=1)])] == []


@pytest.mark.long
@pytest.mark.parametrize("title", EVERY)
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_scribbled_tables_are_refused_or_can_be_played_to_the_end(title: Title[Any], seed: int) -> None:
    for number, table in enumerate(written(title).accepted(LONG_TABLES // 4, seed)):
        assert [*play_on(title, table, seed, ENTRIES if number % 10 else LONGEST[title.name])] == []


@pytest.mark.parametrize("title", EVERY)
def test_a_misspelt_field_is_refused_wherever_it_is(title: Title[Any]) -> None:
    for text in written(title).misspelt():
        with pytest.raises(BadTableError, match="misspelt"):
            canonical.read(title.rules, text, title.rules.edition)
