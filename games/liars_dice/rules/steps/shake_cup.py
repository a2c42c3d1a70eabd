"""The cups are shaken: each player sees only what is under their own (LD-2.1)."""

from __future__ import annotations

from fractions import Fraction

from games.kit.rules.decider import Chance, Play
from games.kit.rules.forms import Dice, Known
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import clauses_pb2 as clause
from gunbai.liars_dice.v1 import commands as cmd
from gunbai.liars_dice.v1 import events as ev


class ShakeCup(Chance[DiceTable, cmd.ShakeCup], frozen=True):
    """Chance rolls all dice of a player (LD-2.2); others learn only that the cup was shaken (LD-1.2)."""

    seat: int
    clause = clause.CLAUSE_2_2
    takes = (cmd.ShakeCup,)
    form = Dice(
        Known("the `dice` of the seat's cup", lambda step, table: table.at(step.seat).dice),
        Known("the faces 1 to the edition's `faces`", lambda step, table: range(1, table.edition.data.faces + 1)),
    )

    def showing(self, table: DiceTable, drawn: tuple[int, ...]) -> cmd.ShakeCup:
        return cmd.ShakeCup(seat=self.seat, dice=drawn)

    def probability(self, table: DiceTable, outcome: cmd.ShakeCup) -> Fraction:
        faces, dice = table.edition.data.faces, table.at(self.seat).dice
        if outcome.seat != self.seat or len(outcome.dice) != dice:
            return Fraction(0)
        return Fraction(all(1 <= die <= faces for die in outcome.dice), faces**dice)

    def answer(self, play: Play[DiceTable], outcome: cmd.ShakeCup) -> None:
        play.emit(ev.CupShaken(seat=self.seat))
        play.emit(ev.DiceSeen(seat=self.seat, dice=outcome.dice))
