"""What may be agreed before a race, and the shuffled deck (TR-2, TR-16, TR-17)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any

import pytest

from games.kit.rules import chance, decider
from games.kit.rules.chance import Draws
from games.kit.rules.decider import Accepted, Chance
from games.titan_race import TITAN_RACE
from games.titan_race.rules.steps import DrawCard, RerollDie, RollDice, RollForFirst, StealCard
from games.titan_race.rules.table import Options, RaceTable, setup
from tests.games.titan_race.race import CARDS, race, titan


@pytest.mark.parametrize(
    ("seats", "options", "complaint"),
    [
        (3, Options(tracks=("mordor",)), "there is no track 'mordor'"),
        (3, Options(tracks=()), "not 0"),
        (3, Options(tracks=("kaldheira", "anglieh")), "not 2"),
        (3, Options(tracks=("kaldheira", "dead_lagoon", "anglieh")), "different boards"),
        (3, Options(tracks=("kaldheira", "kaldheira", "anglieh")), "different boards"),
        (5, Options(teams=(1, 2, 1, 2, 1)), "TR-17.1"),
        (4, Options(teams=(1, 2, 3, 4)), "TR-17.1"),
        (4, Options(teams=(1, 2)), "TR-17.1"),
        (6, Options(teams=(1, 1, 1, 2, 2, 2)), "TR-17.2"),
        (4, Options(teams=(1, 2, 2, 1)), "TR-17.2"),
        (6, Options(teams=(1, 2, 3, 2, 3, 1)), "TR-17.2"),
        (4, Options(teams=(1, 1, 2, 2)), "TR-17.2"),
        (4, Options(teams=(-1, 1, -1, 1)), "numbered from 1"),
        (4, Options(teams=(1, 2**40, 1, 2**40)), "numbered from 1"),
    ],
)
def test_what_does_not_fit_is_refused_before_the_race(seats: int, options: Options, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        setup(seats, options, TITAN_RACE.rules.edition)


@pytest.mark.parametrize(("seats", "teams"), [(4, (1, 2, 1, 2)), (6, (1, 2, 3, 1, 2, 3)), (6, (2, 1, 2, 1, 2, 1))])
def test_teams_sit_apart(seats: int, teams: tuple[int, ...]) -> None:
    assert setup(seats, Options(teams=teams), TITAN_RACE.rules.edition).teams == teams


def test_every_chance_step_tells_the_probability_of_what_it_draws() -> None:
    racers = (titan("kraken", "A5"), titan("grinder", "A7"), titan("rassik", "E1"))
    table = race(*racers, hands={2: ("TRC01", "TRC02")}, die="")
    steps: tuple[Chance[RaceTable, Any], ...] = (
        DrawCard(3),
        StealCard(1, 2),
        RollDice("kraken"),
        RollForFirst(),
        RerollDie("kraken"),
    )
    for step in steps:
        outcomes = chance.distribution(partial(step.draw, table))
        assert sum(outcomes.values()) == 1
        for outcome, probability in outcomes.items():
            assert step.probability(table, outcome) == probability


def test_three_cards_drawn_one_by_one_come_as_from_a_shuffled_deck() -> None:
    """Drawing lazily from three cards gives every order the same chance, as a shuffle of the pile does."""
    three = race(titan("kraken", "A5"), titan("grinder", "A7"), titan("rassik", "E1"), discard=tuple(CARDS[3:]))

    def deal(draws: Draws) -> tuple[str, ...]:
        table = three
        for seat in (1, 2, 3):
            move = DrawCard(seat).draw(table, draws)
            accepted = decider.decide(TITAN_RACE.rules, table.opens(DrawCard(seat)), decider.CHANCE, move)
            assert isinstance(accepted, Accepted)
            table = accepted.table
        return tuple(rider.hand[0] for rider in table.riders)

    shuffled = Counter(permutations(CARDS[:3]))
    assert chance.distribution(deal) == {order: Fraction(count, 6) for order, count in shuffled.items()}
