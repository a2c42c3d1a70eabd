"""What the rules promise of the default of a seat that is asked and does not play, checked with random whole games."""

from __future__ import annotations

from typing import Any

import pytest

from games.kit.rules import decider
from games.kit.rules.decider import Decision
from games.kit.title import Title
from tests.games.test_guesses import CASES, draws, tables

WORLDS = 3
"""With how many tables that a seat cannot tell from its own each is compared."""


def questions(title: Title[Any], seats: int, options: str) -> list[tuple[Any, int]]:
    """Return tables of a random game with each seat that is asked there."""
    return [
        (table, seat)
        for table in tables(title, seats, options)
        if isinstance(decider.waiting(title.rules, table), Decision)
        for seat in decider.asked_seats(title.rules, table)
    ]


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_the_default_of_a_decision_is_a_legal_command(title: Title[Any], seats: int, options: str) -> None:
    pairs = questions(title, seats, options)
    assert pairs
    for table, seat in pairs:
        default = decider.default(title.rules, table, seat)
        assert default == next(iter(decider.legal(title.rules, table, seat)))
        assert isinstance(decider.decide(title.rules, table, seat, default), decider.Accepted)


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_the_default_is_the_same_whatever_the_seat_does_not_know(title: Title[Any], seats: int, options: str) -> None:
    for table, seat in questions(title, seats, options):
        default = decider.default(title.rules, table, seat)
        for number in range(WORLDS):
            world = title.bots.guess(table, seat, draws(number))
            assert decider.default(title.rules, world, seat) == default
