"""A table's value to each of up to four monsters, by a network that knows the cards (facts.py).

`make train` produces its weights, from games by these rules (lab/training/king_of_tokyo.py).
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
    """Return each seat's share, with the turn's dice resolved as they lie."""
    if not FEWEST <= len(table.living) <= MOST or outcome(table) is not None:
        return evaluation(table)
    standing, turn = standing_of(table), table.turn
    strengths = [-inf] * table.players
    for seat, facts_of_seat in facts(table, standing).items():
        strengths[seat - 1] = NETWORK.strength([facts_of_seat]) + (standing.life[seat - 1] <= 0) * FALLEN
    if first := heir(table, standing):
        strengths[first - 1] += CROWN
    if any(turn.dice) and is_rolling(table) and turn.rerolls:
        strengths[turn.seat - 1] += A_REROLL * turn.rerolls + A_PAIR * standing.pairs[turn.seat - 1]
    return shares(strengths)
