"""How a game of Shogun ended (SH-18)."""

from __future__ import annotations

from games.kit.rules.decider import Outcome
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause


def outcome(table: ShogunTable) -> Outcome | None:
    """Return how the game ended, or None while it runs."""
    if not table.winners:
        return None
    points = tuple([seat.points for seat in table.daimyo])
    if len(table.winners) > 1:
        return Outcome("shared", clause.CLAUSE_18_2, table.winners, points)
    if points.count(max(points)) > 1:
        return Outcome("chests", clause.CLAUSE_18_2, table.winners, points)
    return Outcome("points", clause.CLAUSE_18_1, table.winners, points)
