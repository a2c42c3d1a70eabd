"""Chance turns the raider at a place of a stack: the shape of every step that draws, discards or reveals one."""

from __future__ import annotations

from fractions import Fraction

from games.chance import Draws
from games.decider import Chance
from games.pile import Place
from games.samurai_spirit.stack import chance_of, turned
from games.samurai_spirit.table import Table
from gunbai.samurai_spirit.v1 import commands_pb2 as cmd


class TurnRaider(Chance[Table, cmd.TurnRaider], frozen=True):
    """A raider of the raider stack is turned: the top one, unless a subclass says which."""

    takes = (cmd.TurnRaider,)

    def place(self, table: Table) -> Place:
        """Return the place that is turned."""
        return table.raiders[0]

    def draw(self, table: Table, draws: Draws) -> cmd.TurnRaider:
        return cmd.TurnRaider(raider=turned(table, self.place(table), draws))

    def probability(self, table: Table, outcome: cmd.TurnRaider) -> Fraction:
        return chance_of(table, self.place(table), outcome.raider)


class TurnIntruder(Chance[Table, cmd.TurnIntruder], frozen=True):
    """An intruder is turned: the top one, unless a subclass says which."""

    takes = (cmd.TurnIntruder,)

    def place(self, table: Table) -> Place:
        """Return the place that is turned."""
        return table.intruders[0]

    def draw(self, table: Table, draws: Draws) -> cmd.TurnIntruder:
        return cmd.TurnIntruder(raider=turned(table, self.place(table), draws))

    def probability(self, table: Table, outcome: cmd.TurnIntruder) -> Fraction:
        return chance_of(table, self.place(table), outcome.raider)
