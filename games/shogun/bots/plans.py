"""A plan that is laid as a whole (SH-6.9), card by card: there are too many to list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.kit.rules.changes_of_mind import MOST_CHANGES
from games.shogun.rules.data import BID, SPACE, SPACES, WAR_CHESTS
from games.shogun.rules.steps.plan_actions import refuse_piece
from games.shogun.rules.table import ShogunTable

_ANY = "any card"
"""A card on a space of which it does not matter what lies there."""


def next_cards(table: ShogunTable, seat: int, cards: tuple[str, ...]) -> Iterator[str]:
    """Yield what may lie on the space after these cards, "" for nothing, so that a legal plan can follow.

    A sealed plan is changed so often and no more (SH-6.11).
    """
    sitting = table.at(seat)
    if len(cards) == len(SPACES) or (sitting.sealed and sitting.changes >= MOST_CHANGES):
        return
    own = (*table.provinces_of(seat), *WAR_CHESTS, "")
    for card in own:
        begun = (*cards, card)
        if refuse_piece(table, seat, begun, len(cards)) is None and _can_bid(table, seat, begun, own):
            yield card


def _can_bid(table: ShogunTable, seat: int, begun: tuple[str, ...], own: tuple[str, ...]) -> bool:
    """Return whether a card is left that may be the bid, or no card need be (SH-6.4, SH-6.6)."""
    if len(begun) > SPACE[BID]:
        return True
    before = (*begun, *(_ANY,) * (SPACE[BID] - len(begun)))
    refused = partial(refuse_piece, table, seat, space=SPACE[BID])
    return any(refused(cards=(*before, bid)) is None for bid in own)
