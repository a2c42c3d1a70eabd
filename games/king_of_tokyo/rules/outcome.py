"""How a game of King of Tokyo ends (KT-10.1)."""

from __future__ import annotations

from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Outcome
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause


def outcome(table: TokyoTable) -> Outcome | None:
    """Return how the game ended, or None while it runs."""
    scores = tuple(monster.points for monster in table.monsters)
    match table.ending:
        case "points":
            return Outcome("points", clause.CLAUSE_8_6, winners=(table.king,), scores=scores)
        case "last_alive":
            return Outcome("last_alive", clause.CLAUSE_6_13, winners=(table.king,), scores=scores)
        case "all_dead":
            return Outcome("all_dead", clause.CLAUSE_6_13, scores=scores)
    return None
