"""Where commands of INFLUDANCE Duel point in the picture: fields and players."""

from __future__ import annotations

from games.infludance_duel.rules import board
from games.infludance_duel.rules.data import HEADINGS
from games.infludance_duel.rules.table import DuelTable
from games.kit.board.spots import pointed, spot
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai_record.plain import Plain

KINDS = {"field": "field", "evaluated_field": "field", "seat": "seat"}


def spots(table: DuelTable, move: Plain) -> tuple[str, ...]:
    """Return the fields that a step leads to and the one that is evaluated, or what another command names."""
    match move:
        case cmd.Step(heading=heading):
            fields = board.headed(table.active, table.at(table.active).covers, HEADINGS.word(heading))
            return (*(spot("field", board.name(*field)) for field in fields), *pointed(move, KINDS))
        case _:
            return tuple(pointed(move, KINDS))
