"""How a game of Samurai Spirit ends (SS-8.23, SS-9.7, SS-9.8, SS-12.3)."""

from __future__ import annotations

from games.kit.rules.decider import Outcome
from games.samurai_spirit.rules.score import points, written
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause


def outcome(table: SamuraiTable) -> Outcome | None:
    """Return how the game ended, or None while it runs: all samurai win or lose together (SS-12.3)."""
    match table.ending:
        case "death":
            return Outcome("death", clause.CLAUSE_8_23)
        case "village_lost":
            return Outcome("village_lost", clause.CLAUSE_9_7)
        case "village_saved":
            scores = (points(table),) * table.players
            return Outcome("village_saved", clause.CLAUSE_9_8, tuple(table.seats), scores, written(table))
    return None
