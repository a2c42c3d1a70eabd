"""A few rules whose tests have known gaps: what the tool for mutants is tested with."""

from __future__ import annotations

PRICES = {"adult": 3}
PRICE = PRICES["adult"]


def price(count: int) -> int:
    """Return what some tickets cost: from ten on, half."""
    if count >= 10:
        return count * PRICE // 2
    return count * PRICE


def bearer(name: str) -> str:
    """Return whose ticket it is."""
    return name or "nobody"


def seats(count: int) -> list[int]:
    """Return the seats of some tickets."""
    return list(range(count))
