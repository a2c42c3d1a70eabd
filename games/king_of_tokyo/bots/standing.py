"""What the monsters have once the turn's dice are resolved as they lie: the basis for judging a table."""

from __future__ import annotations

from typing import NamedTuple

from games.king_of_tokyo.rules.data import MOST_POINTS
from games.king_of_tokyo.rules.steps.resolve_dice import ResolveDice
from games.king_of_tokyo.rules.steps.throw_dice import NUMBERS
from games.king_of_tokyo.rules.table import TokyoTable


class Standing(NamedTuple):
    """What the seats have, seat 1 first, once the turn's dice are resolved."""

    points: list[int]
    pairs: list[int]
    """The sum of the numbers of which the seat has a pair that can still grow."""
    life: list[int]
    energy: list[int]
    inside: list[bool]


def standing_of(table: TokyoTable) -> Standing:
    """Return what the seats have, with the turn's dice resolved as they lie."""
    standing = Standing(
        [monster.points for monster in table.monsters],
        [0] * table.players,
        [monster.life for monster in table.monsters],
        [monster.energy for monster in table.monsters],
        [monster.in_tokyo for monster in table.monsters],
    )
    if any(table.turn.dice) and is_rolling(table):
        _resolve(table, standing)
    return standing


def heir(table: TokyoTable, standing: Standing) -> int:
    """Return the seat that wins at the end of the turn if it survives: the first with 20 points, or 0 (KT-8.6)."""
    first = (*table.summit, table.turn.seat)
    return next((seat for seat in first if standing.points[seat - 1] >= MOST_POINTS and standing.life[seat - 1] > 0), 0)


def begins(table: TokyoTable) -> bool:
    """Return whether the turn's dice have not been rolled yet."""
    return not any(table.turn.dice) and (is_rolling(table) or not table.agenda)


def next_roll(table: TokyoTable) -> int:
    """Return the seat that next rolls its dice for the first time, which may have earned another turn (KT-8.7)."""
    seat = table.turn.seat
    if begins(table):
        return seat
    earned = (extra.seat for extra in table.extra_turns if table.at(extra.seat).life)
    return next(earned, 0) or next(table.clockwise(seat), 0)


def is_rolling(table: TokyoTable) -> bool:
    """Return whether the turn's dice have not been resolved yet."""
    return any(isinstance(step, ResolveDice) for step in table.agenda)


def _resolve(table: TokyoTable, standing: Standing) -> None:
    """Add what the dice give as they lie, without cards (KT-5.2, KT-5.4 to KT-6.1)."""
    dice, active, place = table.turn.dice, table.active, table.turn.seat - 1
    for number, face in NUMBERS:
        count = dice.count(face)
        if count >= 3:
            standing.points[place] += number + count - 3
        elif count == 2 and table.turn.rerolls:
            standing.pairs[place] += number
    standing.energy[place] += dice.count("energy")
    if not active.in_tokyo:
        life = standing.life[place]
        standing.life[place] = max(life, min(life + dice.count("heart"), active.most_life))
    hits = dice.count("attack")
    for seat in table.clockwise(table.turn.seat):
        if table.at(seat).in_tokyo != active.in_tokyo:
            standing.life[seat - 1] -= hits
    if hits and not active.in_tokyo and not table.in_place("city"):
        standing.points[place] += 1
        standing.inside[place] = True
