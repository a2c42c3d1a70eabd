"""How a game ends, and what a victory is worth (SS-9.7, SS-9.8, SS-12)."""

from __future__ import annotations

from games.decider import Outcome
from games.samurai_spirit.table import SamuraiTable
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


def points(table: SamuraiTable) -> int:
    """Return the points of a victory: farms, families, and a band without a wound token (SS-12.1)."""
    if table.ending != "village_saved":
        return 0
    return len(table.farms) + len(table.families) + (not table.wounded())


def written(table: SamuraiTable) -> str:
    """Return the score of a victory with the suffix of its level (SS-12.2)."""
    return f"{points(table)}{table.level.suffix}" if table.ending == "village_saved" else ""
