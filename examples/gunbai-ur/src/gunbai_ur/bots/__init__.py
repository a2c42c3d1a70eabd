"""What bots need from the Royal Game of Ur: nothing is hidden, and the player who is ahead is more likely to win."""

from __future__ import annotations

from math import exp

from games.kit.bots.contract import Bots, rests
from games.kit.bots.open_bots import all_known
from gunbai_ur.rules.steps import turn
from gunbai_ur.rules.table import ROSETTES, UrTable

SCALE = 12
"""With a lead of this many squares, a side is expected to win about three games of four."""
SAFE = 3
"""The extra value, in squares, of a piece on the rosette in the middle row."""


def evaluation(table: UrTable) -> tuple[float, ...]:
    """Return the share of the victory that each seat can expect, by how far its pieces have gone."""
    if table.winner:
        return tuple(float(seat == table.winner) for seat in table.seats)
    lead = (_gone(table, 1) - _gone(table, 2)) / SCALE
    share = 1 / (1 + exp(-lead))
    return share, 1 - share


def _gone(table: UrTable, seat: int) -> int:
    side, length = table.at(seat), len(table.path(seat)) + 1
    shared = {*table.path(1)} & {*table.path(2)} & ROSETTES
    safe = sum(SAFE for square in side.squares if square in shared)
    return safe + side.home * length + sum(table.place(seat, square) for square in side.squares)


BOTS = Bots(guess=all_known, evaluation=evaluation, is_quiet=rests(turn))
