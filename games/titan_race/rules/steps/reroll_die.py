"""The second roll of the chosen die, by the Lucky Die or on a pentagram (TR-11.11, TR-13.9)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Pick
from games.titan_race.rules import harm
from games.titan_race.rules.data import COLOUR, COLOURS, FACES
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class RollOnce(Chance[RaceTable, cmd.RerollDie], frozen=True):
    """One die, whose new face must be performed and whose colour may give life (TR-13.9)."""

    titan: str

    takes = (cmd.RerollDie,)
    closed_by = (ev.DieRerolled,)
    form = Pick(FACES)

    def showing(self, table: RaceTable, drawn: str) -> cmd.RerollDie:
        return cmd.RerollDie(colour=COLOUR.value(drawn))

    def probability(self, table: RaceTable, outcome: cmd.RerollDie) -> Fraction:
        return Fraction(1 if COLOUR.word(outcome.colour) else 0, len(COLOURS))

    def worth(self, table: RaceTable, outcome: cmd.RerollDie) -> dict[int, int]:
        """Return the life that the titan gains: one for its own colour, unless that is purple (TR-3.6)."""
        titan = table.titan(self.titan)
        own = COLOUR.word(outcome.colour) == table.colour(titan.id) != "purple"
        return {titan.seat: int(own and not titan.knocked_out)}

    def answer(self, play: Play[RaceTable], outcome: cmd.RerollDie) -> None:
        play.emit(ev.DieRerolled(titan=self.titan, colour=outcome.colour))
        harm.gain_for_colour(play, play.table.titan(self.titan))


class TryLuck(RollOnce, frozen=True):
    """The roll of the Lucky Die (TR-11.11)."""

    clause = clause.CLAUSE_11_11


class RerollDie(RollOnce, frozen=True):
    """The roll on a pentagram (TR-13.9)."""

    clause = clause.CLAUSE_13_9
