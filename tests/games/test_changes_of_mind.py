"""No seat can go on alone forever: what it takes back within one decision is limited, and then a move is left."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import pytest

from games.kit.rules import decider
from games.kit.rules.changes_of_mind import MOST_CHANGES, taking_back
from games.kit.rules.decider import CHANCE, Accepted, Chance, Table
from games.kit.title import Title
from games.shogun import SHOGUN
from games.shogun.rules.steps.plan_actions import possible_plan
from gunbai.shogun.v1 import commands as shogun
from gunbai_record.plain import Plain
from lab.variants import VARIANTS
from tests.games.shogun.positions import planning
from titles.catalogue import TITLES
from titles.checks.walk import SeededDraws, pick, set_up, walk

MOST_ALONE = 3 * MOST_CHANGES
"""More moves than one seat can make while all others wait: two for each change of mind, and some besides."""


def stubborn(source: random.Random, moves: list[Plain], back: Collection[type[Plain]]) -> Plain:
    """Return a move that takes something back or up again, as long as there is one; the last resort comes last."""
    return pick(source, [move for move in moves if type(move) in back] or moves)


def moves_alone(title: Title[Any], table: Table, seat: int, source: random.Random) -> int:
    """Return how many moves a seat makes before it has none left, while no other seat moves."""
    for made in range(MOST_ALONE):
        while isinstance(step := decider.waiting(title.rules, table), Chance):
            outcome = decider.decide(title.rules, table, CHANCE, step.draw(table, SeededDraws(source)))
            assert isinstance(outcome, Accepted)
            table = outcome.table
        moves = list(decider.legal(title.rules, table, seat))
        if not moves:
            return made
        ruling = decider.decide(title.rules, table, seat, stubborn(source, moves, taking_back(title.rules, table)))
        assert isinstance(ruling, Accepted)
        table = ruling.table
    return MOST_ALONE


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_seat_that_moves_alone_comes_to_an_end(name: str) -> None:
    title = list(TITLES[name].values())[-1]
    seats, options = VARIANTS[name][-1]
    source = random.Random(7)
    turns = [turn for turn in walk(title, set_up(title, seats, options).table, 7) if turn.actor]
    for turn in turns[:: max(1, len(turns) // 12)]:
        assert moves_alone(title, turn.before, turn.actor, source) < MOST_ALONE


def test_whoever_cannot_take_back_any_more_can_still_finish() -> None:
    table = planning()
    own = table.hand(1)
    stuck = [*own[:9], "chest_0", "chest_4"]
    for card in stuck[:10]:
        table = accepted(table, shogun.LayCard(seat=1, card=card))
    table = table.but_at(1, changes=MOST_CHANGES, chests=0)
    assert list(decider.legal(SHOGUN.rules, table, 1))[-1] == shogun.LayPlan(seat=1, cards=possible_plan(table, 1))
    table = accepted(table, shogun.LayPlan(seat=1, cards=possible_plan(table, 1)))
    assert list(decider.legal(SHOGUN.rules, table, 1)) == []
    assert list(SHOGUN.rules.invariants(table)) == []


@pytest.mark.parametrize("provinces", range(10))
def test_a_plan_is_possible_with_any_number_of_provinces(provinces: int) -> None:
    table = planning()
    lands = [land for land in table.lands if land.owner == 1][:provinces]
    table = table.but(lands=tuple([land for land in table.lands if land.owner != 1 or land in lands]))
    plan = shogun.LayPlan(seat=1, cards=possible_plan(table, 1))
    assert isinstance(decider.decide(SHOGUN.rules, table, 1, plan), Accepted)


def accepted(table: Any, move: Plain) -> Any:
    """Return the table after a move of seat 1."""
    ruling = decider.decide(SHOGUN.rules, table, 1, move)
    assert isinstance(ruling, Accepted), ruling
    return ruling.table
