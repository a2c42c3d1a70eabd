"""What a reader may guess about a table: the dice under other players' cups."""

from __future__ import annotations

from games.kit.rules.chance import Draws
from games.liars_dice.rules.table import DiceTable


def guess(table: DiceTable, reader: int | None, draws: Draws) -> DiceTable:
    """Return the table with other dice under others' cups, each face equally likely, whatever was bid."""
    for seat in table.seats:
        hand = table.at(seat).hand
        if seat != reader and hand:
            table = table.but_at(seat, hand=draws.dice(len(hand), range(1, table.edition.data.faces + 1)))
    return table
