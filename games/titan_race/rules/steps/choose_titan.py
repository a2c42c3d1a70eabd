"""Set-up: each player takes a titan, two players take two each (TR-2.2, TR-15.1)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.titan_race.rules.data import TITAN
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class ChooseTitan(Decision[RaceTable, cmd.ChooseTitan], frozen=True):
    """A player takes a titan that nobody has taken (TR-2.2)."""

    seat: int

    clause = clause.CLAUSE_2_2
    takes = (cmd.ChooseTitan,)

    def candidates(self, table: RaceTable, seat: int) -> Iterator[cmd.ChooseTitan]:
        return (cmd.ChooseTitan(titan=titan) for titan in TITAN)

    def refuse(self, table: RaceTable, seat: int, move: cmd.ChooseTitan) -> Refusal | None:
        if move.titan not in TITAN:
            return refusal(clause.CLAUSE_2_2, titan=move.titan)
        if table.races(move.titan):
            return refusal(clause.CLAUSE_2_2, titan=move.titan, seat=table.titan(move.titan).seat)
        return None

    def answer(self, play: Play[RaceTable], seat: int, move: cmd.ChooseTitan) -> None:
        play.emit(ev.TitanChosen(seat=seat, titan=move.titan))
