"""A table's value to each monster: points, life, energy, cards, Tokyo, the dice before it, and who rolls next.

The weights were set by hand, near those with which such a sum best approximates what the network of appraisal.py says
about tables at which a turn begins. A card is worth what it costs: the network knows better, and searches go by it.
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
    """The strength of a point, what one beyond the twelfth adds, and the strength of log life and of an energy."""

    point: float
    late_point: float
    life: float
    energy: float
    cost: float
    """The strength of an energy that a card costs."""
    tokyo: float
    """The strength of being in Tokyo while another rolls next: a weakness."""
    tokyo_own: float
    """The same while the monster in Tokyo rolls next."""
    tokyo_life: float
    """What is added for the logarithm of life there."""
    next_roll: float
    """The strength of rolling next."""


LAST_TWO = Weights(
    point=0.05,
    late_point=0.27,
    life=1.1,
    energy=0.045,
    cost=0.065,
    tokyo=-2.0,
    tokyo_own=-1.4,
    tokyo_life=0.9,
    next_roll=0.2,
)
"""The weights between the last two monsters."""
SEVERAL = Weights(
    point=0.13,
    late_point=0.23,
    life=0.7,
    energy=0.05,
    cost=0.06,
    tokyo=-1.05,
    tokyo_own=-0.85,
    tokyo_life=0.5,
    next_roll=0.3,
)
"""The weights among three or more."""
LATE = 12
A_REROLL = 0.12
"""The strength of a reroll."""
A_PAIR = 0.3
"""The points that two dice with the same number are worth while they can be rolled again, times that number."""
CROWN = 4.0
"""The strength of being the first to reach the points that win at the end of the turn, if nothing happens before."""


def evaluation(table: TokyoTable) -> tuple[float, ...]:
    """Return each seat's share, with the turn's dice resolved as they lie."""
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
        strength += tokyo + weights.tokyo_life * life
    if any(turn.dice) and seat == turn.seat and is_rolling(table):
        strength += A_REROLL * turn.rerolls
    return strength + weights.next_roll * is_next
