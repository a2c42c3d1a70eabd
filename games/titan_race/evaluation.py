"""What a table is worth to each player: how far their titans are ahead, and in what state."""

from __future__ import annotations

from games.kit.estimate import shares
from games.titan_race.data import ROWS
from games.titan_race.table import RaceTable, Titan

A_ROW, A_LIFE, A_CARD, READY, DOWN = 0.14, 0.12, 0.1, 0.1, 0.7
"""The strength of a row of the track, a life, a card in hand and a ready ability, and the weakness of lying down."""


def evaluation(table: RaceTable) -> tuple[float, ...]:
    """Return the share of each seat; partners share what their side has (TR-17.3)."""
    if table.winner:
        winners = table.team(table.titan(table.winner).seat)
        return tuple([float(seat in winners) / len(winners) for seat in table.seats])
    alone = shares([_strength(table, seat) for seat in table.seats])
    if not table.teams:
        return alone
    return tuple([sum(alone[mate - 1] for mate in table.team(seat)) / len(table.team(seat)) for seat in table.seats])


def _strength(table: RaceTable, seat: int) -> float:
    """Return the strength of a player, of two titans that of the better one (TR-15.6)."""
    titans = [_titan(table, titan) for titan in table.titans if titan.seat == seat]
    return (max(titans) + 0.2 * sum(titans) if titans else 0.0) + A_CARD * len(table.at(seat).hand)


def _titan(table: RaceTable, titan: Titan) -> float:
    fitness = A_LIFE * min(titan.life, 4) + READY * titan.ready - DOWN * titan.knocked_out
    return A_ROW * rows_run(table, titan) + fitness


def rows_run(table: RaceTable, titan: Titan) -> int:
    """Return how many rows a titan has behind it, those of completed laps included."""
    if not titan.field:
        return titan.laps * ROWS
    return titan.laps * ROWS + int(titan.field.partition(":")[2][1:] if ":" in titan.field else titan.field[1:])
