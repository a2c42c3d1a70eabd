"""The choice of a die, compulsory in every turn, after which a knocked-out titan passes (TR-3.3, TR-3.5, TR-8.11)."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.decider import Decision, Play, Refusal, refusal
from games.titan_race.rules import harm
from games.titan_race.rules.data import COLOUR, COLOURS
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class ChooseDie(Decision[RaceTable, cmd.ChooseDie], frozen=True):
    """The player of the titan in turn takes a die of the pool (TR-3.3)."""

    seat: int
    titan: str

    clause = clause.CLAUSE_3_3
    takes = (cmd.ChooseDie,)

    def candidates(self, table: RaceTable, seat: int) -> Iterator[cmd.ChooseDie]:
        return (cmd.ChooseDie(colour=COLOUR.value(colour)) for colour in COLOURS)

    def refuse(self, table: RaceTable, seat: int, move: cmd.ChooseDie) -> Refusal | None:
        colour = COLOUR.word(move.colour)
        if colour not in table.pool:
            return refusal(clause.CLAUSE_3_5, colour=colour, pool=table.pool)
        return None

    def answer(self, play: Play[RaceTable], seat: int, move: cmd.ChooseDie) -> None:
        play.emit(ev.DieChosen(titan=self.titan, colour=move.colour))
        titan = play.table.titan(self.titan)
        if titan.knocked_out:
            play.emit(ev.TurnPassed(titan=titan.id))
        else:
            harm.gain_for_colour(play, titan)
