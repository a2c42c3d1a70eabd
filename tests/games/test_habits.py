"""What games/kit/rules/decider.py promises of the habits of titles: legal moves, which lead to quiet tables."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from games.kit.bots.contract import no_habit
from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Accepted, Chance
from games.kit.title import Title
from lab.variants import marked
from titles.catalogue import TITLES, newest
from titles.checks.walk import SeededDraws, set_up, walk

CASES = [
    pytest.param(newest(name), seats, options, marks=marks, id=f"{name}-{seats}-{options}")
    for name in TITLES
    if newest(name).bots.habit is not no_habit
    for seats, options, marks in marked(name)
]
MOST_MOVES = 1_000


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_habit_is_a_legal_move_that_leads_to_a_quiet_table(title: Title[Any], seats: int, options: str) -> None:
    """From tables of a random game, those in the middle of something too."""
    for turn in islice(walk(title, set_up(title, seats, options).table, 6), 15, None, 29):
        moves = 0
        table: Any = turn.accepted.table
        draws = SeededDraws(random.Random(moves))
        while not title.bots.is_quiet(table) and (step := decider.waiting(title.rules, table)) is not None:
            table = played(title, table, step, draws)
            moves += 1
            assert moves < MOST_MOVES


def played(title: Title[Any], table: Any, step: Any, draws: SeededDraws) -> Any:
    """Return the table after what chance shows, or the habit of the first seat that is asked."""
    if isinstance(step, Chance):
        actor, move = CHANCE, step.draw(table, draws)
    else:
        actor = decider.asked_seats(title.rules, table)[0]
        legal = list(decider.legal(title.rules, table, actor))
        move = title.bots.habit(table, actor) or legal[0]
        assert move in legal
    ruling = decider.decide(title.rules, table, actor, move)
    assert isinstance(ruling, Accepted)
    return ruling.table


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_habit_follows_from_what_a_seat_may_know(title: Title[Any], seats: int, options: str) -> None:
    for number, turn in enumerate(islice(walk(title, set_up(title, seats, options).table, 4), 15, None, 31)):
        table = turn.accepted.table
        for seat in decider.asked_seats(title.rules, table):
            guess = title.bots.guess(table, seat, SeededDraws(random.Random(number)))
            assert title.bots.habit(guess, seat) == title.bots.habit(table, seat)
