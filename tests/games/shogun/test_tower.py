"""The cube tower lets go what its model says, exactly as often (SH-13)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from games.kit.rules.chance import distribution
from games.shogun.rules import tower
from games.shogun.rules.cubes import Cubes
from games.shogun.rules.data import EDITION, TowerModel

MODEL = EDITION.data.tower
SMALL = TowerModel(caught=1, of=2, hold=1, source="reconstructed")


def test_a_single_thrown_cube_is_caught_one_time_in_four() -> None:
    assert tower.probability(MODEL, (0, 0), (1, 0), (0, 0)) == Fraction(1, 4)
    assert tower.probability(MODEL, (0, 0), (1, 0), (1, 0)) == Fraction(3, 4)


def test_one_thrown_cube_loosens_a_resting_one_one_time_in_thirty_seven() -> None:
    assert tower.probability(MODEL, (0, 1), (1, 0), (0, 1)) == Fraction(1, 37) * Fraction(1, 4)


def test_nothing_falls_when_nothing_is_thrown() -> None:
    assert tower.probability(MODEL, (3, 2), (0, 0), (0, 0)) == 1


def test_more_cubes_than_there_are_cannot_fall() -> None:
    assert tower.probability(MODEL, (1, 0), (2, 0), (4, 0)) == 0
    assert tower.probability(MODEL, (1, 0), (2, 0), (2, 1)) == 0
    assert tower.probability(MODEL, (1, 0), (2, 0), (1,)) == 0


def test_the_probability_is_that_of_the_draws() -> None:
    inside, thrown = (1, 0, 1), (1, 2, 0)
    exact = distribution(lambda draws: tower.fall(SMALL, inside, thrown, draws))
    for fallen in product(range(3), range(3), range(2)):
        assert tower.probability(SMALL, inside, thrown, fallen) == exact.get(fallen, 0)


cubes = st.tuples(st.integers(0, 4), st.integers(0, 4))


@given(inside=cubes, thrown=cubes)
def test_the_probabilities_of_all_that_can_fall_add_up_to_one(inside: Cubes, thrown: Cubes) -> None:
    ranges = [range(a + b + 1) for a, b in zip(inside, thrown, strict=True)]
    total = sum(tower.probability(MODEL, inside, thrown, fallen) for fallen in product(*ranges))
    assert total == 1


def test_the_tower_keeps_on_average_a_quarter_of_what_is_thrown_and_of_its_hold() -> None:
    """With n cubes thrown each time the content settles at (n + 36) / 4: ten to twelve for usual battles (SH-13.5)."""
    for thrown in (4, 8, 12):
        settled = Fraction(thrown + MODEL.hold, 4)
        resting = int(settled)
        resting_cubes = sum(
            tower.probability(MODEL, (resting,), (thrown,), (fallen,)) * (resting + thrown - fallen)
            for fallen in range(resting + thrown + 1)
        )
        assert resting_cubes == Fraction(resting * MODEL.hold, thrown + MODEL.hold) + Fraction(thrown, 4)
        assert abs(resting_cubes - settled) < 1
