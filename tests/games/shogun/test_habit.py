"""What daimyo do by rule of thumb in the course of an action, and where nothing is half done."""

from __future__ import annotations

import pytest

from games.kit.rules.decider import Step
from games.shogun.bots.habit import habit, is_quiet
from games.shogun.bots.prospects import moment, position
from games.shogun.rules.steps import (
    DeploySix,
    March,
    MarchArmies,
    MoveAfterDeploying,
    MoveArmies,
    ReinforceDefence,
    SettleBattle,
    SettleRevolt,
    ThrowCubes,
)
from games.shogun.rules.table import Land, ShogunTable
from gunbai.shogun.v1 import commands as cmd
from tests.games.shogun.positions import acting, on_board

LANDS = (
    Land("suruga", 1, 6),
    Land("kai", 1, 1),
    Land("izu", 2, 1, buildings=("temple",)),
    Land("totomi", 3, 4),
)
"""Suruga borders on all others, and on Sagami, which is neutral."""
TABLE = on_board(acting({1: {"march_a": "suruga"}}, ["march_a"], event="E5", events=("E1", "E2", "E3")), *LANDS)


def test_a_march_goes_where_it_promises_most() -> None:
    prospects = position(TABLE.edition, TABLE.side, TABLE.players, TABLE.lands)
    worths = {name: prospects.of_march(moment(TABLE), LANDS[0], name) for name in TABLE.neighbours("suruga")}
    best = max(worths, key=worths.__getitem__)
    assert worths[best] > 0
    assert len({*worths.values()}) == len(worths)
    assert habit(TABLE.opens(March(1, "suruga")), 1) == cmd.MarchTo(province=best) == cmd.MarchTo(province="izu")


def test_nobody_marches_where_a_temple_keeps_the_peace() -> None:
    chosen = habit(TABLE.but(event="E6").opens(March(1, "suruga")), 1)
    assert isinstance(chosen, cmd.MarchTo)
    assert chosen.province not in ("izu", "kai")


def test_an_attack_leaves_one_army_behind_and_one_army_moves_into_an_own_province() -> None:
    assert habit(TABLE.opens(MarchArmies(1, "suruga", "sagami")), 1) == cmd.MarchArmies(armies=5)
    assert habit(TABLE.opens(MarchArmies(1, "suruga", "izu")), 1) == cmd.MarchArmies(armies=5)
    assert habit(TABLE.opens(MarchArmies(1, "suruga", "kai")), 1) == cmd.MarchArmies(armies=1)


@pytest.mark.parametrize("supply", [0, 1, 30])
def test_an_attack_takes_the_bonus_along_as_long_as_armies_are_in_the_supply(supply: int) -> None:
    bonus = TABLE.but(places=(2, 3, 0, 1, 0)).but_at(1, supply=supply)
    attack = bonus.opens(MarchArmies(1, "suruga", "izu"))
    assert habit(attack, 1) == cmd.MarchArmies(armies=5, bonus=supply > 0)
    assert habit(TABLE.but_at(1, supply=supply).opens(MarchArmies(1, "suruga", "izu")), 1) == cmd.MarchArmies(armies=5)


def test_six_are_deployed_defenders_are_reinforced_and_armies_stay_where_they_were_deployed() -> None:
    assert habit(TABLE.opens(DeploySix(1, "suruga")), 1) == cmd.DeploySix()
    assert habit(TABLE.opens(MoveAfterDeploying(1, "suruga")), 1) == cmd.StayPut()
    assert habit(TABLE.opens(ReinforceDefence(2, "izu"), ThrowCubes()), 2) == cmd.ReinforceDefence()


def test_before_an_action_and_at_any_other_question_there_is_no_habit() -> None:
    assert habit(TABLE, 1) is None
    assert habit(TABLE.opens(MoveArmies(1, "suruga", "kai")), 1) is None


@pytest.mark.parametrize("step", [March(1, "suruga"), DeploySix(1, "suruga"), MoveAfterDeploying(1, "suruga")])
def test_a_table_is_quiet_between_actions_and_where_one_begins(step: Step[ShogunTable]) -> None:
    assert is_quiet(TABLE)
    assert is_quiet(TABLE.opens(step))


@pytest.mark.parametrize(
    "steps",
    [
        (MarchArmies(1, "suruga", "izu"),),
        (MoveArmies(1, "suruga", "kai"),),
        (ThrowCubes(), SettleBattle("izu", 1)),
        (ReinforceDefence(2, "izu"), ThrowCubes(), SettleBattle("izu", 1)),
        (SettleRevolt("suruga", 1, taxed=True),),
    ],
)
def test_a_table_is_not_quiet_while_a_march_a_battle_or_a_revolt_is_half_done(
    steps: tuple[Step[ShogunTable], ...],
) -> None:
    assert not is_quiet(TABLE.opens(*steps))
