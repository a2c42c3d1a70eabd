"""What a table is worth to each player: their dice, and what the bid costs whom if it is doubted next."""

from __future__ import annotations

from math import inf, log

from games.kit.estimate import shares, won
from games.liars_dice.outcome import outcome
from games.liars_dice.table import DiceTable

DOUBTED = 0.5
"""How often a bid is taken to be doubted."""


def evaluation(table: DiceTable) -> tuple[float, ...]:
    """Return the share of each seat. The cups are looked under: the mean over guesses is what a player expects."""
    if (ended := outcome(table)) is not None:
        return won(ended, table.players)
    dice = [float(cup.dice) for cup in table.cups]
    if table.bid.quantity:
        loser = table.active if table.count() >= table.bid.quantity else table.bid.seat  # (LD-4.5)
        dice[loser - 1] -= DOUBTED
    return shares([1.5 * log(count) if count > 0 else -inf for count in dice])
