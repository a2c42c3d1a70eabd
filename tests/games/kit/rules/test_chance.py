"""Draws are fair, and the exact probability that a Chance step states is the distribution of what it draws."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.rules import decider
from games.kit.rules.chance import Draws, distribution
from games.kit.rules.decider import Chance
from games.kit.title import Title
from lab.toy import LANTERN_NIGHT, DrawLanterns, plain
from lab.variants import LONGEST, VARIANTS
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up, walk

MANY = 5_000
"""Outcomes above which a draw is not enumerated."""


DIE = range(1, 7)


class Scripted(Draws):
    """Draws of given numbers; notes the bounds that were asked for."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.numbers.pop(0)


# Draws


def test_a_pick_is_one_draw_below_the_number_of_things() -> None:
    draws = Scripted(2)
    assert draws.pick("abc") == "c"
    assert draws.bounds == [3]


def test_dice_are_one_draw_each_in_order() -> None:
    draws = Scripted(0, 5, 2)
    assert draws.dice(3, DIE) == (1, 6, 3)
    assert draws.bounds == [6, 6, 6]


def test_a_sample_is_drawn_without_putting_back_the_last_taking_the_place_of_the_drawn() -> None:
    draws = Scripted(0, 0, 1)
    assert draws.sample("abcd", 3) == ("a", "d", "b")
    assert draws.bounds == [4, 3, 2]


def test_a_sample_of_nothing_draws_nothing() -> None:
    assert Scripted().sample("abc", 0) == ()


@given(things=st.integers(1, 5), count=st.integers(0, 5))
def test_every_ordered_sample_is_as_likely(things: int, count: int) -> None:
    count = min(count, things)
    expected = dict.fromkeys(permutations(range(things), count), Fraction(1, math.perm(things, count)))
    assert distribution(lambda draws: draws.sample(range(things), count)) == expected


@given(count=st.integers(0, 3), faces=st.integers(1, 6))
def test_every_throw_of_dice_is_as_likely(count: int, faces: int) -> None:
    throws = product(range(1, faces + 1), repeat=count)
    assert distribution(lambda draws: draws.dice(count, range(1, faces + 1))) == dict.fromkeys(
        throws, Fraction(1, faces**count)
    )


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    assert distribution(lambda draws: draws.shuffle("abc")) == dict.fromkeys(permutations("abc"), Fraction(1, 6))


def test_a_draw_may_decide_whether_another_is_made() -> None:
    def again_on_a_six(draws: Draws) -> tuple[int, ...]:
        first = draws.dice(1, DIE)
        return first + draws.dice(1, DIE) if first == (6,) else first

    chances = distribution(again_on_a_six)
    assert sum(chances.values()) == 1
    assert chances[(3,)] == Fraction(1, 6)
    assert chances[(6, 3)] == Fraction(1, 36)


def test_what_is_drawn_in_several_ways_adds_up() -> None:
    chances = distribution(lambda draws: sum(draws.dice(2, DIE)))
    assert chances[7] == Fraction(1, 6)
    assert chances[2] == chances[12] == Fraction(1, 36)


# Chance steps


def agrees(title: Title[Any], table: Any, step: Chance[Any, Any]) -> None:
    """Check that `probability` is the distribution of `draw`."""
    chances = distribution(partial(step.draw, table))
    assert {outcome: step.probability(table, outcome) for outcome in chances} == chances


class Bounded(Draws):
    """Multiplies the bounds of a draw along its first branch."""

    def __init__(self) -> None:
        self.outcomes = 1

    def below(self, bound: int) -> int:
        self.outcomes *= bound
        return 0


def few_outcomes(step: Chance[Any, Any], table: Any) -> bool:
    draws = Bounded()
    step.draw(table, draws)
    return draws.outcomes <= MANY


def test_the_probability_of_two_lanterns_is_that_of_drawing_them() -> None:
    table: Any = set_up(LANTERN_NIGHT, 2).table
    agrees(LANTERN_NIGHT, table, DrawLanterns(1))
    for lanterns in ([], ["fox"], ["fox", "fox"], ["fox", "owl"], ["fox", "moon", "pine"]):
        assert DrawLanterns(1).probability(table, plain.DrawLanterns(lanterns=lanterns)) == 0


@pytest.mark.parametrize("title", [newest(name) for name in TITLES], ids=lambda title: title.name)
def test_each_chance_step_states_the_exact_distribution_of_its_draw(title: Title[Any]) -> None:
    seen: Counter[str] = Counter()
    for seats, options in VARIANTS[title.name]:
        turns = walk(title, set_up(title, seats, options).table, seed=11)
        for _, turn in zip(range(LONGEST[title.name]), turns, strict=False):
            step = decider.waiting(title.rules, turn.before)
            if isinstance(step, Chance) and seen[type(step).__name__] < 4 and few_outcomes(step, turn.before):
                seen[type(step).__name__] += 1
                agrees(title, turn.before, step)
    assert seen
