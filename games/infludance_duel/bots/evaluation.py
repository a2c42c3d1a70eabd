"""A table's value to each player: how far the cowboys still have to go."""

from __future__ import annotations

from games.infludance_duel.rules.data import RED
from games.infludance_duel.rules.outcome import outcome
from games.infludance_duel.rules.table import DuelTable
from games.kit.bots.estimate import shares, won

A_ROW = 0.5
"""The strength of one row."""


def evaluation(table: DuelTable) -> tuple[float, ...]:
    """Return each seat's share: the nearer its own cowboy is to its winning line, the better."""
    if table.winner:
        return tuple(float(seat == table.winner) for seat in table.seats)
    if (ended := outcome(table)) is not None or table.ending:
        return won(ended, 2, drawn=0.5) if ended else (0.5, 0.5)
    return shares([-A_ROW * _rows_to_go(table, seat) for seat in table.seats])


def _rows_to_go(table: DuelTable, seat: int) -> int:
    """Return how many rows a seat's cowboy is from its winning line."""
    field = table.at(seat).field
    row = int(field[1:]) if field else table.grid.first_line(seat)
    return table.grid.rows + 1 - row if seat == RED else row
