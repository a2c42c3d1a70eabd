"""The choice of a figure (IN-2.2, IN-2.3)."""

from __future__ import annotations

from collections.abc import Iterator

from games.infludance_duel.rules.data import FIGURES
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev


class ChooseFigure(Decision[DuelTable, cmd.ChooseFigure], frozen=True):
    """A player takes the small or the large figure for the whole game, the starting player first (IN-2.2, IN-2.4)."""

    seat: int
    clause = clause.CLAUSE_2_2
    takes = (cmd.ChooseFigure,)

    def candidates(self, table: DuelTable, seat: int) -> Iterator[cmd.ChooseFigure]:
        yield cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)
        yield cmd.ChooseFigure(figure=cmd.FIGURE_LARGE)

    def refuse(self, table: DuelTable, seat: int, move: cmd.ChooseFigure) -> Refusal | None:
        if not FIGURES.word(move.figure):
            return refusal(clause.CLAUSE_2_3, figure=move.figure)
        return None

    def answer(self, play: Play[DuelTable], seat: int, move: cmd.ChooseFigure) -> None:
        play.emit(ev.FigureChosen(seat=seat, figure=move.figure))
