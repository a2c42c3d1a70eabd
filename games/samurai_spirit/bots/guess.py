"""What a reader may guess about a table: nothing, since nobody knows more than anyone else."""

from __future__ import annotations

from games.kit.rules.chance import Draws
from games.samurai_spirit.rules.table import SamuraiTable


def guess(table: SamuraiTable, reader: int | None, draws: Draws) -> SamuraiTable:
    """Return the table itself: what is face down is undecided until it is turned up."""
    return table
