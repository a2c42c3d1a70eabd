"""A table's value to each player: points now, those that winters will bring, and what face-down cards will do."""

from __future__ import annotations

from games.kit.bots.estimate import shares, won
from games.shogun.bots.prospects import A_REVOLT, Moment, Position, moment, of_plan, position
from games.shogun.rules.outcome import outcome
from games.shogun.rules.steps.march import March
from games.shogun.rules.table import ShogunTable

A_POINT = (0.30, 0.14)
"""The strength of a point in the second and in the first year."""
UNPLANNED = 6.0
"""The points that a plan is expected to bring before any of it is laid."""


def evaluation(table: ShogunTable) -> tuple[float, ...]:
    """Return each seat's share."""
    if (ended := outcome(table)) is not None:
        return won(ended, table.players)
    now, board = moment(table), position(table.edition, table.side, table.players, table.lands)
    a_point = A_POINT[now.first_year]
    return shares([a_point * _points(table, board, now, seat) for seat in table.seats])


def _points(table: ShogunTable, board: Position, now: Moment, seat: int) -> float:
    """Return the points that a seat has and can expect."""
    daimyo, place = table.at(seat), seat - 1
    return (
        daimyo.points
        + now.winters * board.points[place]
        + now.an_army * board.armies[place]
        + now.first_year * board.promise[place]
        - A_REVOLT * board.revolts[place]
        + now.of_chests(daimyo.chests)
        + now.of_supply(board.count[place], daimyo.rice)
        + _planned(table, board, now, seat)
    )


def _planned(table: ShogunTable, board: Position, now: Moment, seat: int) -> float:
    """Return the points that a seat expects from this round's plan."""
    if not table.at(seat).plan:
        return UNPLANNED
    worth = of_plan(table, board, now, seat)
    match table.agenda:
        case (March(seat=marching, province=province),) if marching == seat:  # It is about to make this march.
            worth += board.of_marching(now, table.its_land(province))
    return worth
