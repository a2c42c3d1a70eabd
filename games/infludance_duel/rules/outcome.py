"""How a duel ends (IN-7)."""

from __future__ import annotations

from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.decider import Outcome
from gunbai.infludance_duel.v1 import clauses_pb2 as clause


def outcome(table: DuelTable) -> Outcome | None:
    """Return how the duel ended, once the tokens that were never fired are shown, or None while it runs."""
    if table.unfired:
        return None
    match table.ending:
        case "goal":
            return Outcome("goal", clause.CLAUSE_7_1, winners=(table.winner,))
        case "repetition":
            return Outcome("repetition", clause.CLAUSE_7_5)
    return None
