"""What chance can show, it shows exactly as often as its probability says."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import factorial, perm
from typing import Any

import pytest

from games.kit.rules import decider
from games.kit.rules.chance import distribution
from games.kit.rules.decider import Chance, Refusal
from games.shogun import SHOGUN
from games.shogun.rules.data import EDITION, PROVINCES, SPECIALS
from games.shogun.rules.steps import (
    DealLineups,
    DrawDaimyo,
    DrawEvent,
    DrawRevolts,
    DropStrayCubes,
    LayActionCards,
    LaySpecialCards,
    LoseRice,
    ThrowCubes,
    TurnUpAction,
    TurnUpBlindDraw,
    TurnUpEvents,
    TurnUpOffer,
)
from games.shogun.rules.table import Land, Options, ShogunTable, setup
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.shogun.positions import acting, on_board, opened, planning

DRAFT = setup(3, Options(), EDITION)
CASES: dict[str, tuple[Chance[ShogunTable, Any], ShogunTable]] = {
    "the offer": (TurnUpOffer(1), DRAFT),
    "a blind draw": (TurnUpBlindDraw(2), DRAFT.but(deck=("aki", "bingo"))),
    "a card from under the deck": (TurnUpOffer(2), DRAFT.but(deck=(), under=("kai", "aki"))),
    "the line-ups": (DealLineups(), setup(5, Options(start="preset"), EDITION)),
    "the second year's events": (TurnUpEvents(), opened(year=2, spent=("E1", "E2", "E3", "E4"))),
    "the event of the round": (DrawEvent(), planning()),
    "lots between three": (DrawDaimyo((1, 2, 3)), planning()),
    "an action card": (TurnUpAction(), planning()),
    "two revolts": (DrawRevolts(1, 2, 2), opened()),
    "a throw": (ThrowCubes(), opened(tower=(0, 1, 0, 0), tray=(0, 0, 0, 1), engaged=(1, 0, 1, 0))),
    "a resting tower": (DropStrayCubes(), opened()),
}


@pytest.mark.parametrize("name", CASES)
def test_the_probability_is_that_of_the_draws(name: str) -> None:
    step, table = CASES[name]
    exact = distribution(partial(step.draw, table))
    for outcome, chance in exact.items():
        assert step.probability(table, outcome) == chance
    assert sum(exact.values()) == 1


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_has_no_probability_and_is_refused(name: str) -> None:
    step, table = CASES[name]
    nonsense: dict[type[Plain], Plain] = {
        cmd.TurnUpProvince: cmd.TurnUpProvince(province="atlantis"),
        cmd.DropCubes: cmd.DropCubes(fallen=cmd.Cubes(armies=(9, 9, 9))),
        cmd.DropStrayCubes: cmd.DropStrayCubes(fallen=cmd.Cubes(armies=(9, 9, 9))),
    }
    outcome: Any = nonsense.get(step.takes[0], step.takes[0]())
    assert step.probability(table, outcome) == 0
    assert isinstance(step.refuse(table, outcome), Refusal)


def test_each_card_of_the_draft_is_as_likely_as_every_other() -> None:
    chances = {
        TurnUpOffer(1).probability(DRAFT, cmd.TurnUpProvince(province=province.id))
        for province in PROVINCES
        if province.id in DRAFT.deck
    }
    assert chances == {Fraction(1, 37)}


def test_a_table_tower_may_drop_cubes_between_battles_only() -> None:
    plans = {1: {"march_a": "mino"}}
    table = decider.begin(SHOGUN.rules, acting(plans, ["march_a"], tower_source="table")).table
    stray = cmd.DropStrayCubes(fallen=cmd.Cubes(armies=(1, 0, 0)))
    assert isinstance(decider.decide(SHOGUN.rules, table, 0, stray), decider.Accepted)
    for move in (cmd.MarchTo(province="ise"), cmd.MarchArmies(armies=3)):
        ruling = decider.decide(SHOGUN.rules, table, 1, move)
        assert isinstance(ruling, decider.Accepted)
        table = ruling.table
    assert isinstance(decider.decide(SHOGUN.rules, table, 0, stray), Refusal)


def test_cards_turned_one_by_one_are_a_fair_shuffle() -> None:
    """The ten actions come in any order equally likely, though five of them are not drawn before their time."""
    row = ("tax", "march_b", "castle", "rice", "march_a", "temple", "deploy1", "theatre", "deploy5", "deploy3")
    chance = LayActionCards().probability(opened(), cmd.LayActionCards(actions=row[:5]))
    for position in range(5, 10):
        table = planning(row=row[:position])
        chance *= TurnUpAction().probability(table, cmd.TurnUpAction(action=row[position]))
    assert chance == Fraction(1, factorial(10))


def test_the_events_of_two_years_are_eight_cards_of_a_fair_shuffle() -> None:
    first, second = ("E3", "E7", "E1", "E12"), ("E2", "E4", "E5", "E6")
    chance = TurnUpEvents().probability(opened(), cmd.TurnUpEvents(events=first))
    chance *= TurnUpEvents().probability(opened(year=2, spent=first), cmd.TurnUpEvents(events=second))
    assert chance == Fraction(1, perm(12, 8))


def test_action_and_event_cards_that_are_not_different_ones_are_not_laid() -> None:
    actions = ("tax", "march_b", "castle", "rice", "march_a")
    for wrong in (actions[:4], (*actions[:4], "tax"), (*actions, "tax"), (*actions[:4], "rest")):
        assert LayActionCards().probability(opened(), cmd.LayActionCards(actions=wrong)) == 0
    events = ("E3", "E7", "E1", "E12")
    for other in (events[:3], (*events[:3], "E3"), (*events, "E3"), (*events[:3], "E99")):
        assert TurnUpEvents().probability(opened(), cmd.TurnUpEvents(events=other)) == 0


def test_special_cards_that_are_not_the_five_are_not_laid() -> None:
    table = opened()
    five = tuple(SPECIALS)
    assert LaySpecialCards().probability(table, cmd.LaySpecialCards(specials=five)) == Fraction(1, 120)
    for wrong in (five[:4], (*five[:4], five[0]), (*five, five[0])):
        assert LaySpecialCards().probability(table, cmd.LaySpecialCards(specials=wrong)) == 0


def test_all_provinces_of_a_seat_may_be_drawn_for_revolts() -> None:
    table = on_board(acting({}, ()), Land("mino", 1, 1), Land("kai", 1, 2))
    step = DrawRevolts(1, 2, 0)
    assert step.probability(table, cmd.DrawRevolts(provinces=("mino", "kai"))) == Fraction(1, 2)
    assert step.probability(table, cmd.DrawRevolts(provinces=("mino", "suruga"))) == 0


def test_no_seat_has_a_special_card_before_they_are_laid() -> None:
    assert not opened().holds(1, "tax_bonus")


def test_a_winter_whose_event_is_the_last_of_the_year_goes_on() -> None:
    assert isinstance(SHOGUN.rules.turn(acting({}, (), events=(), season="winter")), LoseRice)
