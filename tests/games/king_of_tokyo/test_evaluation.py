"""What a table is worth: each thing has its strength, and dice that lie count as what they would give."""

from __future__ import annotations

from math import log

import pytest
from msgspec.structs import replace

from games.king_of_tokyo.bots.evaluation import (
    A_PAIR,
    A_REROLL,
    LAST_TWO,
    LATE,
    SEVERAL,
    Weights,
    evaluation,
)
from games.king_of_tokyo.rules.data import CARDS
from games.king_of_tokyo.rules.table import Monster, TokyoTable, Turn
from tests.games.king_of_tokyo.positions import monster, rolled, table

NOTHING = "1 1 2 2 3 3"
"""Dice that give nothing once they are not rolled again."""


def edge(position: TokyoTable, seat: int = 1, other: int = 2) -> float:
    """Return by how much a seat is stronger than another: the logarithm of the ratio of their shares."""
    shares = evaluation(position)
    return log(shares[seat - 1] / shares[other - 1])


@pytest.mark.parametrize(("others", "weights"), [(1, LAST_TWO), (2, SEVERAL)])
def test_points_life_energy_and_cards_have_their_strength(others: int, weights: Weights) -> None:
    rest = [monster(seat) for seat in range(2, others + 2)]

    def gained(*cards: str, **changes: int) -> float:
        return edge(table(monster(1, *cards, **changes), *rest)) - edge(table(monster(1), *rest))

    assert gained(points=LATE) == pytest.approx(LATE * weights.point)
    assert gained(points=LATE + 3) == pytest.approx((LATE + 3) * weights.point + 3 * weights.late_point)
    assert gained(points=23) == gained(points=20) > gained(points=19)
    assert gained(life=5) == pytest.approx(weights.life * log(5 / 10))
    assert gained(energy=3) == pytest.approx(3 * weights.energy)
    cost = CARDS["jets"].cost + CARDS["wings"].cost
    assert gained("jets", "wings") == pytest.approx(cost * weights.cost)


def test_the_first_with_all_points_wins_at_the_end_of_the_turn_if_they_live() -> None:
    rest = [monster(2, points=19), monster(3, points=20)]
    for position, heir in (
        (table(monster(1, points=20), *rest), 1),
        (replace(table(monster(1, points=19), *rest), summit=(3,)), 3),
        (replace(table(monster(1, points=20), *rest), summit=(3, 1)), 3),
        (rolled("1 1 1 2 2 2", monster(1, points=18), monster(2, points=19)), 1),
    ):
        assert evaluation(position)[heir - 1] > 0.95
    shares = evaluation(rolled(NOTHING, monster(1, points=19), monster(2, points=19)))
    assert max(shares) < 0.7


@pytest.mark.parametrize(("others", "weights"), [(1, LAST_TWO), (2, SEVERAL), (4, SEVERAL)])
def test_tokyo_is_a_weakness_but_with_much_life(others: int, weights: Weights) -> None:
    rest = [monster(seat) for seat in range(2, others + 2)]
    for turn, tokyo in ((1, weights.tokyo_own), (2, weights.tokyo)):
        inside, outside = (
            edge(table(monster(1, life=5, place=place), *rest, turn=Turn(turn))) for place in ("city", "outside")
        )
        assert inside - outside == pytest.approx(tokyo + weights.tokyo_life * log(5))


def test_the_dead_have_no_share_and_do_not_count_among_several() -> None:
    dead, living = monster(1, life=0, points=19), [monster(2, points=5), monster(3)]
    assert evaluation(table(dead, *living))[0] == 0
    assert edge(table(dead, *living), 2, 3) == pytest.approx(5 * LAST_TWO.point)
    assert edge(table(monster(1, points=19), *living), 2, 3) == pytest.approx(5 * SEVERAL.point)


def test_where_nobody_is_left_everybody_has_the_same_share() -> None:
    assert evaluation(table(*(monster(seat, life=0, points=seat) for seat in (1, 2, 3)))) == (1 / 3,) * 3


