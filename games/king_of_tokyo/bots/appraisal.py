"""What a table is worth to each of up to four monsters, by a network that knows the cards (facts.py).

Its weights were fitted to the games of a program that plays the rules without a few cards (docs/bots.md): each monster
chose its dice by all throws to come and its cards by the tables after them, and now and then anything. The network
learnt what a turn seemed to be worth, mixed with what the later ones were worth and how the game ended (TD(λ) of
R. Sutton, "Learning to predict by the methods of temporal differences", 1988, with 0.75 for λ).
"""

from __future__ import annotations

from math import inf

from games.king_of_tokyo.bots.evaluation import A_REROLL, CROWN, evaluation
from games.king_of_tokyo.bots.facts import FEWEST, MOST, facts
from games.king_of_tokyo.bots.standing import heir, is_rolling, standing_of
from games.king_of_tokyo.bots.weights import NETWORK
from games.king_of_tokyo.rules.outcome import outcome
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.bots.estimate import shares

A_PAIR = 0.05
"""The strength of a pair that can still grow, times its number."""
FALLEN = -5.0
"""The strength of having no life left once the dice are resolved."""


def appraisal(table: TokyoTable) -> tuple[float, ...]:
    """Return the share of each seat, with the dice of the turn as if they were resolved as they lie."""
    if not FEWEST <= len(table.living) <= MOST or outcome(table) is not None:
        return evaluation(table)
    standing, turn = standing_of(table), table.turn
    strengths = [-inf] * table.players
    for seat, known in facts(table, standing).items():
        strengths[seat - 1] = NETWORK.strength([known]) + (standing.life[seat - 1] <= 0) * FALLEN
    if first := heir(table, standing):
        strengths[first - 1] += CROWN
    if any(turn.dice) and is_rolling(table) and turn.rerolls:
        strengths[turn.seat - 1] += A_REROLL * turn.rerolls + A_PAIR * standing.pairs[turn.seat - 1]
    return shares(strengths)
