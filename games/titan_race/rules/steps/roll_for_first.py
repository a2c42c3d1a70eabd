"""Set-up: a die finds the titan that takes the first turn (TR-2.7)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Pick
from games.titan_race.rules.data import COLOUR, COLOURS, FACES
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class RollForFirst(Chance[RaceTable, cmd.RollForFirst], frozen=True):
    """One die, rolled until its colour is that of a titan in the race (TR-2.7)."""

    clause = clause.CLAUSE_2_7
    takes = (cmd.RollForFirst,)
    form = Pick(FACES)

    def showing(self, table: RaceTable, drawn: str) -> cmd.RollForFirst:
        return cmd.RollForFirst(colour=COLOUR.value(drawn))

    def probability(self, table: RaceTable, outcome: cmd.RollForFirst) -> Fraction:
        return Fraction(1 if COLOUR.word(outcome.colour) else 0, len(COLOURS))

    def answer(self, play: Play[RaceTable], outcome: cmd.RollForFirst) -> None:
        play.emit(ev.FirstDieRolled(colour=outcome.colour))
        for titan in play.table.titans:
            if play.table.colour(titan.id) == COLOUR.word(outcome.colour):
                play.emit(ev.OrderSettled(titans=turn_order(play.table, titan.seat)))


def turn_order(table: RaceTable, first: int) -> tuple[str, ...]:
    """Return the titans in turn order: by seats from `first` on, and so again for second titans (TR-2.8, TR-15.3)."""
    seats = [*range(first, table.players + 1), *range(1, first)]
    return tuple(table.titans_of(seat)[place] for place in range(table.titans_each) for seat in seats)
