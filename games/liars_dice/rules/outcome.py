"""How a game of Liar's Dice ends (LD-7)."""

from __future__ import annotations

from games.kit.rules.decider import Outcome
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import clauses_pb2 as clause


def outcome(table: DiceTable) -> Outcome | None:
    """Return who won, with the dice that each player has left, or None while the game runs."""
    if not table.winner:
        return None
    return Outcome(
        "last_dice", clause.CLAUSE_7_1, winners=(table.winner,), scores=tuple(cup.dice for cup in table.cups)
    )