def test_rolling_next_has_its_strength_until_the_dice_lie_and_then_for_the_next_who_lives() -> None:
    next_roll = SEVERAL.next_roll
    four = (monster(1), monster(2, life=0), monster(3), monster(4))
    assert edge(table(*four), 1, 3) == pytest.approx(next_roll)
    assert edge(table(*four), 4, 3) == pytest.approx(0)
    before = rolled(NOTHING, *four, rerolls=2)
    before = before.but(turn=replace(before.turn, dice=("",) * 6))
    assert evaluation(before) == evaluation(table(*four))
    assert edge(rolled(NOTHING, *four), 1, 4) == pytest.approx(0)
    assert edge(rolled(NOTHING, *four), 3, 4) == pytest.approx(next_roll)
    assert evaluation(rolled(NOTHING, monster(1), monster(2, life=0))) == (1, 0)


@pytest.mark.parametrize("rerolls", [1, 2])
def test_rerolls_are_worth_something_as_long_as_dice_are_rolled(rerolls: int) -> None:
    three = [monster(seat) for seat in (1, 2, 3)]
    rolling = rolled("e e 1 2 3 h", *three, rerolls=rerolls)
    still = rolled("e e 1 2 3 h", *three)
    assert edge(rolling, 1, 3) - edge(still, 1, 3) == pytest.approx(rerolls * A_REROLL)
    over = rolling.but(agenda=())
    assert edge(over, 1, 3) == edge(still.but(agenda=()), 1, 3) == pytest.approx(0)


@pytest.mark.parametrize(("pair", "number"), [("1 1", 1), ("2 2", 2), ("3 3", 3)])
def test_a_pair_counts_as_long_as_it_can_grow(pair: str, number: int) -> None:
    three = [monster(seat) for seat in (1, 2, 3)]
    others = {"1 1": "2 3", "2 2": "1 3", "3 3": "1 2"}[pair]

    def pair_and(dice: str, rerolls: int) -> float:
        return edge(rolled(f"{dice} {others} h h", *three, rerolls=rerolls), 1, 3)

    assert pair_and(pair, 1) - pair_and("h h", 1) == pytest.approx(SEVERAL.point * A_PAIR * number)
    assert pair_and(pair, 0) == pytest.approx(pair_and("h h", 0))


CITY, BAY = monster(2, place="city"), monster(3, place="bay")
OUTSIDE = [monster(2), monster(3)]


def hurt(seat: int, life: float, place: str = "outside") -> Monster:
    """Return a monster that has lost life."""
    return monster(seat, life=life, place=place)


