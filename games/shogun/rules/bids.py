"""What bids cost, how they rank, and who picks when (SH-8.1, SH-8.2, SH-8.3)."""

from __future__ import annotations

from games.shogun.rules.data import BID, SPACE, WAR_CHESTS
from games.shogun.rules.table import ShogunTable

LADDER = ("chest_4", "chest_3", "chest_2", "chest_1", "province", "chest_0", "")  # SH-8.2, SH-6.10


def price(table: ShogunTable, seat: int, card: str) -> int:
    """Return what a seat pays for a bid: the chests of a war chest card, or those that it owns (SH-6.6, SH-8.1)."""
    return payable(card, table.at(seat).chests)


def payable(card: str, chests: int) -> int:
    """Return what somebody who owns this many chests pays for a bid (SH-6.6)."""
    return min(WAR_CHESTS.get(card, 0), chests)


def rank(card: str, paid: int) -> int:
    """Return the rank of a bid, 0 for the highest: chests, then a province, no chests, no card (SH-8.2)."""
    if card in WAR_CHESTS:
        return LADDER.index(f"chest_{paid}")
    return LADDER.index("province" if card else "")


def groups(table: ShogunTable) -> list[tuple[int, ...]]:
    """Return the seats by the rank of the bids that they have shown, equal bidders together, the highest first."""
    by_rank: dict[int, tuple[int, ...]] = {}
    for number, seat in enumerate(table.daimyo, 1):
        height = rank(seat.shown[SPACE[BID]], seat.paid)
        by_rank[height] = (*by_rank.get(height, ()), number)
    return [by_rank[height] for height in sorted(by_rank)]


def tie(table: ShogunTable) -> tuple[int, ...]:
    """Return the highest group of equal bidders whose lots are not drawn yet, or nothing."""
    drawn = {seat for lot in table.lots for seat in lot}
    # A lot ranks a whole group, so its first seat tells.
    return next((group for group in groups(table) if len(group) > 1 and group[0] not in drawn), ())


def picking_order(table: ShogunTable) -> list[int]:
    """Return the seats in the order in which they pick, once every tie is broken."""
    lots = {frozenset(lot): lot for lot in table.lots}
    return [seat for group in groups(table) for seat in lots.get(frozenset(group), group)]
