"""Where commands of Titan Race point in the picture: fields, titans in the race, dice and cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kit.board.spots import pointed, spot
from games.titan_race.rules.data import COLOUR, DIRECTION
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import commands as cmd
from gunbai_record.plain import Plain

KINDS = {"titan": "titan", "first": "titan", "model": "titan", "field": "field", "card": "card"}


def spots(table: RaceTable, move: Plain) -> tuple[str, ...]:
    """Return the fields along which a titan is to move, the dice of a colour, or what another command names."""
    match move:
        case cmd.ChooseTitan():
            return ()
        case cmd.Move(path=path):
            return tuple(_along(table, map(DIRECTION.word, path)))
        case cmd.ChooseDie(colour=colour):
            return (spot("die", COLOUR.word(colour)),)
        case _:
            return tuple(pointed(move, KINDS))


def _along(table: RaceTable, path: Iterable[str]) -> Iterator[str]:
    """Yield the fields of a path as long as it stays on the board, up to the first ice (TR-13.6).

    Where a titan slides to, and on from there, depends on what stands in its way.
    """
    field = table.mover.field
    for direction in path:
        way = table.course.ways[field][direction] if field else None
        if way is None or not way.field:
            return
        field = way.field
        yield spot("field", field)
        if table.course.terrain.get(field) == "ice":
            return
