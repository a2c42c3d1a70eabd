"""What a table is worth to each monster: points, life, energy, cards, Tokyo, the dice before it, and who rolls next.

The weights between two are those of a logistic regression on 1,800 games: who won, by what each monster had when a turn
began. They were played by bots of level 1 with weights that were drawn for each player, around those of a former fit.
The weights among several were set by hand. A card is worth what it costs: appraisal.py knows better, for searches.
"""

from __future__ import annotations

from math import inf, log
from typing import NamedTuple

from games.king_of_tokyo.bots.standing import Standing, heir, is_rolling, next_roll, standing_of
from games.king_of_tokyo.rules.data import CARDS, MOST_POINTS
from games.king_of_tokyo.rules.outcome import outcome
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.bots.estimate import shares, won


class Weights(NamedTuple):
    """The strength of a point, of one beyond the twelfth besides, of the logarithm of life, and of an energy."""

    point: float
    late_point: float
    life: float
    energy: float
    cost: float
    """The strength of an energy that a card costs."""
    tokyo: float
    """The strength of being in Tokyo while another rolls next: a weakness, among several for each more than two."""
    tokyo_own: float
    """The same while the monster in Tokyo rolls next."""
    tokyo_life: float
    """What is added for the logarithm of life there."""
    next_roll: float
    """The strength of rolling next."""


LAST_TWO = Weights(
    point=0.044,
    late_point=0.385,
    life=1.43,
    energy=0.022,
    cost=0.054,
    tokyo=-2.47,
    tokyo_own=-1.52,
    tokyo_life=0.9,
    next_roll=-0.08,
)
"""Those between the last two monsters."""
SEVERAL = Weights(
    point=0.15,
    late_point=0.3,
    life=1.6,
    energy=0.05,
    cost=0.05,
    tokyo=-0.75,
    tokyo_own=-0.75,
    tokyo_life=0.0,
    next_roll=0.17,
)
"""Those among three and more."""
LATE = 12
A_REROLL = 0.12
"""The strength of a reroll."""
A_PAIR = 0.3
"""The points that two dice of a number are worth while they can be rolled again, times that number."""
CROWN = 4.0
"""The strength of being the first with the points that win at the end of the turn, if nothing happens before."""


def evaluation(table: TokyoTable) -> tuple[float, ...]:
    """Return the share of each seat, with the dice of the turn as if they were resolved as they lie."""
    if (ended := outcome(table)) is not None:
        return won(ended, table.players)
    if not table.living:
        return (1 / table.players,) * table.players
    standing = standing_of(table)
    first = heir(table, standing)
    return shares([_strength(table, seat, standing) + CROWN * (seat == first) for seat in table.seats])


def _strength(table: TokyoTable, seat: int, standing: Standing) -> float:
    monster, living, turn = table.at(seat), len(table.living), table.turn
    if not monster.life:
        return -inf
    weights, is_next = LAST_TWO if living == 2 else SEVERAL, seat == next_roll(table)
    points = min(standing.points[seat - 1] + A_PAIR * standing.pairs[seat - 1], MOST_POINTS)
    life = log(max(standing.life[seat - 1], 0.2))
    strength = weights.point * points + weights.late_point * max(points - LATE, 0.0) + weights.life * life
    strength += weights.energy * standing.energy[seat - 1]
    strength += weights.cost * sum(CARDS[held.card].cost for held in monster.cards)
    if standing.inside[seat - 1]:
        tokyo = weights.tokyo_own if is_next else weights.tokyo
        strength += tokyo * max(living - 2, 1) + weights.tokyo_life * life
    if any(turn.dice) and seat == turn.seat and is_rolling(table):
        strength += A_REROLL * turn.rerolls
    return strength + weights.next_roll * is_next
