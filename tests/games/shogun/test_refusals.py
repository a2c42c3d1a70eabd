"""A refusal names what is at fault, and who or what is waited for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Actor, Refusal, Value
from games.shogun import SHOGUN
from games.shogun.rules.data import EDITION, SPACES
from games.shogun.rules.steps import March, MarchArmies, MoveAfterDeploying, MoveArmies, PlaceGroup
from games.shogun.rules.table import Land, Options, ShogunTable, setup
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.shogun.positions import EMPTY, acting, on_board, planning

LANDS = (
    Land("suruga", 1, 3),
    Land("kai", 1, 1),
    Land("izu", 2, 1, buildings=("temple",)),
    Land("mino", 2, 1),
)
"""Suruga borders on Izu, Kai, and on Sagami and Totomi, which are neutral."""
ACTING = on_board(acting({}, ["march_a"], places=(2, 3, 0, 1, 0)), *LANDS)
"""Peace keeps temples; seat 1 holds the attack bonus."""
MARCH = ACTING.opens(March(1, "suruga"))
ATTACK = ACTING.opens(MarchArmies(1, "suruga", "sagami"))
PLANNING = on_board(planning(), *LANDS).but_at(1, chests=2)
FULL = PLANNING.but_at(1, plan=("suruga", "kai", *EMPTY[:4], "chest_1", "chest_2", "chest_3", "chest_4", "chest_0"))
SEALED = FULL.but_at(1, sealed=True)
DRAFT = setup(3, Options(), EDITION).but(offer=("mino", "kai"))
BEFORE_BID = ("suruga", "kai", *EMPTY[:4], "chest_1", "chest_2", "chest_4", "chest_0")

REFUSED: list[tuple[ShogunTable, Actor, Plain, int, Mapping[str, Value]]] = [
    # Marching and moving.
    (MARCH, 1, cmd.StayPut(), clause.CLAUSE_10_12, {"province": "suruga"}),
    (MARCH, 1, cmd.MarchTo(province="mino"), clause.CLAUSE_10_11, {"origin": "suruga", "target": "mino"}),
    (MARCH, 1, cmd.MarchTo(province="izu"), clause.CLAUSE_11_4, {"target": "izu", "event": "E6"}),
    *(
        (ACTING.opens(step), 1, move, clause.CLAUSE_10_13, {"armies": armies, "present": 3})
        for armies in (0, 3)
        for step, move in (
            (MarchArmies(1, "suruga", "sagami"), cmd.MarchArmies(armies=armies)),
            (MoveArmies(1, "suruga", "kai"), cmd.MoveArmies(armies=armies)),
        )
    ),
    (ATTACK.but(places=(2, 3, 1, 0, 0)), 1, cmd.MarchArmies(armies=1, bonus=True), clause.CLAUSE_12_3, {"seat": 1}),
    (
        ACTING.opens(MarchArmies(1, "suruga", "kai")),
        1,
        cmd.MarchArmies(armies=1, bonus=True),
        clause.CLAUSE_12_3,
        {"target": "kai"},
    ),
    (ATTACK.but_at(1, supply=0), 1, cmd.MarchArmies(armies=1, bonus=True), clause.CLAUSE_12_3, {"supply": 0}),
    (
        ACTING.opens(MoveAfterDeploying(1, "suruga")),
        1,
        cmd.MoveTo(province="mino"),
        clause.CLAUSE_10_11,
        {"origin": "suruga", "target": "mino"},
    ),
    (
        ACTING.opens(MoveAfterDeploying(1, "suruga")),
        1,
        cmd.MoveTo(province="izu"),
        clause.CLAUSE_10_9,
        {"target": "izu", "owner": 2},
    ),
    # Planning.
    (PLANNING, 1, cmd.TakeCardUp(seat=1), clause.CLAUSE_6_1, {"laid": 0}),
    (PLANNING, 1, cmd.SealPlan(seat=1), clause.CLAUSE_6_4, {"laid": 0, "spaces": 11}),
    (PLANNING, 1, cmd.LayPlan(seat=1, cards=("kai",)), clause.CLAUSE_6_1, {"spaces": 1}),
    (PLANNING, 1, cmd.LayCard(seat=1, card="mino"), clause.CLAUSE_6_3, {"card": "mino"}),
    (FULL, 1, cmd.LayCard(seat=1, card="kai"), clause.CLAUSE_6_2, {"card": "kai", "spaces_left": 0}),
    (FULL, 1, cmd.LeaveSpaceEmpty(seat=1), clause.CLAUSE_6_2, {"spaces_left": 0}),
    (
        PLANNING.but_at(1, plan=("suruga", "kai")),
        1,
        cmd.LayCard(seat=1, card="kai"),
        clause.CLAUSE_6_2,
        {"card": "kai", "space": SPACES[1]},
    ),
    (PLANNING.but_at(1, plan=EMPTY[:4]), 1, cmd.LeaveSpaceEmpty(seat=1), clause.CLAUSE_6_4, {"empty": 5, "allowed": 4}),
    (
        PLANNING.but_at(1, plan=BEFORE_BID),
        1,
        cmd.LayCard(seat=1, card="chest_3"),
        clause.CLAUSE_6_6,
        {"card": "chest_3", "chests": 2},
    ),
    (SEALED, 1, cmd.LayPlan(seat=2, cards=FULL.at(1).plan), clause.CLAUSE_1_9, {"seat": 2}),
    (SEALED, 1, cmd.LayPlan(seat=1, cards=("kai",)), clause.CLAUSE_6_1, {"spaces": 1}),
    (PLANNING, 1, cmd.LayCard(seat=2, card="mino"), clause.CLAUSE_1_9, {"seat": 2}),
    # What is not due.
    (MARCH, 1, cmd.LayCard(seat=1, card="kai"), clause.CLAUSE_6_9, {"actor": 1, "waits_for": "March"}),
    (MARCH, 1, cmd.ReopenPlan(), clause.CLAUSE_6_9, {"actor": 1, "waits_for": "March"}),
    (DRAFT, 1, cmd.LayCard(seat=1, card="kai"), clause.CLAUSE_1_9, {"actor": 1, "waits_for": "ChooseProvince"}),
    (
        DRAFT.opens(PlaceGroup(1, "mino")),
        2,
        cmd.PlaceGroup(armies=2),
        clause.CLAUSE_1_9,
        {"actor": 2, "waits_for": "PlaceGroup"},
    ),
    (
        MARCH,
        CHANCE,
        cmd.DropStrayCubes(fallen=cmd.Cubes(armies=(1, 0, 0))),
        clause.CLAUSE_13_7,
        {"tower": "simulated", "waits_for": "March"},
    ),
    *(
        (
            PLANNING.but(tower_source="table"),
            CHANCE,
            cmd.DropStrayCubes(fallen=cmd.Cubes(armies=armies)),
            clause.CLAUSE_13_7,
            {"fallen": (*armies, 0), "inside": PLANNING.tower},
        )
        for armies in ((0, 0, 0), (8, 0, 0))
    ),
    (MARCH, 1, cmd.DropStrayCubes(), clause.CLAUSE_1_9, {"actor": 1, "waits_for": "March"}),
    (PLANNING.but(specials=()), 1, cmd.MarchTo(), clause.CLAUSE_19_3, {"actor": 1, "waits_for": "LaySpecialCards"}),
    # Choosing.
    (
        DRAFT.opens(PlaceGroup(1, "mino")),
        1,
        cmd.PlaceGroup(armies=6),
        clause.CLAUSE_3_7,
        {"armies": 6, "groups": DRAFT.at(1).groups},
    ),
]


@pytest.mark.parametrize(("table", "actor", "move", "number", "values"), REFUSED)
def test_a_refusal_says_what_is_at_fault(
    table: ShogunTable, actor: Actor, move: Plain, number: int, values: Mapping[str, Value]
) -> None:
    assert decider.decide(SHOGUN.rules, table, actor, move) == Refusal(number, values)