@pytest.mark.parametrize(
    ("dice", "before", "after"),
    [
        # Numbers (KT-5.2).
        ("1 1 1 2 2 3", [monster(1), *OUTSIDE], [monster(1, points=1), *OUTSIDE]),
        ("2 2 2 2 1 3", [monster(1), *OUTSIDE], [monster(1, points=3), *OUTSIDE]),
        ("1 1 1 3 3 3", [monster(1), *OUTSIDE], [monster(1, points=4), *OUTSIDE]),
        ("3 3 3 3 3 3", [monster(1), *OUTSIDE], [monster(1, points=6), *OUTSIDE]),
        # Energy.
        ("e e e 1 1 2", [monster(1, energy=1), *OUTSIDE], [monster(1, energy=4), *OUTSIDE]),
        # Hearts, outside of Tokyo alone and up to the most life.
        ("h h 1 1 2 2", [monster(1, life=5), *OUTSIDE], [monster(1, life=7), *OUTSIDE]),
        ("h h h 1 2 2", [monster(1, life=9), *OUTSIDE], [monster(1), *OUTSIDE]),
        ("h h 1 1 2 2", [monster(1, life=5, place="city"), *OUTSIDE], [monster(1, life=5, place="city"), *OUTSIDE]),
        ("h h 1 1 2 2", [monster(1, life=11), *OUTSIDE], [monster(1, life=11), *OUTSIDE]),
        # An attack hits those on the other side, and who is outside takes an empty city for a point.
        ("a a 1 1 2 2", [monster(1), CITY, BAY], [monster(1), hurt(2, 8, "city"), hurt(3, 8, "bay")]),
        ("a a 1 1 2 2", [monster(1), CITY, monster(3)], [monster(1), hurt(2, 8, "city"), monster(3)]),
        ("a a a 1 2 2", [monster(1, place="city"), *OUTSIDE], [monster(1, place="city"), hurt(2, 7), hurt(3, 7)]),
        ("a 1 1 2 2 3", [monster(1, place="city"), monster(2), BAY], [monster(1, place="city"), hurt(2, 9), BAY]),
        ("a 1 1 2 2 3", [monster(1, place="bay"), *OUTSIDE], [monster(1, place="bay"), hurt(2, 9), hurt(3, 9)]),
        ("a 1 1 2 2 3", [monster(1), *OUTSIDE], [monster(1, points=1, place="city"), *OUTSIDE]),
        # A monster that is about to fall is close to nothing, and no further.
        ("a a a 1 2 2", [monster(1), hurt(2, 1, "city"), monster(3)], [monster(1), hurt(2, 0.2, "city"), monster(3)]),
    ],
)
def test_dice_that_lie_count_as_what_they_would_give(dice: str, before: list[Monster], after: list[Monster]) -> None:
    assert evaluation(rolled(dice, *before)) == pytest.approx(evaluation(rolled(NOTHING, *after)))


def test_dice_that_were_resolved_give_nothing_any_more() -> None:
    three = [monster(1), CITY, monster(3)]
    done = rolled("3 3 3 a e h", *three).but(agenda=())
    assert evaluation(done) == evaluation(rolled(NOTHING, *three).but(agenda=()))


def test_of_equal_monsters_the_first_to_roll_is_a_little_ahead() -> None:
    for count, least, most in ((2, 1.05, 1.3), (4, 1.05, 1.4), (6, 1.05, 1.4)):
        first, *rest = evaluation(table(*(monster(seat) for seat in range(1, count + 1))))
        assert least < first / rest[0] < most
        assert rest == [rest[0]] * (count - 1)


@pytest.mark.parametrize("weights", [LAST_TWO, SEVERAL])
def test_what_a_roll_gives_is_of_the_size_that_players_give_it(weights: Weights) -> None:
    """An energy is worth less than a point, twice the life more; what a card cost is worth less than three energy."""
    assert 0 < A_REROLL < weights.point + weights.late_point
    assert 0 < weights.energy < weights.point < weights.life * log(2)
    assert 0 < weights.cost < 3 * weights.energy
    assert 0 < A_PAIR < 1


@pytest.mark.parametrize("weights", [LAST_TWO, SEVERAL])
def test_late_points_and_life_decide_and_tokyo_is_dangerous_with_little_life(weights: Weights) -> None:
    """Twice the life is worth one to three late points; being in Tokyo with two life costs less than twice the life."""
    twice, late = weights.life * log(2), weights.point + weights.late_point
    assert late > weights.point
    assert late < twice < 3 * late
    assert weights.tokyo <= weights.tokyo_own < 0
    assert -2 * twice < weights.tokyo + weights.tokyo_life * log(2) < 0
    assert 0 <= weights.tokyo_life * log(10) < 2 * -weights.tokyo


@pytest.mark.parametrize("weights", [LAST_TWO, SEVERAL])
def test_tokyo_is_a_danger_that_most_life_outweighs_and_half_of_it_does_not(weights: Weights) -> None:
    assert weights.tokyo + weights.tokyo_life * log(5) < 0 < weights.tokyo + weights.tokyo_life * log(10)


def test_between_two_points_decide_late() -> None:
    """Two monsters fight: before the twelfth a point is worth little."""
    assert LAST_TWO.point < SEVERAL.point
    assert LAST_TWO.late_point > 5 * LAST_TWO.point
