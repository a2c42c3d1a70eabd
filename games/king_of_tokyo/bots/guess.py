"""What a reader may guess about a table: the top card of the deck, if only others have looked at it (KT-13.24)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import CARDS
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.chance import Draws


def guess(table: TokyoTable, reader: int | None, draws: Draws) -> TokyoTable:
    """Return the table with any of the cards that the reader has not seen on top, if somebody else has looked there."""
    if not table.top_card or reader in table.lookers:
        return table
    hidden = {*table.unseen, table.top_card}
    return table.but(top_card=draws.pick([card for card in CARDS if card in hidden]))
