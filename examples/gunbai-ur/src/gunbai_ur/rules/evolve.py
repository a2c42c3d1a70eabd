"""How each event changes the table, in play order."""

from __future__ import annotations

from games.kit.rules.decider import Evolve
from gunbai.titles.ur.v1 import events as ev
from gunbai_ur.rules.steps import MovePiece
from gunbai_ur.rules.table import UrTable

evolve: Evolve[UrTable] = Evolve()


@evolve.on(ev.DiceThrown)
def dice_thrown(table: UrTable, event: ev.DiceThrown) -> UrTable:
    return table.opens(MovePiece(event.seat, event.count))


evolve.unchanged_by(ev.TurnLost)


@evolve.on(ev.PieceCaptured)
def piece_captured(table: UrTable, event: ev.PieceCaptured) -> UrTable:
    return table.but_at(event.seat, squares=_without(table, event.seat, event.square))


@evolve.on(ev.PieceMoved)
def piece_moved(table: UrTable, event: ev.PieceMoved) -> UrTable:
    squares = (*_without(table, event.seat, event.from_square), event.to_square)
    in_order = sorted(squares, key=table.path(event.seat).index)
    return table.but_at(event.seat, squares=tuple(in_order))


@evolve.on(ev.PieceHome)
def piece_home(table: UrTable, event: ev.PieceHome) -> UrTable:
    squares = _without(table, event.seat, event.from_square)
    return table.but_at(event.seat, squares=squares, home=table.at(event.seat).home + 1)


@evolve.on(ev.TurnBegan)
def turn_began(table: UrTable, event: ev.TurnBegan) -> UrTable:
    return table.but(active=event.seat)


@evolve.on(ev.GameWon)
def game_won(table: UrTable, event: ev.GameWon) -> UrTable:
    return table.but(winner=event.seat)


def _without(table: UrTable, seat: int, square: str) -> tuple[str, ...]:
    """Return the squares of a seat's pieces except one."""
    return tuple(other for other in table.at(seat).squares if other != square)
