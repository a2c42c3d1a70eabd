"""What the network that judges tables of Samurai Spirit is given of them."""

from __future__ import annotations

import pytest

from games.samurai_spirit.bots.facts import DISMISSED, DUE, FIRST, KIAI, OVERCOME, PASSED, PLACE, ROOM, facts, numbers
from games.samurai_spirit.rules.steps import ChooseAction
from tests.games.samurai_spirit.positions import in_turn_of

NAMES = "heihachi gorobei kyuzo"
FIRE, WOUND, NINJA, ANY_OTHER = DUE, DUE + 1, DUE + 2, DUE + 4


def due(facts_of_samurai: list[int]) -> list[int]:
    return [fact for fact in facts_of_samurai if DUE <= fact <= ANY_OTHER]


def test_the_active_samurai_comes_first_and_who_has_passed_has_no_place() -> None:
    table = in_turn_of(2, NAMES, ChooseAction(2), lines={2: ["R4-03"]}, boards={3: {"passed": True}})
    gorobei, kyuzo, heihachi = facts(table)
    assert {ROOM + 9 - 4, PLACE} <= set(gorobei)
    assert PASSED in kyuzo
    assert not {PLACE, PLACE + 1, PLACE + 2} & set(kyuzo)
    assert {ROOM + 8, PLACE + 1} <= set(heihachi)


@pytest.mark.parametrize(
    ("raider", "of_heihachi", "of_gorobei"),
    [
        ("R6-03", [FIRE, FIRE], []),  # Gorobei ignores even raiders (SS-7.5).
        ("R5-01", [WOUND], [WOUND]),
        ("R1-03", [NINJA], [NINJA]),
        ("R6-05", [WOUND, ANY_OTHER], []),
        ("R6-04", [ANY_OTHER], []),  # two that are not told apart
        ("R3-06", [], []),
    ],
)
def test_the_penalties_of_the_last_raider_are_facts(raider: str, of_heihachi: list[int], of_gorobei: list[int]) -> None:
    for seat, expected in ((1, of_heihachi), (2, of_gorobei)):
        table = in_turn_of(seat, NAMES, ChooseAction(seat), lines={seat: ["R2-02", raider]})
        assert due(facts(table)[0]) == expected


def test_who_is_over_the_kiai_is_so_by_any_number_of_points() -> None:
    over = [in_turn_of(1, NAMES, ChooseAction(1), lines={1: line}) for line in (["R4-03", "R5-05"], ["R5-05", "R6-07"])]
    assert [ROOM - 1 in facts(table)[0] for table in over] == [True, True]


def test_the_first_raider_is_a_fact_since_a_kiai_discards_it() -> None:
    table = in_turn_of(1, NAMES, ChooseAction(1), lines={1: ["R3-06", "R2-02"]})
    assert [fact for fact in facts(table)[0] if FIRST <= fact < DISMISSED] == [FIRST + 3 - 1]


@pytest.mark.parametrize(("seat", "values"), [(1, []), (3, [1, 2])])
def test_kyuzo_dismisses_raiders_with_the_values_of_his_line(seat: int, values: list[int]) -> None:
    table = in_turn_of(seat, NAMES, ChooseAction(seat), lines={seat: ["R2-02", "R2-07", "R1-02"]})
    assert sorted(fact - DISMISSED + 1 for fact in facts(table)[0] if DISMISSED <= fact < KIAI) == values


@pytest.mark.parametrize(
    ("next_raider", "of_heihachi"),
    [
        ("R3-06", [KIAI + 2]),  # exactly the three points that are missing
        ("R4-03", [OVERCOME + 3]),
        ("R2-02", []),
        (0, [KIAI + 2, OVERCOME + 1]),  # a plunderer that nobody has seen: a quarter of them have each value
    ],
)
def test_what_the_next_raider_may_do_to_the_line_is_a_fact(next_raider: str | int, of_heihachi: list[int]) -> None:
    table = in_turn_of(1, NAMES, ChooseAction(1), lines={1: ["R5-01"]}, raiders=(next_raider, 0))
    assert [fact for fact in facts(table)[0] if fact >= KIAI] == of_heihachi


def test_whoever_has_passed_meets_no_raider() -> None:
    table = in_turn_of(2, NAMES, ChooseAction(2), lines={1: ["R5-01"]}, boards={1: {"passed": True}})
    *_, heihachi = facts(table)
    assert not [fact for fact in heihachi if fact >= FIRST]


def test_twice_as_many_samurai_with_twice_as_much_have_the_same_numbers() -> None:
    three = in_turn_of(1, NAMES, ChooseAction(1), barricades=4, raiders=(0,) * 9, intruders=("R1-02", "R1-03"))
    six = in_turn_of(
        1,
        f"{NAMES} kanbei daisuke katsushiro",
        ChooseAction(1),
        barricades=8,
        raiders=(0,) * 18,
        intruders=("R1-02", "R1-05", "R1-03", "R1-04"),
    )
    assert numbers(three.but(unseen=six.unseen)) == pytest.approx(numbers(six))


def test_what_is_face_down_counts_as_its_mean() -> None:
    table = in_turn_of(1, NAMES, ChooseAction(1), raiders=(0, 0), intruders=("R1-02", 0))
    known_table = in_turn_of(1, NAMES, ChooseAction(1), raiders=("R3-06", 0), intruders=("R1-02", "R1-03"))
    hidden, shown = numbers(table), numbers(known_table)
    flames, value, of_three = 10, 17, 25
    assert shown[of_three] == 1.0
    assert hidden[of_three] == pytest.approx(1 / 4, abs=0.02)
    assert shown[flames] == pytest.approx(1 / 5)
    assert 1.4 / 5 < hidden[flames] < 1.6 / 5
    assert shown[value] == pytest.approx(0.5)
    assert hidden[value] == pytest.approx(0.0, abs=0.1)
