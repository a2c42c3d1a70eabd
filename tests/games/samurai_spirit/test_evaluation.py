"""The evaluation of Samurai Spirit: what is left of the village, and what the round is likely to cost."""

from __future__ import annotations

from typing import Any

import pytest

from games.samurai_spirit.bots.evaluation import evaluation
from games.samurai_spirit.bots.habit import habit
from games.samurai_spirit.rules.steps import ChooseAction, MeetRaider
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from tests.games.samurai_spirit.positions import in_turn_of

NAMES = "heihachi kanbei kyuzo"


def worth(table: SamuraiTable) -> float:
    one, *others = evaluation(table)
    assert others == [one, one]
    return one


def turn(**changes: Any) -> SamuraiTable:
    """Return a turn of seat 1, who has met a raider in this round."""
    default: dict[str, Any] = {"lines": {1: ["R2-02"]}, "barricades": 3}
    return in_turn_of(1, NAMES, ChooseAction(1), **default | changes)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    "loss",
    [
        {"barricades": 2},
        {"farms": ("wound_random",)},
        {"families": ("heal_random",)},
        {"boards": {1: {"wounded": True}}},
        {"boards": {1: {"animal": True, "wounded": True}}},
        {"intruders": ("R1-02", "R1-05")},
        {"lines": {1: ["R2-01"]}},
    ],
    ids=["barricade", "farms", "families", "wound", "third wound", "intruders", "raider that wounds"],
)
def test_a_loss_makes_the_rescue_less_likely(number: int, loss: dict[str, Any]) -> None:
    assert worth(turn(round=number, **loss)) < worth(turn(round=number))


def test_a_defended_village_is_safer() -> None:
    few = {"raiders": ("R2-07", "R3-06", "R4-03")}
    assert worth(turn(boards={1: {"left": ("R1-03", "R1-07", "R1-11")}}, **few)) > worth(turn(**few))


def test_a_raider_in_hand_counts_where_it_does_best() -> None:
    def holding(raider: str, **changes: Any) -> float:
        return worth(in_turn_of(1, NAMES, MeetRaider(1, raider), lines={1: ["R2-02", "R2-03"]}, **changes))

    assert holding("R4-03") > holding("R6-07")  # exactly the kiai of Heihachi, and over it
    assert holding("R6-07", barricades=5) > holding("R6-07", barricades=0)


def test_the_same_village_is_nearer_to_its_rescue_in_the_third_round() -> None:
    assert worth(turn(round=2, lines={})) < worth(turn(round=3, lines={}))


def test_whoever_is_over_the_kiai_passes() -> None:
    assert (
        habit(turn(lines={1: ["R4-03", "R4-06"], 2: []}, boards={1: {"line": ("R4-03", "R4-06", "R1-02")}}), 1)
        == cmd.Pass()
    )


@pytest.mark.parametrize(
    ("line", "action"), [(["R1-02", "R2-02"], cmd.Fight()), (["R1-02", "R2-02", "R6-04"], cmd.Pass())]
)
def test_kyuzo_counts_on_no_dismissal_while_the_last_raider_calls_back(line: list[str], action: Any) -> None:
    """Kyuzo has a 2, and a 2 comes. Otherwise the same raiders could come and go forever."""
    assert habit(in_turn_of(3, NAMES, ChooseAction(3), lines={3: line}, raiders=("R2-13",)), 3) == action


@pytest.mark.parametrize(
    ("raider", "line", "better", "worse"),
    [
        ("R2-08", ["R2-02"], {"left": ("R2-08",)}, {"line": ("R2-02", "R2-08")}),  # a doll that is missing
        ("R5-03", ["R2-02", "R4-03"], {"left": ("R5-03",)}, {"line": ("R2-02", "R4-03", "R5-03")}),  # over the kiai
    ],
)
def test_a_raider_is_best_met_on_the_left_side_where_that_is_free(
    raider: str, line: list[str], better: dict[str, Any], worse: dict[str, Any]
) -> None:
    table = in_turn_of(1, NAMES, MeetRaider(1, raider), lines={1: line})
    assert habit(table, 1) is None
    defended, confronted = [
        in_turn_of(2, NAMES, ChooseAction(2), lines={1: line}, boards={1: board}) for board in (better, worse)
    ]
    assert worth(defended) > worth(confronted)
