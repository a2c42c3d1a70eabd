"""Luck is measured against the exact distribution: that of all draws, in games of every title that declares a worth."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import comb
from typing import Any

import pytest

from games.infludance_duel.rules.steps.shoot import ShowToken
from games.king_of_tokyo.rules.steps.throw_dice import ThrowDice, throw
from games.kit.rules.chance import distribution
from games.kit.rules.decider import Chance, waiting
from games.kit.rules.forms import Dice, Known, Printed, Sample, Shuffle, exactly
from games.kit.rules.luck import MOST_OUTCOMES, lucks, weighed, worths
from games.kit.title import Title
from games.samurai_spirit.rules.steps.meet_raider import DrawOpponent
from games.shogun.rules.steps.show_bids import DrawDaimyo
from games.titan_race.rules.steps.reroll_die import RollOnce
from games.titan_race.rules.steps.roll_dice import RollAgain, RollAll, RollDice
from lab.variants import VARIANTS
from titles.catalogue import newest
from titles.checks.walk import Turn, set_up, walk

MOST_DRAWS = 216
"""The most draws, one after the other, that a test enumerates at a table."""
STEPS: dict[str, tuple[type[Chance[Any, Any]], ...]] = {
    "infludance_duel": (ShowToken,),
    "king_of_tokyo": (ThrowDice,),
    "titan_race": (RollOnce, RollAll),
}
"""The steps of a title whose outcomes are compared with all of its draws."""


def outcomes(name: str, seed: int) -> Any:
    """Yield the outcomes of chance of a random game, with their steps."""
    title: Title[Any] = newest(name)
    for turn in walk(title, set_up(title, *VARIANTS[name][0]).table, seed):
        step = waiting(title.rules, turn.before)
        if isinstance(step, Chance) and type(turn.move) in step.takes:
            yield step, turn


def brute(step: Any, table: Any) -> dict[int, dict[int, Fraction]]:
    """Return how likely each worth is for each seat, by every single draw."""
    every = distribution(lambda draws: tuple(sorted(step.worth(table, step.draw(table, draws)).items())))
    luck_of: dict[int, dict[int, Fraction]] = {}
    for shown, chance in every.items():
        for seat, worth in shown:
            of_seat = luck_of.setdefault(seat, {})
            of_seat[worth] = of_seat.get(worth, Fraction(0)) + chance
    return luck_of


def is_small(step: Any, table: Any) -> bool:
    """Return whether there are few draws at a table."""
    return not isinstance(step.form, Dice) or 6 ** step.form.count.of(step, table) <= MOST_DRAWS


def check(step: Any, turn: Turn) -> None:
    """Check what is said of an outcome against every single draw of its table."""
    expected = brute(step, turn.before)
    assert worths(step, turn.before) == expected
    measured = lucks(step, turn.before, turn.move)
    assert [luck.seat for luck in measured] == sorted(expected)
    for luck in measured:
        every = expected[luck.seat]
        mean = sum((worth * chance for worth, chance in every.items()), Fraction(0))
        assert luck.mean == mean
        assert luck.variance == sum(((w - mean) ** 2 * chance for w, chance in every.items()), Fraction(0))
        assert luck.rank == sum((chance for w, chance in every.items() if w < luck.worth), every[luck.worth] / 2)


@pytest.mark.parametrize(("seeds", "number"), [(3, 3), pytest.param(40, 100, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", STEPS)
def test_the_worth_of_each_outcome_is_as_likely_as_all_draws_say(name: str, seeds: int, number: int) -> None:
    every = (outcome for seed in range(seeds) for outcome in outcomes(name, seed))
    compared = [(s, t) for s, t in every if isinstance(s, STEPS[name]) and is_small(s, t.before)]
    for step, turn in islice(compared, number):
        check(step, turn)
    assert compared


def test_a_raider_is_as_likely_as_the_rule_says_however_many_orders_its_stack_has() -> None:
    drawn = [(s, t) for seed in range(3) for s, t in outcomes("samurai_spirit", seed) if isinstance(s, DrawOpponent)]
    assert any(turn.before.deals_set_aside is not None for _, turn in drawn)
    for step, turn in drawn:
        expected: dict[int, Fraction] = {}
        for raider in turn.before.unseen.possible(step.form.place.of(step, turn.before)):
            outcome = step.showing(turn.before, raider)
            worth = step.worth(turn.before, outcome)[step.seat]
            expected[worth] = expected.get(worth, Fraction(0)) + step.probability(turn.before, outcome)
        assert sum(expected.values()) == 1
        assert worths(step, turn.before) == {step.seat: expected}


def _known(value: object) -> Known:
    return Known("", lambda step, table: value)


@pytest.mark.parametrize("count", range(5))
def test_dice_in_any_order_are_as_likely_as_all_draws_say(count: int) -> None:
    expected: dict[Any, Fraction] = {}
    faces = ("a", "b", "c")
    for shown, chance in distribution(lambda draws: draws.dice(count, faces)).items():
        expected[tuple(sorted(shown))] = expected.get(tuple(sorted(shown)), Fraction(0)) + chance
    assert dict(weighed(Dice(exactly(count), Printed("", faces)), None, None) or ()) == expected


@pytest.mark.parametrize("things", [(), ("a",), ("a", "b", "c", "d"), ("a", "b", "a", "a", "b")])
def test_samples_and_shuffles_are_as_likely_as_all_draws_say(things: tuple[str, ...]) -> None:
    for count in range(len(things) + 1):
        expected = distribution(lambda draws, count=count: draws.sample(things, count))  # type: ignore[misc]  # bound now
        form = Sample(exactly(count), _known(things))
        assert dict(weighed(form, None, None) or ()) == expected
        assert dict(form.weighed(None, None, len(expected)) or ()) == expected
        assert form.weighed(None, None, len(expected) - 1) is None
    assert dict(weighed(Shuffle(_known(things)), None, None) or ()) == distribution(lambda draws: draws.shuffle(things))


def test_equal_bidders_are_drawn_in_each_order() -> None:
    step = DrawDaimyo((2, 3))
    chance_of = {tuple(step.showing(None, what).seats): chance for what, chance in weighed(step.form, step, None) or ()}  # type: ignore[arg-type]  # no table is asked for
    assert chance_of == {(2, 3): Fraction(1, 2), (3, 2): Fraction(1, 2)}


def test_a_shuffle_of_many_is_not_compared() -> None:
    assert weighed(Shuffle(_known(tuple(range(60)))), None, None) is None


def test_dice_are_compared_up_to_a_bound() -> None:
    assert len(list(weighed(throw(exactly(8)), None, None) or ())) == comb(13, 5)
    assert weighed(throw(exactly(40)), None, None) is None
    assert comb(45, 5) > MOST_OUTCOMES


def test_the_last_titan_of_a_round_has_a_roll_of_its_own_and_the_others_share_the_first_roll() -> None:
    rolls = [(step, turn) for step, turn in islice(outcomes("titan_race", 1), 40) if isinstance(step, RollAll)]
    for step, turn in rolls:
        order = turn.before.order
        choosing = order[-1:] if isinstance(step, RollAgain) else order[:-1]
        seats = {turn.before.titan(titan).seat for titan in choosing}
        assert {luck.seat for luck in lucks(step, turn.before, turn.move)} == seats
    assert {type(step) for step, _ in rolls} == {RollAgain, RollDice}
