"""A table's value to each player: how far ahead their titans are, what the die in hand brings, and their condition."""

from __future__ import annotations

from math import sqrt

from games.kit.bots.estimate import shares
from games.titan_race.rules.data import LAPS_TO_WIN, PARTS, PATHS, ROWS
from games.titan_race.rules.steps import CompletePart, PerformDie
from games.titan_race.rules.table import RaceTable, Titan

A_ROW, LEFT = 1.1, 4.0
"""The strength of a row of the track, divided by the root of the rows that the first titan has left plus a few: the
nearer the end, the less can still happen to a lead."""
A_LIFE, A_CARD, READY = 0.8, 0.7, 0.7
"""What a life, a card in hand and a ready ability are worth, in rows."""
DOWN, RESTING = 6.0, 3.0
"""The rows that a titan loses by lying down for two turns, and for one."""
A_TURN = 3.0
"""The rows that a titan can expect from a turn that it has not had yet in this round."""
RUN = {face: max(sum(1 + (way == "forward") for way in path) for path in paths) for face, paths in PATHS.items()}
"""The rows that each face moves a titan, ignoring ramps and pushes."""
COPIED = max(RUN.values())
"""The same for a face that purple copies."""


def evaluation(table: RaceTable) -> tuple[float, ...]:
    """Return each seat's share; partners share what their side has (TR-17.3)."""
    if table.winner:
        winners = table.team(table.titan(table.winner).seat)
        return tuple([float(seat in winners) / len(winners) for seat in table.seats])
    first = max((rows_run(table, titan) for titan in table.titans), default=0)
    row = A_ROW / sqrt(max(LAPS_TO_WIN * ROWS - first, 0) + LEFT)
    alone = shares([row * _rows(table, seat) for seat in table.seats])
    if not table.teams:
        return alone
    return tuple([sum(alone[mate - 1] for mate in table.team(seat)) / len(table.team(seat)) for seat in table.seats])


def _rows(table: RaceTable, seat: int) -> float:
    """Return what a player has in rows; with two titans, the better one's (TR-15.6)."""
    titans = [_titan(table, titan) for titan in table.titans if titan.seat == seat]
    return (max(titans) + 0.2 * sum(titans) if titans else 0.0) + A_CARD * len(table.at(seat).hand)


def _titan(table: RaceTable, titan: Titan) -> float:
    fitness = A_LIFE * min(titan.life, 4) + READY * titan.ready
    lost = {"upright": 0.0, "down": DOWN, "resting": RESTING}[titan.state]
    return rows_run(table, titan) + _rows_due(table, titan) + fitness - lost


def rows_run(table: RaceTable, titan: Titan) -> int:
    """Return how many rows a titan has behind it, including those of completed laps."""
    if not titan.field:
        return titan.laps * ROWS
    return titan.laps * ROWS + int(titan.field.partition(":")[2][1:] if ":" in titan.field else titan.field[1:])


def _rows_due(table: RaceTable, titan: Titan) -> float:
    """Return the rows that a titan has ahead of it in this round: those of its die, or of one that it will choose."""
    if not table.order or titan.knocked_out:
        return 0.0
    after = table.order.index(titan.id) - table.place
    if after or not titan.die:
        return A_TURN if after >= 0 else 0.0
    return 0.0 if table.done.acted else _rows_of_die(table, titan)


def _rows_of_die(table: RaceTable, titan: Titan) -> float:
    """Return the rows of the chosen die's action, if its move is still due (TR-5.1, TR-5.8)."""
    face, due = titan.die, PARTS[titan.die]
    for step in table.agenda:
        if isinstance(step, PerformDie):
            face, due = step.face, step.due
        elif isinstance(step, CompletePart) and step.part == "move":
            return 0.0
    if "copy" in due:
        return float(COPIED)
    return float(RUN[face]) if "move" in due else 0.0
