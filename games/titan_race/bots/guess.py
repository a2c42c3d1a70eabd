"""What a reader may guess about a table: the cards in others' hands and in the deck."""

from __future__ import annotations

from games.kit.rules.chance import Draws
from games.titan_race.rules.table import RaceTable


def guess(table: RaceTable, reader: int | None, draws: Draws) -> RaceTable:
    """Return the table with the cards that the reader does not see dealt again, to hands of the same sizes.

    Who was seen with a card, as after a theft (TR-11.12), is not on the table, and so not known here.
    """
    if table.winner:
        return table
    others = [seat for seat in table.seats if seat != reader]
    hidden = sorted([*table.deck, *(card for seat in others for card in table.at(seat).hand)])
    for seat in others:
        hand = draws.sample(hidden, len(table.at(seat).hand))
        hidden = [card for card in hidden if card not in hand]
        table = table.but_at(seat, hand=hand)
    return table.but(deck=tuple(hidden))
