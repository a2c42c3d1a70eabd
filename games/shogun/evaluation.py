"""What a table is worth to each player: points, those that the next winter brings, and what goes on with it."""

from __future__ import annotations

from games.kit.estimate import shares, won
from games.shogun.outcome import outcome
from games.shogun.scoring import building_points, majorities, province_points
from games.shogun.table import ShogunTable

A_POINT = 0.16
"""The strength of a point."""
AN_ARMY, A_CHEST, A_RICE, A_LACK = 0.22, 0.3, 0.45, 0.7
"""The points of an army on the board, a chest, a rice that a province needs, and a province without rice."""
A_REVOLT = 0.4
"""The points that a revolt marker costs."""
MEAN_LOSS = 4
"""The rice that a winter takes on average (SH-16.1)."""


def evaluation(table: ShogunTable) -> tuple[float, ...]:
    """Return the share of each seat."""
    if (ended := outcome(table)) is not None:
        return won(ended, table.players)
    majority = [0.0] * table.players
    for most in majorities(table):
        majority[most.seat - 1] += most.points
    return shares([A_POINT * (_points(table, seat) + majority[seat - 1]) for seat in table.seats])


def _points(table: ShogunTable, seat: int) -> float:
    """Return the points that a seat has and can expect, without its majorities."""
    lands = [land for land in table.lands if land.owner == seat]
    daimyo = table.at(seat)
    lacking = max(0, len(lands) + MEAN_LOSS - daimyo.rice)
    kept = AN_ARMY * sum(min(land.armies, 6) for land in lands) - A_REVOLT * sum(land.revolts for land in lands)
    stores = A_CHEST * daimyo.chests + A_RICE * min(daimyo.rice, len(lands) + MEAN_LOSS) - A_LACK * max(0, lacking - 4)
    return daimyo.points + province_points(table, seat) + building_points(table, seat) + kept + stores
