"""The roll of all dice, at the start of the first and the last turn of a round (TR-3.1, TR-3.2, TR-3.4)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Dice, Known
from games.titan_race.rules.data import COLOUR, COLOURS, FACES
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev


class RollAll(Chance[RaceTable, cmd.RollDice], frozen=True):
    """As many dice as titans are racing, one draw for each (TR-2.6)."""

    titan: str

    takes = (cmd.RollDice,)
    form = Dice(Known("as many as titans in `order`", lambda step, table: len(table.order)), FACES)

    def showing(self, table: RaceTable, drawn: tuple[str, ...]) -> cmd.RollDice:
        return cmd.RollDice(colours=tuple(map(COLOUR.value, drawn)))

    def probability(self, table: RaceTable, outcome: cmd.RollDice) -> Fraction:
        if len(outcome.colours) != len(table.order) or not all(map(COLOUR.word, outcome.colours)):
            return Fraction(0)
        return Fraction(1, len(COLOURS) ** len(table.order))

    def choosing(self, table: RaceTable) -> tuple[str, ...]:
        """Return the titans for which a die of this roll is taken."""
        return (self.titan,)

    def worth(self, table: RaceTable, outcome: cmd.RollDice) -> dict[int, int]:
        """Return the life on offer: one for each choosing titan whose colour the dice show, unless purple (TR-3.6)."""
        shown = set(map(COLOUR.word, outcome.colours)) - {"purple"}
        offered: dict[int, int] = {}
        for titan in map(table.titan, self.choosing(table)):
            gains = table.colour(titan.id) in shown and not titan.knocked_out
            offered[titan.seat] = offered.get(titan.seat, 0) + gains
        return offered

    def answer(self, play: Play[RaceTable], outcome: cmd.RollDice) -> None:
        play.emit(ev.DiceRolled(colours=outcome.colours))


class RollDice(RollAll, frozen=True):
    """The roll for the first titan of the round (TR-3.2)."""

    clause = clause.CLAUSE_3_2

    def choosing(self, table: RaceTable) -> tuple[str, ...]:
        return table.order[:-1] or table.order


class RollAgain(RollAll, frozen=True):
    """The roll for the last titan of the round, including the dice on the boards (TR-3.4)."""

    clause = clause.CLAUSE_3_4
