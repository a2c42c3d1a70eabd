"""Where commands of Shogun point in the picture: provinces, and special cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kit.board.spots import pointed, spot
from games.shogun.rules.data import WAR_CHESTS
from games.shogun.rules.table import ShogunTable
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain


def spots(table: ShogunTable, move: Plain) -> tuple[str, ...]:
    """Return the provinces that a command names, those of cards among them, or a special card."""
    match move:
        case cmd.TakeProvince(slot=slot):
            return tuple(_provinces(table.offer[slot - 1 : slot]))
        case cmd.LayCard(card=card):
            return tuple(_provinces((card,)))
        case cmd.LayPlan(cards=cards):
            return tuple(_provinces(cards))
        case _:
            return tuple(pointed(move, {"province": "province", "special": "special"}))


def _provinces(cards: Iterable[str]) -> Iterator[str]:
    """Yield the provinces of cards: a war chest card and an empty space have none."""
    return (spot("province", card) for card in cards if card and card not in WAR_CHESTS)
