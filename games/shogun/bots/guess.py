"""What a reader may guess about a table: the cards that others have laid face down (SH-1.7, SH-6.9)."""

from __future__ import annotations

from games.kit.rules.chance import Draws
from games.shogun.rules.data import BID, SPACE, SPACES, WAR_CHESTS
from games.shogun.rules.steps.plan_actions import is_planning, spaces_left_empty
from games.shogun.rules.table import ShogunTable


def guess(table: ShogunTable, reader: int | None, draws: Draws) -> ShogunTable:
    """Return the table with other plans for the other players.

    While plans are being laid, an unsealed one has no card yet, and nothing is known of a sealed one. Afterwards it is
    known which spaces have a card face down; it can be any card that its seat has not shown, including that of a
    province won since.
    """
    planning = is_planning(table)
    for seat in table.seats:
        if seat != reader:
            table = _planned(table, seat, draws) if planning else _face_down(table, seat, draws)
    return table


def _planned(table: ShogunTable, seat: int, draws: Draws) -> ShogunTable:
    """Return the table with a new plan of a seat while plans are laid."""
    if not table.at(seat).sealed:
        return table.but_at(seat, plan=(), changes=0)
    free = table.but_at(seat, plan=())
    empty = set(draws.sample(SPACES, spaces_left_empty(free, seat)))
    return free.but_at(seat, plan=_laid(free, seat, [space not in empty for space in SPACES], draws), changes=0)


def _face_down(table: ShogunTable, seat: int, draws: Draws) -> ShogunTable:
    """Return the table with other cards on the spaces on which a seat has a card face down."""
    plan = table.at(seat).plan
    if not any(plan):
        return table.but_at(seat, changes=0)
    free = table.but_at(seat, plan=())
    return free.but_at(seat, plan=_laid(free, seat, list(map(bool, plan)), draws), changes=0)


def _laid(table: ShogunTable, seat: int, filled: list[bool], draws: Draws) -> tuple[str, ...]:
    """Return cards from the hand for the filled spaces, the bid first: one that the seat can lay (SH-6.6)."""
    plan, hand = [""] * len(filled), list(table.hand(seat))
    if filled[SPACE[BID]]:
        chests = table.at(seat).chests
        can_bid = [card for card in hand if table.overbid == "capped" or WAR_CHESTS.get(card, 0) <= chests]
        plan[SPACE[BID]] = draws.pick(can_bid)
        hand.remove(plan[SPACE[BID]])
    spaces = [space for space, full in enumerate(filled) if full and not plan[space]]
    for space, card in zip(spaces, draws.sample(hand, len(spaces)), strict=True):
        plan[space] = card
    return tuple(plan)
