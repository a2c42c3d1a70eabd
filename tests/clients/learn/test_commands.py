"""What a seat can choose leads to every legal command, and to nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

import pytest

from games.king_of_tokyo import KING_OF_TOKYO
from games.king_of_tokyo.rules.steps import AssignHearts
from games.kit.rules import decider
from games.shogun import SHOGUN
from games.shogun.rules.data import SPACES, WAR_CHESTS
from games.shogun.rules.table import Land
from gunbai.king_of_tokyo.v1 import commands as tokyo
from gunbai.shogun.v1 import commands as shogun
from gunbai_learn import commands
from gunbai_learn.commands import Choice, Mark, Offer
from gunbai_record.plain import Plain
from lab.variants import VARIANTS
from tests.clients.learn import reaching
from tests.games.king_of_tokyo.positions import monster
from tests.games.king_of_tokyo.positions import table as tokyo_table
from tests.games.shogun.positions import PLANS, on_board, planning
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up, walk

ENTRIES = 3_000
"""How far a random game is played."""
MOMENTS = 8
"""At how many moments of a game is looked; the long suite looks at more."""


def moments(name: str, variant: tuple[int, str], most: int, seed: int = 1) -> Iterator[tuple[Any, int]]:
    """Yield tables of a random game of a title from its beginning to its end, each with the seats that can act."""
    title, (seats, options) = newest(name), variant
    turns = list(islice(walk(title, set_up(title, seats, options).table, seed), ENTRIES))
    decided = [turn.before for turn in turns if turn.actor]
    source = random.Random(seed)
    for table in source.sample(decided, min(most, len(decided))):
        for seat in table.seats:
            if next(decider.legal(title.rules, table, seat), None) is not None:
                yield table, seat


WAYS = [(name, variant) for name in TITLES if name in VARIANTS for variant in VARIANTS[name]]


@pytest.mark.parametrize("most", [MOMENTS, pytest.param(MOMENTS * 10, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "variant"), WAYS)
def test_every_listed_command_can_be_reached(name: str, variant: tuple[int, str], most: int) -> None:
    title = newest(name)
    for position, seat in moments(name, variant, most):
        for command in decider.legal(title.rules, position, seat):
            assert reaching.reached(title, position, seat, command), command


@pytest.mark.parametrize("most", [MOMENTS, pytest.param(MOMENTS * 10, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "variant"), WAYS)
def test_whatever_can_be_reached_is_legal(name: str, variant: tuple[int, str], most: int) -> None:
    title = newest(name)
    for position, seat in moments(name, variant, most):
        for first in Offer(title, position, seat).choices:
            if first.value not in reaching.built(title):
                for command in islice(reaching.every(title, position, seat, first), 300):
                    assert reaching.accepted(title, position, seat, command), command
        source = random.Random(seat)
        for _ in range(10):
            command = reaching.anyone(title, position, seat, source)
            assert reaching.accepted(title, position, seat, command), command


@pytest.mark.parametrize("most", [MOMENTS, pytest.param(MOMENTS * 10, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "variant"), WAYS)
def test_a_legal_command_that_no_list_has_can_be_reached_or_another_with_the_same_events(
    name: str, variant: tuple[int, str], most: int
) -> None:
    title, source = newest(name), random.Random(3)
    for position, seat in moments(name, variant, most):
        for command in reaching.invented(title, position, seat, source, 100):
            follows = reaching.accepted(title, position, seat, command)
            if follows is not None and not reaching.reached(title, position, seat, command):
                others = reaching.every(title, position, seat, reaching.kind_of(command))
                assert any(reaching.accepted(title, position, seat, other) == follows for other in others), command


HEALER = tokyo_table(
    monster(1, "healing_ray", "regeneration"), *(monster(seat, life=8, energy=3) for seat in (2, 3, 4))
).opens(AssignHearts(1, 3))


def test_patients_can_be_healed_in_any_order() -> None:
    orders = {
        tuple(patient.seat for patient in command.patients)
        for command in reaching.every(KING_OF_TOKYO, HEALER, 1, Choice(Mark.COMMAND, "AssignHearts"))
        if isinstance(command, tokyo.AssignHearts)
    }
    assert orders == {order for count in range(4) for order in permutations((2, 3, 4), count)}


def test_more_orders_than_can_be_listed_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_ORDERS", 10)
    with pytest.raises(decider.BrokenLawError, match=r"AssignHearts has too many orders .* needs `Bots\.builds`"):
        Offer(KING_OF_TOKYO, HEALER, 1)


def test_dice_are_named_in_one_order_since_no_other_has_other_consequences() -> None:
    position, seat = next(
        (table, turn.actor)
        for turn in walk(KING_OF_TOKYO, set_up(KING_OF_TOKYO, 2).table, 1)
        for table in (turn.before,)
        if any(isinstance(move, tokyo.Reroll) for move in turn.legal)
    )
    offer = Offer(KING_OF_TOKYO, position, seat)
    offer.choose(Choice(Mark.COMMAND, "Reroll"))
    offer.choose(Choice("dice", 4))
    assert [choice.value for choice in offer.choices] == [Mark.END, 5, 6]


FEW_CARDS = on_board(planning(), Land("mino", 1, 3), Land("suruga", 1, 3), Land("kii", 2, 3), Land("hida", 3, 3))
"""A player without the chests for a card, whose cards are too few for the spaces."""
PLANNERS = {
    "rich": planning(),
    "poor": planning().but_at(1, chests=0),
    "with few cards": FEW_CARDS,
    "with few cards and poor": FEW_CARDS.but_at(1, chests=0),
    "with a sealed plan": decider.decide(SHOGUN.rules, planning(), 1, shogun.LayPlan(seat=1, cards=PLANS[1])).table,  # type: ignore[union-attr]  # it is legal
}


@pytest.mark.parametrize("planner", PLANNERS)
def test_a_plan_is_legal_exactly_if_it_can_be_reached(planner: str) -> None:
    position, source, found = PLANNERS[planner], random.Random(planner), Counter[bool]()
    own = [*position.provinces_of(1), *WAR_CHESTS, *[""] * 6]
    for _ in range(1_000):
        plan = shogun.LayPlan(seat=1, cards=tuple(source.sample(own, len(SPACES))))
        is_legal = reaching.accepted(SHOGUN, position, 1, plan) is not None
        found[is_legal] += 1
        assert reaching.reached(SHOGUN, position, 1, plan) == is_legal, plan
    assert found[False]
    plans = [_any_plan(position, source) for _ in range(200)]
    assert all(reaching.accepted(SHOGUN, position, 1, plan) for plan in plans)
    assert len({*plans}) > 100


def _any_plan(position: Any, source: random.Random) -> Plain:
    offer = Offer(SHOGUN, position, 1)
    offer.choose(Choice(Mark.COMMAND, "LayPlan"))
    while offer.command is None:
        offer.choose(source.choice(offer.choices))
    return offer.command


def test_a_sealed_plan_that_was_changed_too_often_cannot_be_laid_again() -> None:
    sealed = PLANNERS["with a sealed plan"].but_at(1, changes=100)
    assert Offer(SHOGUN, sealed, 1).choices == ()


def test_what_is_not_offered_is_refused() -> None:
    offer = Offer(SHOGUN, planning(), 1)
    with pytest.raises(ValueError, match="SealPlan"):
        offer.choose(Choice(Mark.COMMAND, "SealPlan"))
