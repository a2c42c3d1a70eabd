"""The placing of a cowboy on its first line, after which the magazines are loaded (IN-2.5, IN-2.10)."""

from __future__ import annotations

from collections.abc import Iterator

from games.infludance_duel.rules.board import covered, name
from games.infludance_duel.rules.steps.finish_turn import begin_turn
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.decider import Decision, Play, Refusal, refusal
from gunbai.infludance_duel.v1 import clauses_pb2 as clause
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev


class PlaceCowboy(Decision[DuelTable, cmd.PlaceCowboy], frozen=True):
    """A player puts their cowboy on its first line, the starting player first (IN-2.5).

    Where the other cowboy is does not matter (IN-2.9).
    """

    seat: int
    clause = clause.CLAUSE_2_5
    takes = (cmd.PlaceCowboy,)

    def candidates(self, table: DuelTable, seat: int) -> Iterator[cmd.PlaceCowboy]:
        for column in range(1, table.grid.columns + 1):
            yield cmd.PlaceCowboy(field=name(column, table.grid.first_line(seat)))

    def refuse(self, table: DuelTable, seat: int, move: cmd.PlaceCowboy) -> Refusal | None:
        first_line = table.grid.first_line(seat)
        if move.field not in table.grid.bullets or int(move.field[1:]) != first_line:
            return refusal(clause.CLAUSE_2_7, field=move.field, first_line=first_line)
        figure = table.at(seat).figure
        if not table.grid.holds(covered(figure, move.field)):
            return refusal(clause.CLAUSE_2_8, field=move.field, figure=figure)
        return None

    def answer(self, play: Play[DuelTable], seat: int, move: cmd.PlaceCowboy) -> None:
        play.emit(ev.CowboyPlaced(seat=seat, field=move.field))
        if all(gunman.field for gunman in play.table.gunmen):
            play.emit(ev.MagazinesLoaded())
            begin_turn(play, play.table.starter)  # (IN-2.11)
