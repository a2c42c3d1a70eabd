"""What a table is worth by the network that knows the cards: it agrees with what players say of them."""

from __future__ import annotations

from math import log

import pytest

from games.king_of_tokyo.bots.appraisal import A_PAIR, appraisal
from games.king_of_tokyo.bots.evaluation import A_REROLL, evaluation
from games.king_of_tokyo.rules.table import TokyoTable
from tests.games.king_of_tokyo.positions import monster, rolled, table

NOTHING = "1 1 2 2 3 3"


def edge(position: TokyoTable) -> float:
    """Return by how much seat 1 is stronger than seat 2: the logarithm of the ratio of their shares."""
    one, other, *_ = appraisal(position)
    return log(one / other)


@pytest.mark.parametrize("others", [1, 2, 3])
def test_life_points_and_cards_that_strike_are_good_for_their_monster(others: int) -> None:
    rest = [monster(seat, life=7, points=5) for seat in range(2, others + 2)]
    plain = edge(table(monster(1, life=7, points=5), *rest))
    for better in (
        monster(1, life=10, points=5),
        monster(1, life=7, points=13),
        monster(1, "spiked_tail", life=7, points=5),
        monster(1, "extra_head", "giant_brain", life=7, points=5),
    ):
        assert edge(table(better, *rest)) > plain + 0.1


def test_cards_of_one_price_are_not_worth_the_same() -> None:
    """Fire Breathing burns with every attack; a monster seldom outlives another between two, and eats only one."""
    one, other = (edge(table(monster(1, card), monster(2))) for card in ("fire_breathing", "eater_of_the_dead"))
    assert one > other + 0.5


@pytest.mark.parametrize("rerolls", [1, 2])
def test_rerolls_and_pairs_count_as_long_as_dice_are_rolled(rerolls: int) -> None:
    two = monster(1), monster(2)
    still, rolling = rolled("1 1 2 3 h e", *two), rolled("1 1 2 3 h e", *two, rerolls=rerolls)
    assert edge(rolling) - edge(still) == pytest.approx(rerolls * A_REROLL + A_PAIR)
    assert edge(rolling.but(agenda=())) == edge(still.but(agenda=()))


def test_who_will_have_all_points_or_no_life_at_the_end_of_the_turn_has_won_or_lost() -> None:
    for position in (
        rolled("1 1 1 2 2 2", monster(1, points=18), monster(2, points=15)),
        rolled("a a a 1 2 2", monster(1), monster(2, life=3, place="city")),
    ):
        assert appraisal(position)[0] > 0.98
    shares = appraisal(rolled("a a a 1 2 2", monster(1), monster(2, life=3, place="city"), monster(3)))
    assert shares[1] < 0.02
    assert sum(shares) == pytest.approx(1)


def test_the_dead_have_no_share() -> None:
    assert appraisal(table(monster(1), monster(2, life=0), monster(3)))[1] == 0


@pytest.mark.parametrize(
    "position",
    [
        table(*(monster(seat) for seat in range(1, 6))),
        table(monster(1, life=0), monster(2)),
        table(monster(1, life=0), monster(2, life=0)),
        table(monster(1), monster(2), ending="points", king=2),
    ],
)
def test_five_monsters_and_the_end_are_judged_by_the_evaluation(position: TokyoTable) -> None:
    assert appraisal(position) == evaluation(position)


def test_an_appraisal_is_the_same_from_any_seat() -> None:
    monsters = [monster(1, "wings", life=8), monster(2, points=9, place="city"), monster(3, energy=6)]
    shares = appraisal(rolled(NOTHING, *monsters))
    turned = rolled(NOTHING, *monsters)
    turned = turned.but(
        monsters=(turned.monsters[2], *turned.monsters[:2]), turn=turned.in_turn(seat=2).turn, agenda=turned.agenda
    )
    turned = turned.but(agenda=tuple(type(step)(2) for step in turned.agenda))
    assert appraisal(turned) == pytest.approx((shares[2], *shares[:2]))
