"""What a winter costs and is worth, and who becomes shogun (SH-16.1, SH-16.2, SH-17, SH-18)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.shogun.rules.data import BUILDING_POINTS, EVENT, MAJORITY_POINTS, PROVINCE_POINTS, SUPPLY_TABLE, SupplyRow
from games.shogun.rules.table import ShogunTable


class Majority(msgspec.Struct, frozen=True):
    """The most buildings of a kind in a region, alone or tied."""

    seat: int
    region: str
    building: str
    points: int
    tied: bool


def rice_lost(table: ShogunTable, event: str) -> tuple[int, ...]:
    """Return how much rice each seat loses to a winter, down to zero (SH-16.1)."""
    return tuple([min(seat.rice, EVENT[event].rice_loss) for seat in table.daimyo])


def unsupplied(table: ShogunTable, seat: int, lost: int) -> int:
    """Return how many of the provinces that a seat owns now lack rice (SH-16.2, SH-16.7); below 1 if none does."""
    return len(table.provinces_of(seat)) - table.at(seat).rice + lost


def supply_row(missing: int) -> SupplyRow:
    """Return the row of the supply table for a number of unsupplied provinces (SH-16.4)."""
    return next(row for row in SUPPLY_TABLE if missing <= row.unsupplied)


def province_points(table: ShogunTable, seat: int) -> int:
    """Return a seat's points for its provinces (SH-17.1)."""
    return PROVINCE_POINTS * len(table.provinces_of(seat))


def building_points(table: ShogunTable, seat: int) -> int:
    """Return a seat's points for the buildings in its provinces (SH-17.1)."""
    return BUILDING_POINTS * sum(len(land.buildings) for land in table.lands if land.owner == seat)


def majorities(table: ShogunTable) -> Iterator[Majority]:
    """Yield who has the most buildings of each kind in each region (SH-17.2)."""
    for region in table.ground.regions:
        for building, points in MAJORITY_POINTS.items():
            yield from _most(table, region.id, building, points)


def _most(table: ShogunTable, region: str, building: str, points: int) -> Iterator[Majority]:
    """Yield the majorities of a kind: one point less in a tie, none without a building (SH-17.3, SH-17.4)."""
    counts = [0] * table.players
    for land in table.lands:
        if building in land.buildings and table.ground.region[land.province] == region:
            counts[land.owner - 1] += 1
    best = max(counts)
    tied = counts.count(best) > 1
    for seat, count in enumerate(counts, 1):
        if count == best and best:
            yield Majority(seat, region, building, points - tied, tied)


def winners(table: ShogunTable) -> tuple[int, ...]:
    """Return the seats with the most points and, of those, the most chests (SH-18.1, SH-18.2)."""
    best = max((seat.points, seat.chests) for seat in table.daimyo)
    return tuple([number for number, seat in enumerate(table.daimyo, 1) if (seat.points, seat.chests) == best])
