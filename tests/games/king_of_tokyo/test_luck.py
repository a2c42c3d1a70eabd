"""What a throw is worth: the dice that lie and those thrown, as they would be resolved without cards."""

from __future__ import annotations

import pytest

from games.king_of_tokyo.rules.steps import RollCamouflage, ThrowForStart
from games.king_of_tokyo.rules.steps.throw_dice import ThrowDice, shown
from games.king_of_tokyo.rules.table import Monster, Turn
from tests.games.king_of_tokyo.positions import FACES, monster, table

OUTSIDE = [monster(2), monster(3), monster(4)]
ONE_IN_THE_CITY = [monster(2, place="city"), monster(3), monster(4)]


@pytest.mark.parametrize(
    ("faces", "worth", "monsters"),
    [
        ("1 1 2 2 3 3", 0, [monster(1), *OUTSIDE]),
        ("1 1 1 2 2 3", 1, [monster(1), *OUTSIDE]),
        ("2 2 2 2 1 3", 3, [monster(1), *OUTSIDE]),
        ("3 3 3 3 3 3", 6, [monster(1), *OUTSIDE]),
        ("1 1 1 3 3 3", 4, [monster(1), *OUTSIDE]),
        ("e e 1 1 2 2", 2, [monster(1), *OUTSIDE]),
        ("1 1 1 e e 2", 3, [monster(1), *OUTSIDE]),
        ("h h 1 1 2 2", 0, [monster(1), *OUTSIDE]),
        ("h h h 1 2 2", 2, [monster(1, life=8), *OUTSIDE]),
        ("h h h 1 2 2", 3, [monster(1, life=4), *OUTSIDE]),
        ("h h h 1 2 2", 0, [monster(1, life=4, place="city"), *OUTSIDE]),
        ("h h h 1 2 2", 3, [monster(1, "even_bigger", life=9), *OUTSIDE]),
        ("a a 1 1 2 2", 0, [monster(1), *OUTSIDE]),
        ("a a 1 1 2 2", 2, [monster(1), *ONE_IN_THE_CITY]),
        ("a a 1 1 2 2", 6, [monster(1, place="city"), *OUTSIDE]),
        ("a a 1 1 2 2", 4, [monster(1, place="city"), monster(2), monster(3, life=0), monster(4)]),
        ("a a e h h 1", 5, [monster(1, life=8), *ONE_IN_THE_CITY]),
        ("a a e h h 1", 7, [monster(1, life=8), monster(2, place="city"), monster(3, place="bay"), monster(4)]),
    ],
)
def test_a_throw_is_worth_what_all_dice_would_give(faces: str, worth: int, monsters: list[Monster]) -> None:
    step = ThrowDice(1, (1, 2, 3, 4, 5, 6))
    assert step.worth(table(*monsters), shown(FACES[face] for face in faces.split())) == {1: worth}


@pytest.mark.parametrize(
    ("again", "faces", "worth"),
    [((1,), "h", 5), ((2, 5), "1 1", 2), ((6,), "3", 6), ((1, 2, 3, 4, 5), "1 1 1 1 2", 2)],
)
def test_dice_that_are_kept_count_beside_those_thrown_again(again: tuple[int, ...], faces: str, worth: int) -> None:
    lying = ("energy", "three", "energy", "three", "energy", "three")
    position = table(monster(1), *OUTSIDE, turn=Turn(1, dice=lying))
    assert ThrowDice(1, again).worth(position, shown(FACES[face] for face in faces.split())) == {1: worth}


@pytest.mark.parametrize(
    ("faces", "attacks", "hearts"), [("a a 1 2 h e", 2, 1), ("1 2 3 e h h", 0, 2), ("1 2 3", 0, 0)]
)
def test_attacks_win_the_start_and_hearts_cancel_damage(faces: str, attacks: int, hearts: int) -> None:
    thrown, position = shown(FACES[face] for face in faces.split()), table(monster(1), *OUTSIDE)
    assert ThrowForStart(3).worth(position, thrown) == {3: attacks}
    assert RollCamouflage(2, "camouflage", 6).worth(position, thrown) == {2: hearts}
