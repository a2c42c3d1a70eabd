"""What lies on the agenda of a set-up must be due there: each fact of the grammar, by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.kit.rules.decider import Step
from games.shogun.rules.agenda import (
    AGENDA,
    are_engaged,
    can_deploy_six,
    can_march,
    can_march_there,
    can_move,
    can_revolt,
    is_acting,
    is_fought,
    is_revolting,
)
from games.shogun.rules.data import EDITION, SPACES
from games.shogun.rules.steps import (
    ClearTray,
    DeploySix,
    DrawRevolts,
    EndYear,
    FaceRevolts,
    March,
    MarchArmies,
    MoveAfterDeploying,
    MoveArmies,
    PlaceGroup,
    RaiseRevolts,
    ReinforceDefence,
    ScoreYear,
    SettleBattle,
    SettleRevolt,
    ThrowCubes,
    TurnUpBlindDraw,
    TurnUpOffer,
)
from games.shogun.rules.table import Land, Options, ShogunTable, setup
from tests.games.shogun.positions import acting, on_board

LANDS = (Land("suruga", 1, 3), Land("mino", 1, 1), Land("yamato", 2, 4))


def at_work(action: str, acted: int = 1, lands: tuple[Land, ...] = LANDS) -> ShogunTable:
    """Return the table on which seat 1 has turned up Suruga for an action, and is carrying it out."""
    table = on_board(acting({1: {action: "suruga"}}, (action,)), *lands).but(places=(2, 3, 1, 0, 0), acted=acted)
    shown = tuple("suruga" if space == action else "" for space in SPACES)
    plan = tuple("" for _ in SPACES)
    return table.but_at(1, shown=shown, plan=plan)


def test_a_seat_acts_in_the_province_that_it_has_turned_up_when_its_turn_has_come() -> None:
    assert is_acting(at_work("tax", acted=3), 1, "suruga", "rice", "tax")
    assert not is_acting(at_work("tax", acted=0), 1, "suruga", "rice", "tax")
    assert not is_acting(at_work("tax", acted=3), 1, "mino", "rice", "tax")
    assert not is_acting(at_work("tax", acted=3), 1, "suruga", "march_a")
    assert not is_acting(at_work("tax", acted=3).but(position=10), 1, "suruga", "rice", "tax")


def test_only_the_acting_seat_marches_with_an_army_to_leave_behind() -> None:
    march = March(1, "suruga")
    assert can_march(at_work("march_a", acted=3), march)
    assert not can_march(at_work("march_a", acted=2), march)
    assert not can_march(at_work("march_a", acted=3, lands=(Land("suruga", 1, 1), *LANDS[1:])), march)


def test_armies_march_between_neighbours_and_leave_one_behind() -> None:
    march = MarchArmies(1, "suruga", "kai")
    table = at_work("march_a", acted=3)
    assert "kai" in table.neighbours("suruga")
    assert can_march_there(table, march)
    assert not can_march_there(table, MarchArmies(1, "suruga", "yamato"))
    assert not can_march_there(at_work("march_a", acted=2), march)
    assert not can_march_there(at_work("march_a", acted=3, lands=(Land("suruga", 1, 1), *LANDS[1:])), march)


def test_six_armies_are_deployed_by_who_acts_and_has_the_card() -> None:
    step = DeploySix(1, "suruga")
    table = at_work("deploy5", acted=3)
    assert can_deploy_six(table.but(places=(2, 3, 1, 0, 0)), step)
    assert not can_deploy_six(table.but(places=(2, 3, 1, 0, 0), acted=2), step)
    assert not can_deploy_six(table.but(places=(2, 3, 0, 1, 0)), step)


def test_armies_move_on_between_provinces_of_who_deployed() -> None:
    lands = (*LANDS, Land("kai", 1, 1), Land("totomi", 2, 1))
    table = at_work("deploy1", acted=3, lands=lands)
    assert {"kai", "totomi"} <= {*table.neighbours("suruga")}
    assert can_move(table, MoveArmies(1, "suruga", "kai"))
    assert not can_move(table, MoveArmies(1, "suruga", "totomi"))
    assert not can_move(table, MoveArmies(1, "suruga", "mino"))
    assert not can_move(at_work("deploy1", acted=2, lands=lands), MoveArmies(1, "suruga", "kai"))


def test_a_winter_has_revolts_for_want_of_rice_and_before_its_end() -> None:
    winter = on_board(at_work("tax"), Land("suruga", 1, 0), *LANDS[1:]).but(engaged=(3, 0, 0, 0), season="winter")
    hungry = SettleRevolt("suruga", 1, taxed=False)
    assert is_revolting(winter.but(agenda=(EndYear(), hungry)), hungry)
    assert not is_revolting(winter.but(agenda=(hungry,)), hungry)
    taxed = SettleRevolt("suruga", 1, taxed=True)
    assert not is_revolting(winter.but(agenda=(EndYear(), taxed)), taxed)


def test_a_revolt_is_that_of_the_owner_whose_armies_are_all_before_the_tower() -> None:
    engaged = on_board(at_work("tax", 3), Land("suruga", 1, 0), *LANDS[1:]).but(engaged=(3, 0, 0, 0))
    assert is_revolting(engaged, SettleRevolt("suruga", 1, taxed=True))
    assert not is_revolting(engaged, SettleRevolt("suruga", 2, taxed=True))
    assert not is_revolting(engaged.but(engaged=(0, 0, 0, 0)), SettleRevolt("suruga", 1, taxed=True))
    assert not is_revolting(at_work("tax", 3).but(engaged=(3, 0, 0, 0)), SettleRevolt("suruga", 1, taxed=True))


def test_a_battle_is_that_of_the_acting_seat_whose_armies_are_before_the_tower() -> None:
    battle = SettleBattle("kai", 1)
    table = at_work("march_a", acted=3)
    assert is_fought(table.but(engaged=(2, 0, 0, 0)), battle)
    assert not is_fought(table, battle)
    assert not is_fought(table.but(engaged=(2, 0, 0, 0), acted=2), battle)
    assert not is_fought(table.but(engaged=(2, 0, 0, 0)), SettleBattle("suruga", 1))


def test_a_province_in_revolt_has_armies() -> None:
    table = on_board(at_work("tax"), Land("suruga", 1, 0), *LANDS[1:])
    assert not can_revolt(table, RaiseRevolts(1, ("suruga",), 0))


@pytest.mark.parametrize("kind", [RaiseRevolts, FaceRevolts])
def test_revolts_are_in_provinces_of_the_seat_each_named_once(kind: type[RaiseRevolts | FaceRevolts]) -> None:
    table = at_work("tax")
    assert can_revolt(table, kind(1, ("suruga", "mino"), 0))
    assert not can_revolt(table, kind(1, ("suruga", "mino", "mino"), 0))
    assert not can_revolt(table, kind(1, ("suruga", "yamato"), 0))
    assert not can_revolt(table, kind(1, (), 0))
    assert can_revolt(table, kind(1, ("mino",), 0)) == (kind is RaiseRevolts)


def test_a_revolt_comes_of_the_tax_or_rice_that_the_seat_takes_there() -> None:
    def revolt(action: str, acted: int, *, taxed: bool = True) -> bool:
        table = at_work(action, acted)
        empty = on_board(table, Land("suruga", 1, 0), *LANDS[1:]).but(engaged=(3, 0, 0, 0))
        return is_revolting(empty, SettleRevolt("suruga", 1, taxed=taxed))

    assert revolt("tax", 3)
    assert revolt("rice", 3)
    assert not revolt("tax", 2)
    assert not revolt("castle", 3)
    assert not revolt("tax", 3, taxed=False)


def test_all_armies_of_a_province_that_is_fought_for_are_before_the_tower() -> None:
    table = on_board(at_work("tax"), Land("suruga", 1, 0), *LANDS[1:])
    assert are_engaged(table.but(engaged=(3, 0, 0, 0)), 1, "suruga")
    assert not are_engaged(table, 1, "suruga")
    assert not are_engaged(table.but(engaged=(0, 4, 0, 0)), 2, "yamato")
    assert are_engaged(table, 0, "kai")


def test_a_province_is_reinforced_by_its_owner() -> None:
    (fact,) = (fact for fact in AGENDA.facts if fact.steps == (ReinforceDefence,))
    table = at_work("tax").but(places=(0, 0, 0, 0, 1))
    assert fact.holds(table, ReinforceDefence(1, "suruga"))
    assert not fact.holds(table, ReinforceDefence(2, "suruga"))


NUMBERS = range(-2, 60)
FIELDS = {
    "seat": (1, 2, 3),
    "attacker": (1, 2, 3),
    "slot": (1, 2),
    "revolts": (1, 2, 3),
    "extra_farmers": (1, 2, 3),
    "taxed": (False, True),
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_of_a_step_has_what_can_be_counted(name: str) -> None:
    """Three provinces are owned here; the supply table gives revolts up to three more farmers."""
    allowed = AGENDA.fields[name](at_work("tax"))
    assert tuple(number for number in NUMBERS if number in allowed) == FIELDS[name]


def test_a_step_names_provinces_that_are_in_the_game() -> None:
    table = at_work("tax")
    for name in AGENDA.fields.keys() - FIELDS.keys():
        assert set(AGENDA.fields[name](table)) == {*table.ground.provinces(3)}  # type: ignore[call-overload]  # a tuple


def is_due(table: ShogunTable, *agenda: Step[ShogunTable]) -> bool:
    """Return whether each fact about the step on top of an agenda holds."""
    owed = table.but(agenda=agenda)
    facts = [fact for fact in AGENDA.facts if isinstance(agenda[-1], fact.steps)]
    assert facts
    return all(fact.holds(owed, agenda[-1]) for fact in facts)


DRAFT = setup(3, Options(oldest=2), EDITION)
FED = setup(3, Options(start="preset", lineups="ABC"), EDITION)


def test_a_card_is_turned_up_where_none_is_offered_and_drawn_blind_beside_two() -> None:
    half = DRAFT.but(offer=("mino", ""))
    assert is_due(half, TurnUpOffer(2))
    assert not is_due(half, TurnUpOffer(1))
    assert not is_due(half, TurnUpBlindDraw(2))
    assert is_due(DRAFT.but(offer=("mino", "kai")), TurnUpBlindDraw(2))


@pytest.mark.parametrize("step", [TurnUpBlindDraw, lambda seat: PlaceGroup(seat, "hida")])
def test_in_the_draft_it_is_one_seat_s_turn(step: Callable[[int], Step[ShogunTable]]) -> None:
    offered = DRAFT.but(offer=("mino", "kai"))
    assert [is_due(offered, step(seat)) for seat in (1, 2, 3)] == [False, True, False]
    assert not is_due(FED.but(offer=("mino", "kai"), oldest=1), step(1))


def test_the_tower_is_fed_between_the_draft_and_the_first_year() -> None:
    assert is_due(FED, ClearTray())
    assert not is_due(FED.but(year=1), ClearTray())
    assert not is_due(FED.but(offer=("", "")), ClearTray())
    assert not is_due(FED.but(lands=()), ClearTray())


def test_a_seat_draws_revolts_once_in_a_winter_and_no_more_than_it_has_provinces() -> None:
    winter = at_work("tax").but(season="winter")
    below = (EndYear(), ScoreYear())
    assert is_due(winter, *below, DrawRevolts(1, 2, 1))
    assert not is_due(winter, *below, DrawRevolts(1, 3, 1))
    assert is_due(winter, *below, DrawRevolts(2, 1, 1), RaiseRevolts(1, ("suruga",), 1))
    assert not is_due(winter, *below, RaiseRevolts(1, ("mino",), 1), DrawRevolts(1, 1, 1))
    assert not is_due(winter, *below, DrawRevolts(1, 1, 1), FaceRevolts(1, ("suruga", "mino"), 1))


def test_cubes_are_thrown_when_some_wait_and_a_year_ends_in_winter() -> None:
    table = at_work("tax")
    assert not is_due(table, SettleBattle("kai", 1), ThrowCubes())
    assert is_due(table.but(engaged=(0, 0, 0, 1)), SettleBattle("kai", 1), ThrowCubes())
    assert is_due(table.but(season="winter"), EndYear())
    assert not is_due(table, EndYear())


def test_armies_are_moved_on_where_they_were_deployed() -> None:
    table = at_work("deploy1", acted=3)
    assert is_due(table, MoveAfterDeploying(1, "suruga"))
    assert not is_due(table, MoveAfterDeploying(1, "mino"))
    assert not is_due(at_work("deploy3", acted=3), MoveAfterDeploying(1, "suruga"))
