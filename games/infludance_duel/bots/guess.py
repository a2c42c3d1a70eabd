"""What a reader may guess about a table: nothing, since nobody knows more than anyone else."""

from __future__ import annotations

from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.chance import Draws


def guess(table: DuelTable, reader: int | None, draws: Draws) -> DuelTable:
    """Return the table itself: what is face down is undecided until it is turned up."""
    return table
